import { z } from 'zod'
import { rawColumn } from './columns.ts'
import { isElsewhere } from './plan/files.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** An object storage in which files stay. */
export interface StorageElsewhere {
  /** With its port unless it is the usual one. */
  readonly host: string
  readonly files: number
}

const AddressColumns = z.object({ real_url: rawColumn })

/** Those with most files first. */
export function storagesElsewhere(database: ShowdocDatabase): readonly StorageElsewhere[] {
  const files = new Map<string, number>()
  for (const { real_url: address } of database.rows('upload_file', AddressColumns, { by: 'file_id' })) {
    if (!isElsewhere(address)) continue
    const { host } = new URL(address)
    files.set(host, (files.get(host) ?? 0) + 1)
  }
  return Array.from(files, ([host, count]) => ({ host, files: count })).toSorted((a, b) => b.files - a.files)
}
