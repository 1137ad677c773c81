import type { Browser, Frame, Page } from '@playwright/test'

/** From an event to the frame that shows what it did. */
export interface Delay {
  readonly waitedMs: number
  /** Processor time of the window's thread in between, so that other load on the machine does not count. */
  readonly busyMs: number
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly ts: number
  readonly dur?: number
  /** Of processor time. */
  readonly tdur?: number
}

const [BEGUN, SHOWN] = ['event begun', 'event shown']

/** The delays of all events of this name in a frame during `work`. */
export async function delaysOf(
  browser: Browser,
  page: Page,
  frame: Frame,
  event: string,
  work: () => Promise<void>,
): Promise<readonly Delay[]> {
  await frame.evaluate(
    ([name = '', begun = '', shown = '']) => {
      let count = 0
      const follow = () => {
        const number = (count += 1)
        performance.mark(`${begun} ${number}`)
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => performance.mark(`${shown} ${number}`))
        port1.start()
        // The first message after requesting a frame arrives when that frame has been rendered.
        requestAnimationFrame(() => port2.postMessage(null))
      }
      addEventListener(name, follow, { capture: true, passive: true })
    },
    [event, BEGUN, SHOWN],
  )
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: TraceEvent[] }
  const ends = new Map(
    traceEvents.filter(({ name }) => name.startsWith(SHOWN)).map((mark) => [numberIn(mark), mark.ts]),
  )
  const begins = traceEvents.filter(({ name }) => name.startsWith(BEGUN))
  const tasks = traceEvents.filter(
    ({ name, tid, pid }) => name.endsWith('RunTask') && tid === begins[0]?.tid && pid === begins[0].pid,
  )
  return begins.flatMap((mark) => {
    const end = ends.get(numberIn(mark))
    if (end === undefined) return []
    // The task of the event itself began before it.
    const between = tasks.filter(({ ts, dur = 0 }) => ts + dur > mark.ts && ts < end)
    return [{ waitedMs: (end - mark.ts) / 1_000, busyMs: between.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000 }]
  })
}

const numberIn = ({ name }: TraceEvent): string => name.slice(name.lastIndexOf(' ') + 1)
