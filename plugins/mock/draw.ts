import { createHash } from 'node:crypto'
import type { Language } from '#core/plugin.ts'
import { Random } from './random.ts'
import type { Draw } from './words.ts'

const random = new Random()

/** Values that are the same again for the same seed, whoever draws in between. */
export async function drawOf(seed: string, language: Language, now: Date): Promise<Draw> {
  // The words take long to read and lie in memory: nobody loads them before a first answer.
  const { fakers } = await import('./fakers.ts')
  const number = createHash('sha1').update(seed).digest().readUInt32BE()
  const begun = new Set<keyof typeof fakers>()
  // It takes as long as many words, and most answers ask one of them at most.
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
