import { comparisonOf } from './comparison.ts'

/** The request for a comparison. */
export interface Texts {
  readonly before: string
  readonly after: string
}

const LINES_MS = 6_000
const WORDS_MS = 9_000

addEventListener('message', ({ data: { before, after } }: MessageEvent<Texts>) => {
  const end = performance.now() + WORDS_MS
  postMessage(comparisonOf(before, after, { linesMs: LINES_MS, isOver: () => performance.now() > end }))
})
