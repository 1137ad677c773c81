import '#web/parts/table.css'
import { useFormats } from '#web/i18n/formats.ts'
import { ColumnHeads } from '../../column-heads.tsx'
import { useBackstageText } from '../../texts.ts'
import { isGood, type PlannedPerson } from './people-in-groups.ts'

export interface PlannedTableProps {
  readonly planned: readonly PlannedPerson[]
}

const COLUMNS = ['row', 'who', 'what'] as const
/** Thousands of rows would make the dialog slow; those with a problem come first. */
const MOST_SHOWN = 200
const PROBLEMS = [
  'usernameTaken',
  'illegalUsername',
  'emailTaken',
  'emailDomain',
  'passwordTooWeak',
  'mailNotAvailable',
  'passwordsOff',
  'tooMany',
] as const
/** Of cells that hold what cannot be stored. */
const WRONG_CELLS = ['username', 'name', 'email', 'password'] as const

/** The outcome for each row. */
export function PlannedTable({ planned }: PlannedTableProps) {
  const t = useBackstageText()
  const { number } = useFormats()
  const wordsOf = ({ deed, person }: PlannedPerson, { field, problem }: PlannedPerson['problems'][number]): string => {
    const known = PROBLEMS.find((each) => each === problem)
    if (known) return t(`people.several.problem.${known}`)
    if (deed === 'invite' && field === 'email' && person.email === '') return t('people.several.problem.incomplete')
    const cell = WRONG_CELLS.find((each) => each === field) ?? 'name'
    return t(`people.several.problem.cell.${cell}`)
  }
  const wrong = planned.filter((row) => !isGood(row))
  const good = planned.filter(isGood)
  const shown = [...wrong, ...good].slice(0, MOST_SHOWN)
  const counts = { good: number(good.length), wrong: number(wrong.length) }
  return (
    <>
      <p role="status">{t('people.several.found', counts)}</p>
      {planned.length > 0 && (
        <table className="table backstage-table">
          <ColumnHeads labels={COLUMNS.map((column) => t(`people.several.column.${column}`))} />
          <tbody>
            {shown.map((row) => {
              const { username, name, email } = row.person
              return (
                <tr key={row.person.row}>
                  <td className="table-quiet" data-label={t('people.several.column.row')}>
                    {row.person.row}
                  </td>
                  <td className="table-main">{[username, name, email].filter((word) => word !== '').join(' · ')}</td>
                  <td className={isGood(row) ? 'table-quiet' : 'planned-problem'}>
                    {isGood(row) ? (
                      t(`people.several.deed.${row.deed}`)
                    ) : (
                      <ul className="planned-reasons">
                        {row.problems.map((problem) => (
                          <li key={`${problem.field} ${problem.problem}`}>{wordsOf(row, problem)}</li>
                        ))}
                      </ul>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {planned.length > shown.length && (
        <p>{t('people.several.notShown', { number: number(planned.length - shown.length) })}</p>
      )}
    </>
  )
}
