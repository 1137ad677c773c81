// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { contribute, extensionPoint } from '#core/extension.ts'
import type { Language } from '#core/language.ts'
import { startTexts } from '#web/i18n/i18n.ts'
import { runWith } from '#web/session/running-plugins.ts'
import { loadWebPlugins } from './load.ts'
import * as pluginFaults from './plugin-faults.ts'
import { textsOf } from './plugin-texts.ts'
import { companions, type WebMessages, type WebPlugin } from './points.ts'

const built = vi.hoisted((): Record<string, WebPlugin> => ({}))
vi.mock(import('./built-plugins.ts'), () => ({ builtPlugins: built }))
beforeEach(() => runWith([{ id: 'count', web: null }]))

/** Reads the texts of a plugin with these messages in one language. */
async function reading(language: Language, messages: { readonly en: WebMessages; readonly 'zh-cn': WebMessages }) {
  built['../../plugins/count/web.tsx'] = { id: 'count', apiVersion: 2, messages, contributes: [] }
  const i18n = await startTexts(language, {})
  await loadWebPlugins(i18n)
  const text = i18n.getFixedT(language, textsOf('count') as never) as unknown as (key: string, values: object) => string
  return (key: string, count = 0) => text(key, { count })
}

it('a text that is missing in one language is read in the other', async () => {
  const chinese = await reading('zh-cn', { en: { a: 'A', more: { b: 'B' } }, 'zh-cn': { more: { c: '丙' } } })

  expect([chinese('a'), chinese('more.b'), chinese('more.c')]).toEqual(['A', 'B', '丙'])
})

it('a text without plural forms is read for every count, though the other language has such forms', async () => {
  const plain = { 'zh-cn': { counted: '{{count}} 个词' }, en: { counted: '{{count}} word(s)' } }
  const forms = {
    'zh-cn': { counted_other: '{{count}} 个词' },
    en: { counted_zero: 'no word', counted_one: 'one word', counted_other: '{{count}} words' },
  }
  const chinese = await reading('zh-cn', { en: forms.en, 'zh-cn': plain['zh-cn'] })
  const english = await reading('en', { en: plain.en, 'zh-cn': forms['zh-cn'] })

  expect([0, 1, 7].map((count) => chinese('counted', count))).toEqual(['0 个词', '1 个词', '7 个词'])
  expect([0, 1, 7].map((count) => english('counted', count))).toEqual(['0 word(s)', '1 word(s)', '7 word(s)'])
})

it('the same text is found whether keys are nested or contain dots', async () => {
  const chinese = await reading('zh-cn', {
    en: { list: { title: 'List', counted_one: 'one entry', counted_other: '{{count}} entries' } },
    'zh-cn': { 'list.title': '列表', 'list.counted': '{{count}} 条' },
  })

  expect([chinese('list.title'), chinese('list.counted', 1)]).toEqual(['列表', '1 条'])
})

it('a plugin with texts in plural forms in one language only keeps them for the other', async () => {
  const en = { counted_one: 'one word', counted_other: '{{count}} words' }
  const chinese = await reading('zh-cn', { en, 'zh-cn': {} })

  expect(chinese('counted', 7)).toBe('7 words')
})

it('a plugin that contributes to what is no point is named, and its other contributions are shown', async () => {
  const told = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', told)
  const noted = vi.spyOn(pluginFaults, 'noteIgnoredPoints')
  const points = [companions, extensionPoint<unknown>('companion'), extensionPoint<unknown>('count.cards')]
  const contributes = points.map((point) => contribute(point as typeof companions, { Component: () => null }))
  built['../../plugins/count/web.tsx'] = { id: 'count', apiVersion: 2, contributes }

  const [loaded] = await loadWebPlugins(await startTexts('en', {}))

  expect(loaded?.contributes).toEqual(contributes)
  expect(told.mock.calls).toEqual([[new Error('the plugin count contributes to points that do not exist: companion')]])
  expect(noted).toHaveBeenCalledExactlyOnceWith('count', ['companion'])
})
