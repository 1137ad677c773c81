import '#web/parts/table.css'
import { keepPreviousData } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { api } from '#web/api/trpc.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { ListFoot } from '../list-foot.tsx'
import { ColumnHeads } from '../column-heads.tsx'
import { useBackstageText } from '../texts.ts'
import { useListedPages } from '../use-listed-pages.ts'
import { WORDED_JOBS } from './job-words.ts'

const COLUMNS = ['job', 'attempts', 'failedAt', 'operations'] as const

/** Jobs that failed for good, each with its reason and a button to run it again. */
export function FailedJobs() {
  const t = useBackstageText()
  const { number } = useFormats()
  const pages = useListedPages()
  const failed = api.health.failedJobs.useQuery(
    { page: pages.page, count: pages.count },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  const runAgain = api.health.runAgain.useMutation({
    onSuccess: () => showToast(t('health.runsAgain')),
    onSettled: () => failed.refetch(),
  })
  if (failed.data && !failed.isPlaceholderData) pages.fit(failed.data.total)

  const wordsOf = (name: string): string => {
    const known = WORDED_JOBS.find((each) => each === name)
    return known ? t(`health.job.${known}`) : ''
  }
  if (failed.isLoadingError)
    return <ErrorState title={t('health.jobsLoadFailed')} error={failed.error} onRetry={() => void failed.refetch()} />
  if (!failed.data) return <Skeleton lines={3} />
  if (failed.data.total === 0) return <EmptyState icon={<ListChecks />} title={t('health.noJobs')} />
  return (
    <>
      <table className="table">
        <ColumnHeads labels={COLUMNS.map((column) => t(`health.column.${column}`))} />
        <tbody>
          {failed.data.jobs.map(({ jobId, name, attempts, reason, failedAt }) => (
            <tr key={jobId}>
              <td className="table-main">
                {wordsOf(name)} <code>{name}</code>
                <span className="table-note">{reason}</span>
              </td>
              <td className="table-quiet">{t('health.attempts', { value: number(attempts) })}</td>
              <td className="table-quiet">{failedAt ? <Time at={failedAt} /> : t('health.runsSoon')}</td>
              <td className="table-actions">
                <WaitingButton
                  aria-label={t('health.runAgainNamed', { name: wordsOf(name) || name })}
                  isOff={runAgain.isPending || failedAt === null}
                  onClick={() => runAgain.mutate({ jobId })}
                >
                  {t('health.runAgain')}
                </WaitingButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ListFoot pages={pages} total={failed.data.total} />
    </>
  )
}
