import type { Browser, Page } from '@playwright/test'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** In microseconds of CPU time. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * The longest task of a window's main thread during `work`, in milliseconds of CPU time, so that other load on the
 * machine does not count.
 */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[]
  }
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}-${tid}`
  const isMain = (event: TraceEvent): boolean => event.name === 'thread_name' && event.args?.name === 'CrRendererMain'
  const mains = new Set(traceEvents.filter((event) => isMain(event)).map((event) => threadOf(event)))
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mains.has(threadOf(event)))
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1_000), 0)
}
