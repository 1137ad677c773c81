import { createHash } from 'node:crypto'
import type { Language } from '#core/plugin.ts'
import type { Fakers } from './fakers.ts'
import { Random } from './random.ts'
import type { Draw } from './words.ts'

const random = new Random()
let fakers: Promise<Fakers> | null = null

/** Reproducible values for a seed, unaffected by other users of the generator. */
export async function drawOf(seed: string, language: Language, now: Date): Promise<Draw> {
  fakers ??= import('./fakers.ts').then(({ fakersWith }) => fakersWith(random))
  const number = createHash('sha1').update(seed).digest().readUInt32BE()
  return { random, language, now, ...(await fakers), begin: () => random.seed(number) }
}
