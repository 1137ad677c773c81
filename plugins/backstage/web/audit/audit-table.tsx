import '#web/parts/table.css'
import { Time } from '#web/parts/time.tsx'
import { Breakable } from '#web/parts/breakable.tsx'
import { ColumnHeads } from '../column-heads.tsx'
import { useBackstageText } from '../texts.ts'
import type { ListedEntry } from './listed-entry.ts'
import { useEntryWords } from './use-entry-words.ts'

export interface AuditTableProps {
  readonly entries: readonly ListedEntry[]
}

const COLUMNS = ['when', 'who', 'what', 'object', 'address'] as const

export function AuditTable({ entries }: AuditTableProps) {
  const t = useBackstageText()
  const wordsOf = useEntryWords()
  return (
    <table className="table backstage-table">
      <ColumnHeads labels={COLUMNS.map((column) => t(`audit.column.${column}`))} />
      <tbody>
        {entries.map((entry) => {
          const { who, what, object, refusal } = wordsOf(entry)
          return (
            <tr key={entry.id}>
              <td className="table-quiet">
                <Time at={entry.at} isExact />
              </td>
              <td className="audit-who">
                <Breakable name={who} />
              </td>
              <td className="table-main">
                {what}
                {refusal !== null && <span className="table-note">{t('audit.refused', { reason: refusal })}</span>}
              </td>
              <td className="table-quiet">
                <Breakable name={object} />
              </td>
              <td className="table-quiet">{entry.address}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
