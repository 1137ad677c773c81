import { createHash } from 'node:crypto'
import type { Language } from '#core/plugin.ts'
import { Random } from './random.ts'
import type { Draw } from './words.ts'

const random = new Random()

/** Reproducible values for a seed, unaffected by other users of the generator. */
export async function drawOf(seed: string, language: Language, now: Date): Promise<Draw> {
  // The word lists are large and slow to load: they are loaded for the first answer.
  const { fakers } = await import('./fakers.ts')
  const number = createHash('sha1').update(seed).digest().readUInt32BE()
  const begun = new Set<keyof typeof fakers>()
  // It takes as long as many words, and most answers need at most one.
  const fakerOf = (name: keyof typeof fakers) => {
    if (!begun.has(name)) fakers[name].seed(number)
    begun.add(name)
    return fakers[name]
  }
  return {
    ...{ random, language, now },
    get en() {
      return fakerOf('en')
    },
    get zhCn() {
      return fakerOf('zhCn')
    },
    begin() {
      random.seed(number)
      begun.clear()
    },
  }
}
