import { hash } from 'node:crypto'
import type { Language } from '#core/plugin.ts'
import { Random } from './random.ts'
import { wordLists, type WordLists } from './word-lists.ts'
import type { Draw } from './words.ts'

const random = new Random()
let lists: Promise<WordLists> | null = null

/** Reproducible values for a seed, unaffected by other users of the generator. */
export async function drawOf(seed: string, language: Language, now: Date): Promise<Draw> {
  lists ??= wordLists()
  const number = hash('sha1', seed, 'buffer').readUInt32BE()
  return { random, language, now, ...(await lists), begin: () => random.seed(number) }
}
