import type { Language } from './words.ts'

export const LANGUAGES: readonly Language[] = ['en', 'zh-cn']

/**
 * The languages in which a test that does the same in both of them runs: one, about half of the tests in each. That each
 * screen is complete, fits and is accessible in both is tested apart. `npm run test:both` runs all of them in both.
 */
export function languagesOf(title: string): readonly Language[] {
  if (process.env['OCTAVO_TEST_LANGUAGES'] === 'both') return LANGUAGES
  return [LANGUAGES[checksum(title) % LANGUAGES.length] ?? 'en']
}

/** The same in each process that loads a file, unlike a count of what was loaded before. */
export const checksum = (title: string): number =>
  [...title].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 0)
