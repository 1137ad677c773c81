import '#web/parts/table.css'
import { useFormats } from '#web/i18n/formats.ts'
import { Time } from '#web/parts/time.tsx'
import { ColumnHeads } from '../column-heads.tsx'
import { useBackstageText } from '../texts.ts'
import type { RedisState } from './health-point.ts'

const COLUMNS = ['service', 'state', 'answer', 'since'] as const

/** Whether the Redis of this server answers, and what that means for the people of the site. */
export function RedisHealth({ redis: { isReachable, since, roundTripMs } }: { readonly redis: RedisState }) {
  const t = useBackstageText()
  const { number } = useFormats()
  return (
    <table className="table backstage-table">
      <ColumnHeads labels={COLUMNS.map((column) => t(`health.column.${column}`))} />
      <tbody>
        <tr>
          <td className="table-main">
            {t('health.redis')}
            <span className="table-note">{t(isReachable ? 'health.redisText' : 'health.redisAwayText')}</span>
          </td>
          <td>
            <span className="state-badge" data-state={isReachable ? 'reachable' : 'away'}>
              {t(isReachable ? 'health.redisReachable' : 'health.redisAway')}
            </span>
          </td>
          <td className="table-quiet" data-label={t('health.column.answer')}>
            {roundTripMs === null ? '–' : t('health.ms', { value: number(Math.round(roundTripMs * 10) / 10) })}
          </td>
          <td className="table-quiet" data-label={t('health.column.since')}>
            <Time at={since} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}
