// @vitest-environment jsdom
import { expect, it, onTestFinished, vi } from 'vitest'
import { ExpressionFinder } from './find-expression.ts'
import type { Result } from './expression-worker.ts'

/** Workers that do what they are told to, and a clock that does as well. */
function stubWorkers() {
  const workers: Stub[] = []
  class Stub extends EventTarget {
    readonly asked: number[] = []
    isEnded = false
    constructor() {
      super()
      workers.push(this)
    }
    postMessage = ({ id }: { readonly id: number }) => void this.asked.push(id)
    terminate = () => (this.isEnded = true)
    say = (data: Result) => void this.dispatchEvent(new MessageEvent('message', { data }))
  }
  vi.stubGlobal('Worker', Stub)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  return workers
}
const LOADED: Result = { id: 0 }
const order = { texts: ['a'], query: { text: 'a', isCaseSensitive: false, isWholeWord: false }, most: 10 }

it('what is looked for after closing is not given up by the clock of what was looked for before', async () => {
  const workers = stubWorkers()
  const finder = new ExpressionFinder()
  void finder.find(order)
  workers[0]?.say(LOADED)
  finder.close()

  const found = finder.find(order)
  vi.advanceTimersByTime(900)
  workers[1]?.say(LOADED)
  vi.advanceTimersByTime(900)

  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
  workers[1]?.say({ id: 2, places: [[]] })
  expect(await found).toEqual([[]])
})

it('tells a script that does not come from an expression that takes too long, and tries again', async () => {
  const workers = stubWorkers()
  const finder = new ExpressionFinder()
  const missing = finder.find(order)
  workers[0]?.dispatchEvent(new Event('error'))
  const hanging = finder.find(order)
  vi.advanceTimersByTime(20_000)
  const slow = finder.find(order)
  workers[2]?.say(LOADED)
  vi.advanceTimersByTime(1_000)
  const failing = finder.find(order)
  workers[3]?.say(LOADED)
  workers[3]?.dispatchEvent(new Event('error'))

  expect(await Promise.all([missing, hanging, slow, failing])).toEqual(['unloaded', 'unloaded', 'slow', 'slow'])
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, true, true, true])
})

it('says that it takes too long when more is found than can be handed over', async () => {
  const workers = stubWorkers()
  const found = new ExpressionFinder().find(order)
  workers[0]?.say(LOADED)
  workers[0]?.say({ id: 1, places: null })

  expect(await found).toBe('slow')
})
