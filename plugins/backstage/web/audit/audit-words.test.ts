import { describe, expect, it } from 'vitest'
import { AUDIT_ACTIONS } from '#core/audit/entry.ts'
import en from '../../locales/en.json' with { type: 'json' }
import zhCn from '../../locales/zh-cn.json' with { type: 'json' }
import { OBJECT_KINDS, REFUSALS } from './use-entry-words.ts'

describe.each([
  ['en', en as Readonly<Record<string, string>>],
  ['zh-cn', zhCn as Readonly<Record<string, string>>],
])('the words of the audit in %s', (_, texts) => {
  it.each([
    ['action', AUDIT_ACTIONS],
    ['kind', OBJECT_KINDS],
    ['result', REFUSALS],
  ])('has a text of its own for every %s that can be recorded', (family, names) => {
    const words = names.map((name) => texts[`audit.${family}.${name}`] ?? '')

    expect(names.filter((_name, at) => words[at] === '')).toEqual([])
    expect(new Set(words).size).toBe(names.length)
  })
})
