import '../backstage.css'
import './showdoc.css'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { FollowedTask } from '#web/tasks/followed-task.tsx'
import { useBackstageText } from '../texts.ts'
import { ShowdocForm } from './showdoc-form.tsx'
import { ShowdocReceipts } from './showdoc-receipts.tsx'

/** Moving from a ShowDoc: the check, the move itself, and the receipts. */
export function ShowdocSection() {
  const t = useBackstageText()
  const utils = api.useUtils()
  const [started, setStarted] = useState<number | null>(null)
  const state = api.showdoc.read.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const follow = (task: number): void => {
    setStarted(task)
    void utils.showdoc.invalidate()
  }

  if (state.isLoadingError)
    return <ErrorState title={t('showdoc.loadFailed')} error={state.error} onRetry={() => void state.refetch()} />
  if (!state.data) return <Skeleton lines={8} />
  // It may have been started by another administrator, or by this screen before a reload.
  const taskId = state.data.taskId === 0 ? started : state.data.taskId
  return (
    <div className="backstage-list">
      <p className="form-text">{t('showdoc.text')}</p>
      {taskId !== null && <FollowedTask key={taskId} taskId={taskId} onEnd={() => follow(taskId)} ended={() => null} />}
      <ShowdocForm state={state.data} isUnderWay={state.data.taskId !== 0} onStarted={follow} />
      <ShowdocReceipts receipts={state.data.receipts} />
    </div>
  )
}
