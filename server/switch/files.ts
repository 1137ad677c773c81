import { z } from 'zod'
import { idColumn, LARGEST_ID, numberColumn, rawColumn, referenceColumn, textColumn, timeColumn } from './columns.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** A file uploaded to ShowDoc. */
export interface ShowdocFile {
  readonly id: number
  /** Part of its address; 32 hexadecimal digits. */
  readonly sign: string
  readonly displayName: string
  readonly ownerId: number | null
  /** The page it was uploaded to; null for none. */
  readonly pageId: number | null
  readonly visits: number
  readonly addedAt: Date | null
  /** Its location: below `Public/Uploads/`, or in an object storage. */
  readonly address: string
}

const FileColumns = z.object({
  file_id: idColumn,
  sign: rawColumn,
  display_name: textColumn,
  uid: referenceColumn,
  page_id: referenceColumn,
  visit_times: numberColumn,
  addtime: timeColumn,
  real_url: rawColumn,
})

export const filesIn = (database: ShowdocDatabase): readonly ShowdocFile[] =>
  Array.from(database.rows('upload_file', FileColumns, { by: 'file_id' }), (row) => ({
    id: row.file_id,
    sign: row.sign,
    displayName: row.display_name,
    ownerId: row.uid,
    pageId: row.page_id,
    visits: Math.min(Math.max(row.visit_times, 0), LARGEST_ID),
    addedAt: row.addtime,
    address: row.real_url,
  }))

/** A file attached to a page. */
export interface ShowdocFileUse {
  readonly id: number
  readonly fileId: number | null
  /** Null when the row only records that the file exists. */
  readonly pageId: number | null
  readonly at: Date | null
}

const UseColumns = z.object({ id: idColumn, file_id: referenceColumn, page_id: referenceColumn, addtime: timeColumn })

const fileUsesIn = (database: ShowdocDatabase): readonly ShowdocFileUse[] =>
  Array.from(database.rows('file_page', UseColumns, { by: 'id' }), (row) => ({
    id: row.id,
    fileId: row.file_id,
    pageId: row.page_id,
    at: row.addtime,
  }))

/** What ShowDoc's tables say of files. */
export interface ListedFiles {
  readonly files: readonly ShowdocFile[]
  readonly uses: readonly ShowdocFileUse[]
}

export const listedFilesIn = (database: ShowdocDatabase): ListedFiles => ({
  files: filesIn(database),
  uses: fileUsesIn(database),
})

/** The monthly download traffic of the files of one owner. */
export interface ShowdocTraffic {
  readonly id: number
  readonly ownerId: number | null
  /** `YYYY-MM`. */
  readonly month: string
  readonly bytes: number
}

const TrafficColumns = z.object({ id: idColumn, uid: referenceColumn, used: numberColumn, date_month: rawColumn })

export const trafficIn = (database: ShowdocDatabase): readonly ShowdocTraffic[] =>
  Array.from(database.rows('file_flow', TrafficColumns, { by: 'id' }), (row) => ({
    id: row.id,
    ownerId: row.uid,
    month: row.date_month,
    bytes: Math.max(row.used, 0),
  }))
