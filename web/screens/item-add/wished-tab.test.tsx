// @vitest-environment jsdom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { contribute } from '#core/extension.ts'
import { stubDialogs, stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { defineWebPlugin, itemAddTabs } from '#web/extensions/points.ts'
import { Themed } from '#web/theme/themed.tsx'
import { ItemAddScreen } from './item-add-screen.tsx'

const loading = vi.hoisted(() => ({ done: Promise.withResolvers<void>() }))
vi.mock(import('#web/extensions/load.ts'), () => ({
  loadWebPlugins: async () => {
    await loading.done.promise
    const tab = { id: 'quick', title: 'quick', order: 1, Component: () => <p id="quick">Quick</p> }
    return [defineWebPlugin({ id: 'boards', apiVersion: 2, contributes: [contribute(itemAddTabs, tab)] })]
  },
}))

it('until the tab in the address is there, no form is shown that it would replace', async () => {
  stubDialogs()
  stubFonts()
  stubMatchMedia()
  stubResizeObserver()
  history.replaceState(null, '', '/item/add?tab=boards-quick')
  const { place } = await mounted(
    <Themed>
      <ItemAddScreen />
    </Themed>,
    { 'site.info': () => ({}), 'item.list': () => [], 'item.types': () => [] },
  )
  await until(() => place.querySelector('[role=tab]'))
  expect(place.querySelector('form')).toBeNull()

  await act(async () => loading.done.resolve())
  await until(() => place.querySelector('#quick'))

  expect(place.querySelector('form')).toBeNull()
})
