import '../backstage.css'
import './health.css'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '#web/api/trpc.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { useBackstageText } from '../texts.ts'
import { FailedJobs } from './failed-jobs.tsx'
import { HealthCharts } from './health-charts.tsx'
import { LoggedErrors } from './logged-errors.tsx'
import { RedisHealth } from './redis-health.tsx'
import { SlowCalls } from './slow-calls.tsx'

const LOOKED_EVERY_MS = 60_000

/** The figures of the server that answers, its failed jobs, and the errors it logged. */
export function HealthSection() {
  const t = useBackstageText()
  const health = api.health.read.useQuery(
    {},
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true }, refetchInterval: LOOKED_EVERY_MS },
  )

  if (health.isLoadingError)
    return <ErrorState title={t('health.loadFailed')} error={health.error} onRetry={() => void health.refetch()} />
  if (!health.data) return <Skeleton lines={8} />
  const { server, startedAt, since, hasRoom, redis, points, slowCalls, errors } = health.data
  return (
    <div className="backstage-list">
      {!hasRoom && (
        <div className="form-alert" role="alert">
          {t('health.diskFull')}
        </div>
      )}
      <p className="form-text">
        {t('health.since', { server })} <Time at={startedAt} />
      </p>
      <p className="form-text">{t('health.text')}</p>
      {redis && (
        <section className="health-list" aria-labelledby="health-services">
          <h2 id="health-services">{t('health.services')}</h2>
          <RedisHealth redis={redis} />
        </section>
      )}
      <HealthCharts points={points} since={since} now={health.dataUpdatedAt} />
      <section className="health-list" aria-labelledby="health-slow-calls">
        <h2 id="health-slow-calls">{t('health.slowCalls')}</h2>
        <SlowCalls calls={slowCalls} />
      </section>
      <section className="health-list" aria-labelledby="health-jobs">
        <h2 id="health-jobs">{t('health.failedJobs')}</h2>
        <FailedJobs />
      </section>
      <section className="health-list" aria-labelledby="health-errors">
        <h2 id="health-errors">{t('health.errors')}</h2>
        <LoggedErrors errors={errors} />
      </section>
    </div>
  )
}
