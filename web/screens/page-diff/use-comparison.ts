import { useEffect, useState } from 'react'
import type { Comparison } from './comparison.ts'
import type { Texts } from './comparing-worker.ts'

/** Longer than the worker's own limit. */
const GIVE_UP_MS = 20_000

/**
 * The changes between two texts, compared in a worker so that the page stays usable with texts of any size. Undefined
 * while unknown or without texts; null when the comparison takes too long.
 */
export function useComparison(before: string | undefined, after: string | undefined): Comparison | null | undefined {
  const [found, setFound] = useState<Texts & { readonly comparison: Comparison | null }>()

  useEffect(() => {
    if (before === undefined || after === undefined) return undefined
    const worker = new Worker(new URL('comparing-worker.ts', import.meta.url), { type: 'module' })
    const finish = (comparison: Comparison | null) => setFound({ before, after, comparison })
    const giveUp = setTimeout(() => finish(null), GIVE_UP_MS)
    const stop = () => {
      clearTimeout(giveUp)
      worker.terminate()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<Comparison | null>) => {
      finish(data)
      stop()
    })
    worker.addEventListener('error', () => {
      finish(null)
      stop()
    })
    worker.postMessage({ before, after } satisfies Texts, [])
    return stop
  }, [before, after])

  return found?.before === before && found?.after === after ? found?.comparison : undefined
}
