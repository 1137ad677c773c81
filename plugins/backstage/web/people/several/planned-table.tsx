import '#web/parts/table.css'
import { useFormats } from '#web/i18n/formats.ts'
import { ColumnHeads } from '../../column-heads.tsx'
import { useBackstageText } from '../../texts.ts'
import type { PlannedPerson } from './people-in-groups.ts'

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
] as const

/** The outcome for each row. */
export function PlannedTable({ planned }: PlannedTableProps) {
  const t = useBackstageText()
  const { number } = useFormats()
  const wordsOf = ({ deed, problem }: PlannedPerson): string => {
    if (problem === '') return t(`people.several.deed.${deed}`)
    const known = PROBLEMS.find((each) => each === problem)
    // Of a row with a password, the address is wrong, and not missing.
    return t(`people.several.problem.${known ?? (deed === 'add' ? 'unusable' : 'incomplete')}`)
  }
  const wrong = planned.filter(({ problem }) => problem !== '')
  const good = planned.filter(({ problem }) => problem === '')
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
                  <td className={row.problem === '' ? 'table-quiet' : 'planned-problem'}>{wordsOf(row)}</td>
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
