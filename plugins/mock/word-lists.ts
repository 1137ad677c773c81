import type { LocaleDefinition } from '@faker-js/faker'

/** The words of one language. */
export type WordList = LocaleDefinition
export interface WordLists {
  readonly en: WordList
  readonly zhCn: WordList
}

/** Loads the lists, which are large, one after the other: others must not wait for all of them at once. */
export async function wordLists(): Promise<WordLists> {
  const { faker: en } = await import('@faker-js/faker/locale/en')
  const { faker: zhCn } = await import('@faker-js/faker/locale/zh_CN')
  return { en: en.rawDefinitions, zhCn: zhCn.rawDefinitions }
}
