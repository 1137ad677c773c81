// @vitest-environment jsdom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { contribute } from '#core/extension.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { defineWebPlugin, itemSettingTabs } from '#web/extensions/points.ts'
import { useSettingTabList, type SettingItem } from './setting-tab-list.tsx'

const loading = vi.hoisted(() => ({ done: Promise.withResolvers<void>() }))
vi.mock(import('#web/extensions/load.ts'), () => ({
  loadWebPlugins: async () => {
    await loading.done.promise
    const tab = { id: 'tab', title: 'Late', order: 1, Component: () => null }
    return [defineWebPlugin({ id: 'sample', apiVersion: 2, contributes: [contribute(itemSettingTabs, tab)] })]
  },
}))

const List = () => useSettingTabList({ itemId: 7, isOwner: false } as SettingItem).map(({ id }) => <i key={id}>{id}</i>)

it('no tab of the settings moves when those of plugins come', async () => {
  const { place } = await mounted(<List />, {})
  const shown = () => [...place.querySelectorAll('i')].map(({ textContent }) => textContent)
  await until(() => shown().length > 0)
  const before = shown()

  await act(async () => loading.done.resolve())

  expect(shown()).toEqual(['base', 'members', 'sample-tab', 'recycle-bin'])
  expect(shown().slice(0, before.length)).toEqual(before)
})
