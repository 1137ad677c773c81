import path from 'node:path'
import { JSDOM } from 'jsdom'
import { beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import type { OperationTable } from '#core/operation.ts'
import type { Plugin } from '#core/plugin.ts'
import { checkedPlugin } from '#server/compose/plugin-checks.ts'
import { findSourcePlugins } from '#server/compose/plugin-loader.ts'
import { apiPage } from '#server/rest/api-page.ts'
import chinese from '#server/locales/calls.zh-cn.json' with { type: 'json' }

let plugins: readonly Plugin[]
let application: { readonly operations: OperationTable; readonly plugins: readonly Plugin[] }
beforeAll(async () => {
  const found = await findSourcePlugins(path.resolve(import.meta.dirname, '../../plugins'))
  plugins = await Promise.all(found.map(async ({ id, load }) => checkedPlugin(id, await load())))
  const operations: Record<string, OperationTable[string]> = { ...coreOperations }
  for (const { operations: added = {} } of plugins)
    for (const [group, members] of Object.entries(added)) operations[group] = { ...operations[group], ...members }
  application = { operations, plugins }
})
const summaries = (language: 'en' | 'zh-cn'): readonly string[] =>
  [...new JSDOM(apiPage(application, language, '')).window.document.querySelectorAll('summary')].map(
    ({ textContent }) => textContent,
  )

describe('the page of all calls', () => {
  it('[GEN-02] says in Chinese what each call does', () => {
    expect(summaries('zh-cn').filter((summary) => !/[一-鿿].*。/.test(summary))).toEqual([])
  })

  it('says in English what each call does', () => {
    expect(summaries('en').filter((summary) => /[一-鿿]/.test(summary))).toEqual([])
  })

  it('has no Chinese sentence for a call that is not there', () => {
    const names = Object.entries(coreOperations).flatMap(([group, members]) =>
      Object.keys(members).map((name) => `${group}.${name}`),
    )

    expect(Object.keys(chinese).filter((name) => !names.includes(name))).toEqual([])
  })
})
