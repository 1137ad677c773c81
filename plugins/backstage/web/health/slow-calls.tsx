import '#web/parts/table.css'
import { Gauge } from 'lucide-react'
import { useFormats } from '#web/i18n/formats.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Time } from '#web/parts/time.tsx'
import { ColumnHeads } from '../column-heads.tsx'
import { useBackstageText } from '../texts.ts'
import type { SlowCall } from './health-point.ts'

const COLUMNS = ['operation', 'duration', 'request', 'at'] as const
/** Those that failed because of the server. */
const FAULT = 500

/** The slowest calls of the last 24 hours; the log has the details, under the id of the request. */
export function SlowCalls({ calls }: { readonly calls: readonly SlowCall[] }) {
  const t = useBackstageText()
  const { number } = useFormats()
  if (calls.length === 0) return <EmptyState icon={<Gauge />} title={t('health.noSlowCalls')} />
  return (
    <>
      <p className="form-text">{t('health.slowCallsText')}</p>
      <table className="table">
        <ColumnHeads labels={COLUMNS.map((column) => t(`health.column.${column}`))} />
        <tbody>
          {calls.map(({ at, operation, status, ms, requestId }, place) => (
            // A batch of one request may contain two identical ones.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={`${requestId} ${place}`}>
              <td className="table-main">
                <code>{operation}</code>
                {status >= FAULT && <span className="table-note">{t('health.status', { value: status })}</span>}
              </td>
              <td className="table-quiet">{t('health.seconds', { value: number(Math.round(ms / 100) / 10) })}</td>
              <td>
                <code>{requestId}</code>
              </td>
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
