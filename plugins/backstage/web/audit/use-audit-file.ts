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
/** What a spreadsheet opens without trouble; more than that is for a program. */
const MOST = 50_000
const COLUMNS = ['when', 'who', 'what', 'object', 'refusal', 'address', 'action', 'result', 'call', 'request'] as const

export interface AuditFile {
  readonly isBusy: boolean
  /** Why there is no file; null when nothing went wrong. */
  readonly error: unknown
  save(): Promise<void>
}

/** Saves what the filter lets through as a file for spreadsheets. */
export function useAuditFile(filter: CalledFilter): AuditFile {
  const t = useBackstageText()
  const wordsOf = useEntryWords()
  const cache = api.useUtils()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function entries(): Promise<readonly ListedEntry[]> {
    const read: ListedEntry[] = []
    // From entry to entry: pages would shift with what is put on record meanwhile.
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
