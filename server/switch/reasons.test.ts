import { expect, it } from 'vitest'
import { LANGUAGES } from '#core/language.ts'
import { REASON_CODES, wordsOfReason } from './reasons.ts'

const valuesIn = (text: string): readonly string[] => [...text.matchAll(/\{([\w-]+)\}/g)].map(([, name = '']) => name)

it.each(REASON_CODES)('%s says the same of the same values in every language', (code) => {
  const texts = LANGUAGES.map((language) => wordsOfReason(code, {}, language))

  const named = texts.map((text) => valuesIn(text).toSorted())

  for (const each of named) if (code !== 'refused') expect(each).toEqual(named[0])
  for (const text of texts) expect(text.trim()).not.toBe('')
  for (const language of LANGUAGES) {
    const values = Object.fromEntries(named.flat().map((name) => [name, name === 'time' ? '2026-01-02T03:04:05Z' : 7]))
    expect(wordsOfReason(code, values, language)).not.toMatch(/[{}]|Invalid|NaN/)
  }
})

it('leaves what is no reason as it is, and shows a value as text', () => {
  expect(wordsOfReason('what an older version wrote: {name}', { name: 'x' }, 'en')).toBe(
    'what an older version wrote: {name}',
  )
  expect(wordsOfReason('domainTaken', { domain: '$& {other}' }, 'en')).toContain('its domain $& {other} is taken')
  expect(wordsOfReason('constructor', {}, 'zh-cn')).toBe('constructor')
})

it('tells times in words of the language', () => {
  const values = { time: '2026-01-02T03:04:05.000Z' }
  expect(wordsOfReason('linkEnded', values, 'en')).toContain('2 January 2026 at 03:04 UTC')
  expect(wordsOfReason('linkEnded', values, 'zh-cn')).toContain('2026年1月2日 03:04')
})

// They are said by a look before a move, and again in the receipt after it, above the numbers.
it.each(REASON_CODES.filter((code) => /^(?:problem|dump)/.test(code)))(
  '%s is true before a move and after it',
  (code) => {
    expect(wordsOfReason(code, {}, 'en')).not.toMatch(/above|below|will be|the receipt names/)
    expect(wordsOfReason(code, {}, 'zh-cn')).not.toMatch(/上面|下面|以下|将会|会完整|，清单/)
  },
)
