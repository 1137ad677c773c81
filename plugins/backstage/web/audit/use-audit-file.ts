import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { saveFile } from '#web/parts/save-file.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { useBackstageText } from '../texts.ts'
import type { CalledFilter } from './audit-filter.ts'
import { csvOf } from '#web/parts/csv.ts'
import type { ListedEntry } from './listed-entry.ts'
import { useEntryWords } from './use-entry-words.ts'

const AT_ONCE = 1_000
/** As much as a spreadsheet opens without problems; programs can get more. */
const MOST = 50_000
const COLUMNS = ['when', 'who', 'what', 'object', 'refusal', 'address', 'action', 'result', 'call', 'request'] as const

export interface AuditFile {
  readonly isBusy: boolean
  /** Why there is no file; null when there was no error. */
  readonly error: unknown
  save(): Promise<void>
}

/** Saves the filtered entries as a CSV file. */
export function useAuditFile(filter: CalledFilter): AuditFile {
  const t = useBackstageText()
  const wordsOf = useEntryWords()
  const cache = api.useUtils()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function entries(): Promise<readonly ListedEntry[]> {
    const read: ListedEntry[] = []
    // Continues from the last entry: pages would shift while entries are added.
    for (let beforeId = 0; read.length < MOST;) {
      const asked = { ...filter, beforeId, count: AT_ONCE }
      const { list } = await cache.audit.list.fetch(asked, { staleTime: 0, gcTime: 0 })
      read.push(...list)
      const last = list.at(-1)
      if (!last || list.length < AT_ONCE) break
      beforeId = last.id
    }
    return read
  }
  const lineOf = (entry: ListedEntry): readonly string[] => {
    const { who, what, object, refusal } = wordsOf(entry)
    const { at, address, action, result, operation, requestId } = entry
    return [at, who, what, object, refusal ?? '', address, action, result, operation, requestId]
  }
  return {
    isBusy,
    error,
    async save() {
      setBusy(true)
      setError(null)
      try {
        const lines = (await entries()).map(lineOf)
        const table = csvOf([COLUMNS.map((column) => t(`audit.column.${column}`)), ...lines])
        saveFile('audit.csv', new Blob([table], { type: 'text/csv;charset=utf-8' }))
        if (lines.length >= MOST) showToast(t('audit.fileCut', { most: MOST }))
      } catch (failure) {
        setError(failure)
      } finally {
        setBusy(false)
      }
    },
  }
}
