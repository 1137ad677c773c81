import { expect, it } from 'vitest'
import { LANGUAGES } from '#core/language.ts'
import { ShowdocRefusal } from './refusal.ts'
import { REFUSALS_EN, REFUSALS_ZH_CN, type RefusalCode } from './refusal-texts.ts'

const CODES = Object.keys(REFUSALS_EN) as RefusalCode[]
const valuesIn = (text: string): readonly string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
const EACH = { en: REFUSALS_EN, 'zh-cn': REFUSALS_ZH_CN }

it.each(CODES)('%s says the same of the same values in every language, and what to do in as many lines', (code) => {
  const [english, chinese] = [EACH.en[code], EACH['zh-cn'][code]]

  expect(new Set(valuesIn(chinese))).toEqual(new Set(valuesIn(english)))
  expect(chinese.split('\n').length).toBe(english.split('\n').length)
  expect(chinese).toMatch(/\p{Script=Han}/u)
  expect(english).not.toMatch(/\p{Script=Han}/u)
  const values = Object.fromEntries(valuesIn(english).map((name) => [name, 7]))
  const refusal = new ShowdocRefusal(code, values)
  for (const language of LANGUAGES) expect(refusal.texts[language]).not.toMatch(/[{}\n]/)
})

it('keeps its lines whatever the values are', () => {
  const refusal = new ShowdocRefusal('alwaysWritten', { file: '/a\n{reason}/$&' })

  expect(refusal.lines).toEqual([
    '/a\n{reason}/$& is being written to all the time, so no moment of it could be copied.',
    'Stop ShowDoc, or try again when few people work in it.',
  ])
})
