import type { Faker } from '@faker-js/faker'
import type { Random } from './random.ts'

/** Values of people, places and the internet, in the order of `random`; seeding the generators of faker takes longer. */
export interface Fakers {
  readonly en: Faker
  readonly zhCn: Faker
}

/** Loads the word lists, which are large, one after the other: others must not wait for all of them at once. */
export async function fakersWith(random: Random): Promise<Fakers> {
  const { faker: en } = await import('@faker-js/faker/locale/en')
  const { faker: zhCn } = await import('@faker-js/faker/locale/zh_CN')
  const randomizer = { next: () => random.fraction(), seed: () => undefined }
  // The class itself is only exported together with all languages.
  const Generator = en.constructor as typeof Faker
  const fakerOf = ({ rawDefinitions }: Faker): Faker => new Generator({ locale: rawDefinitions, randomizer })
  return { en: fakerOf(en), zhCn: fakerOf(zhCn) }
}
