// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { WebPlugin } from '#web/extensions/points.ts'
import { textsOf } from '#web/extensions/plugin-texts.ts'
import itemImport from '#plugins/item-import/web.tsx'
import openApi from '#plugins/open-api/web.tsx'
import spreadsheet from '#plugins/spreadsheet/web.tsx'
import { stubDialogs, stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import { ItemAddScreen } from '#web/screens/item-add/item-add-screen.tsx'
import { Themed } from '#web/theme/themed.tsx'

vi.mock(import('#web/extensions/load.ts'), () => ({
  loadWebPlugins: async (i18n) => {
    const plugins: readonly WebPlugin[] = [itemImport, openApi, spreadsheet]
    for (const language of ['en', 'zh-cn'] as const)
      for (const { id, messages } of plugins) i18n.addResourceBundle(language, textsOf(id), messages?.[language])
    return plugins
  },
}))

beforeEach(() => {
  stubDialogs()
  stubFonts()
  stubMatchMedia()
  stubResizeObserver()
  history.replaceState(null, '', '/item/add')
})

async function opened(add: (input: { readonly password?: string }) => unknown = () => ({ itemId: 9 })) {
  const { place } = await mounted(
    <Themed>
      <ItemAddScreen />
    </Themed>,
    {
      'site.info': () => ({}),
      'item.list': () => [],
      'item.types': () => [{ itemType: 'spreadsheet', kind: 'spreadsheet' }],
      'item.add': add,
    },
  )
  const textsIn = (selector: string) => [...place.querySelectorAll(selector)].map(({ textContent }) => textContent)
  await until(() => textsIn('[role=tab]').length > 2 && place.querySelectorAll('input[value=spreadsheet]').length > 0)
  return { place, textsIn }
}

it('[ADD-01] an item is added as a new one, a copy, from a file or by a program', async () => {
  const { textsIn } = await opened()

  expect(textsIn('[role=tab]')).toEqual(['New item', 'Copy item', 'Import file', 'Auto create'])
})

it('[ADD-02] a new item is a regular one, a single page or a spreadsheet', async () => {
  const { place } = await opened()

  const types = [...place.querySelectorAll<HTMLInputElement>('input[type=radio]')].map(({ value }) => value)
  expect(types.slice(0, -3)).toEqual(['regular', 'single', 'spreadsheet'])
})

it('[ADD-08] an open item is sent with an empty password, also after one was typed', async () => {
  const sent: unknown[] = []
  const { place } = await opened(({ password }) => {
    sent.push(password)
    return { itemId: 9 }
  })
  const choose = (visibility: string) =>
    act(async () => place.querySelector<HTMLInputElement>(`input[value=${visibility}]`)?.click())
  await act(async () => typeInto(place.querySelector<HTMLInputElement>('form input:not([type=radio])'), 'Payments'))
  await choose('password')
  await act(async () => typeInto(place.querySelector<HTMLInputElement>('input[type=password]'), 'open sesame'))
  await choose('open')

  await act(async () => place.querySelector('form')?.requestSubmit())
  await until(() => sent.length > 0)

  expect(sent).toEqual([''])
})
