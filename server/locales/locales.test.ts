import { expect, it } from 'vitest'
import { ERROR_CODES } from '#core/errors.ts'
import en from './en.json' with { type: 'json' }
import zhCn from './zh-cn.json' with { type: 'json' }

const placeholders = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

it('[GEN-02] has a text for every refusal in both languages, and no other', () => {
  const kinds = Object.keys(ERROR_CODES).toSorted()

  expect(Object.keys(en).toSorted()).toEqual(kinds)
  expect(Object.keys(zhCn).toSorted()).toEqual(kinds)
})

it('fills in the same facts in both languages', () => {
  const inChinese: Readonly<Record<string, string>> = zhCn

  for (const [kind, text] of Object.entries(en))
    expect(placeholders(inChinese[kind] ?? ''), kind).toEqual(placeholders(text))
})

it('is written in its own language', () => {
  for (const text of Object.values(zhCn)) expect(text).toMatch(/[一-鿿]/)
  for (const text of Object.values(en)) expect(text).not.toMatch(/[一-鿿]/)
})
