import './backstage.css'
import { Select } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Pager } from '#web/parts/pager.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { isRunning } from '#web/tasks/shown-task.ts'
import { TaskTable } from './task-table.tsx'
import { useBackstageText } from './texts.ts'

const PER_PAGE = 20
const RUNNING_MS = 2_000
/** Somebody may start one while the list is displayed. */
const IDLE_MS = 10_000
const STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
type State = (typeof STATES)[number]

/** Everybody's tasks, running and finished. */
export function TasksSection() {
  const t = useBackstageText()
  const [page, setPage] = useState(1)
  const [state, setState] = useState<State | null>(null)
  const tasks = api.task.list.useQuery(
    { everybody: true, page, count: PER_PAGE, ...(state && { state }) },
    {
      staleTime: 0,
      placeholderData: keepPreviousData,
      meta: { isQuiet: true },
      refetchInterval: ({ state: { data } }) => (data?.list.some(isRunning) ? RUNNING_MS : IDLE_MS),
    },
  )
  const cancel = api.task.cancel.useMutation({ onSettled: () => tasks.refetch() })
  const choose = (value: string | null) => {
    setState(STATES.find((each) => each === value) ?? null)
    setPage(1)
  }
  const lastPage = Math.max(1, Math.ceil((tasks.data?.total ?? 0) / PER_PAGE))
  // Those of the last page have expired.
  if (tasks.data && !tasks.isPlaceholderData && page > lastPage) setPage(lastPage)

  return (
    <div className="backstage-list">
      <p className="form-text">{t('tasks.text')}</p>
      <Select
        className="backstage-filter"
        label={t('tasks.filter')}
        data={['all' as const, ...STATES].map((value) => ({ value, label: t(`tasks.${value}`) }))}
        value={state ?? 'all'}
        allowDeselect={false}
        onChange={choose}
      />
      {tasks.isPending && <Skeleton lines={6} />}
      {tasks.isError && (
        <ErrorState title={t('tasks.loadFailed')} error={tasks.error} onRetry={() => void tasks.refetch()} />
      )}
      {tasks.data?.total === 0 && (
        <EmptyState icon={<ListChecks />} title={t(state ? 'tasks.emptyFiltered' : 'tasks.empty')} />
      )}
      {tasks.data && tasks.data.list.length > 0 && (
        <TaskTable tasks={tasks.data.list} now={tasks.dataUpdatedAt} onCancel={(taskId) => cancel.mutate({ taskId })} />
      )}
      {tasks.data && <Pager page={page} total={tasks.data.total} perPage={PER_PAGE} onChange={setPage} />}
    </div>
  )
}
