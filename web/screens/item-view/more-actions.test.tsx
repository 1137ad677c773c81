// @vitest-environment jsdom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { contribute } from '#core/extension.ts'
import { until } from '#tests/support/mounted.tsx'
import { openedMenu } from '#tests/support/opened-menu.tsx'
import type { PageArticle } from '#web/article/shown-page.ts'
import { defineWebPlugin, pageActions } from '#web/extensions/points.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import type { ItemInfo } from './menu-nodes.ts'
import { MoreActions } from './more-actions.tsx'

const loading = vi.hoisted(() => ({ done: Promise.withResolvers<void>() }))
vi.mock(import('#web/extensions/load.ts'), () => ({
  loadWebPlugins: async () => {
    await loading.done.promise
    const Component = () => <MenuItem>Contributed</MenuItem>
    const contributes = [contribute(pageActions, { Component, isForVisitors: true })]
    return [defineWebPlugin({ id: 'sample', apiVersion: 2, contributes })]
  },
}))

const menuOf = (info: object) => (
  <MoreActions info={info as ItemInfo} page={{ pageId: 8 } as PageArticle} onChoose={() => undefined} />
)

it('begins to load plugins when a visitor opens the menu, not when they are no longer awaited', async () => {
  const { seen } = await openedMenu(menuOf({ itemId: 7, isLoggedIn: false }), {})
  expect(seen).toEqual([])

  await act(async () => loading.done.resolve())
  await until(() => seen.length > 0)

  expect(seen).toEqual([['History', 'Contributed', 'Share', 'Help']])
})

it('shows the entries of the product and of plugins in the same moment', async () => {
  const { seen, answer } = await openedMenu(menuOf({ itemId: 7, isLoggedIn: true }), {
    'star.list': () => ({ items: [], pages: [{ pageId: 8 }] }),
  })
  expect(seen).toEqual([])

  await answer('star.list')
  await until(() => seen.length > 0)

  expect(seen).toEqual([['History', 'Remove star', 'Contributed', 'Share']])
})
