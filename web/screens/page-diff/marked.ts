import { diffWordsWithSpace } from 'diff'

/** A stretch of text; `isChanged` where the other side differs. */
export interface LinePart {
  readonly text: string
  readonly isChanged: boolean
}
export type Sides<T> = readonly [before: T, after: T]

const LONGEST_LINE = 5_000
const TIMEOUT_MS = 100
// Chinese has no spaces between words: the segmenter finds them.
const intlSegmenter = new Intl.Segmenter('zh', { granularity: 'word' })

export const unmarked = (text: string): readonly LinePart[] => (text === '' ? [] : [{ text, isChanged: false }])

/** Both lines with changed words marked; unmarked if the lines are too long. */
export function wordChanges(before: string, after: string): Sides<readonly LinePart[]> {
  const whole: Sides<readonly LinePart[]> = [unmarked(before), unmarked(after)]
  if (before === after || Math.max(before.length, after.length) > LONGEST_LINE) return whole
  const words = diffWordsWithSpace(before, after, { intlSegmenter, timeout: TIMEOUT_MS })
  if (!words) return whole
  const side = (skipped: 'added' | 'removed') =>
    words
      .filter((word) => !word[skipped])
      .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }))
  return [side('added'), side('removed')]
}
