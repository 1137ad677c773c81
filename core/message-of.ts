import { shortened } from './shortened.ts'

const LONGEST = 2_000

/** What was thrown, in words: code of others may throw anything, also errors whose message is no text. */
export function messageOf(error: unknown): string {
  try {
    return shortened(String(error instanceof Error ? error.message : error), LONGEST)
  } catch {
    return 'what was thrown cannot be put into words'
  }
}
