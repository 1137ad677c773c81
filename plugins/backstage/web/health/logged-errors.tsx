import '#web/parts/table.css'
import { CircleCheck } from 'lucide-react'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Time } from '#web/parts/time.tsx'
import { ColumnHeads } from '../column-heads.tsx'
import { useBackstageText } from '../texts.ts'
import type { LoggedError } from './health-point.ts'

const COLUMNS = ['error', 'origin', 'at'] as const

/** The latest errors in the log of this server; the log has the details, under the id of the request, job or task. */
export function LoggedErrors({ errors }: { readonly errors: readonly LoggedError[] }) {
  const t = useBackstageText()
  if (errors.length === 0) return <EmptyState icon={<CircleCheck />} title={t('health.noErrors')} />
  return (
    <>
      <p className="form-text">{t('health.errorsText')}</p>
      <table className="table">
        <ColumnHeads labels={COLUMNS.map((column) => t(`health.column.${column}`))} />
        <tbody>
          {errors.map(({ at, said, kind, requestId }, place) => (
            // Two at the same moment may be identical.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={`${at} ${place}`}>
              <td className="table-main">
                {said}
                {kind !== '' && <span className="table-note">{kind}</span>}
              </td>
              <td>{requestId === '' ? '–' : <code>{requestId}</code>}</td>
              <td className="table-quiet">
                <Time at={at} isExact />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
