import '#web/parts/table.css'
import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import { ColumnHeads } from '../../column-heads.tsx'
import { useBackstageText } from '../../texts.ts'
import type { TypedPerson } from './people-rows.ts'

type PlannedRow = AnswerOf<CoreOperations['adminUser']['previewSeveral']>['rows'][number]

export interface PlannedTableProps {
  readonly people: readonly TypedPerson[]
  /** The outcome for each person, in the same order. */
  readonly rows: readonly PlannedRow[]
}

const COLUMNS = ['who', 'what'] as const
const PROBLEMS = [
  'usernameTaken',
  'illegalUsername',
  'emailTaken',
  'emailDomain',
  'passwordTooWeak',
  'mailNotAvailable',
] as const

/** The outcome for each row. */
export function PlannedTable({ people, rows }: PlannedTableProps) {
  const t = useBackstageText()
  const wordsOf = ({ deed, problem }: PlannedRow): string => {
    if (problem === '') return t(`people.several.deed.${deed}`)
    return t(`people.several.problem.${PROBLEMS.find((known) => known === problem) ?? 'incomplete'}`)
  }
  const wrong = rows.filter(({ problem }) => problem !== '').length
  return (
    <div role="status">
      <p>{t('people.several.found', { good: rows.length - wrong, wrong })}</p>
      <table className="table backstage-table">
        <ColumnHeads labels={COLUMNS.map((column) => t(`people.several.column.${column}`))} />
        <tbody>
          {rows.map((row, at) => {
            const { username = '', name = '', email = '' } = people[at] ?? {}
            return (
              // Rows have no other key, and are never reordered.
              <tr key={at}>
                <td className="table-main">{[username, name, email].filter((word) => word !== '').join(' · ')}</td>
                <td className={row.problem === '' ? 'table-quiet' : 'planned-problem'}>{wordsOf(row)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
