import { useEffect, useState } from 'react'
import { api } from '#web/api/trpc.ts'
import type { ShownTask } from '#web/tasks/shown-task.ts'

/** Time for the server to restart (spec §9). */
const RELOAD_MS = 7_000
/** If it takes longer, a reload would show a proxy's error page. */
const LOOKED_AGAIN_MS = 1_000

export type UpdateStep = 'download' | 'install' | 'tables' | 'reload'

interface Update {
  /** The step in progress; null before the first one, and after a failed one. */
  readonly step: UpdateStep | null
  /** Why a step failed; null when none did. A download shows its own error. */
  readonly error: unknown
  /** The download, once it has started. */
  readonly taskId: number | null
  begin(): void
  /** Called when the download has ended. */
  goOn(download: ShownTask): void
}

/** Runs the steps of an update one after the other, until one fails (UPD-01, UPD-02). */
export function useUpdate(): Update {
  const [step, setStep] = useState<UpdateStep | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [taskId, setTaskId] = useState<number | null>(null)
  const cache = api.useUtils()
  const quietly = { meta: { isQuiet: true } } as const
  const { mutateAsync: start } = api.adminUpdate.start.useMutation(quietly)
  const { mutateAsync: install } = api.adminUpdate.updateFiles.useMutation(quietly)
  const { mutateAsync: checkTables } = api.update.checkDb.useMutation(quietly)

  useEffect(() => {
    if (step !== 'reload') return undefined
    const reloadOnceThere = (): void => {
      cache.site.version.fetch({}, { staleTime: 0, retry: false, meta: { isQuiet: true } }).then(
        () => location.reload(),
        () => (timer = setTimeout(reloadOnceThere, LOOKED_AGAIN_MS)),
      )
    }
    let timer = setTimeout(reloadOnceThere, RELOAD_MS)
    return () => clearTimeout(timer)
  }, [step, cache])

  const steps = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run()
    } catch (failure) {
      setStep(null)
      setError(failure)
    }
  }
  // A download takes longer than a proxy waits, so it is a task.
  const begin = async (): Promise<void> => {
    setError(null)
    setTaskId(null)
    setStep('download')
    setTaskId((await start({})).taskId)
  }
  const goOn = async ({ state }: ShownTask): Promise<void> => {
    if (state !== 'done') return setStep(null)
    setStep('install')
    await install({})
    setStep('tables')
    await checkTables({})
    setStep('reload')
  }
  return { step, error, taskId, begin: () => void steps(begin), goOn: (task) => void steps(() => goOn(task)) }
}
