// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { contribute } from '#core/extension.ts'
import { stubDialogs } from '#tests/support/missing-in-jsdom.ts'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import { adminSections, defineWebPlugin } from '#web/extensions/points.ts'
import { SearchDialog } from './search-dialog.tsx'

const loading = vi.hoisted(() => ({ done: Promise.withResolvers<void>() }))
vi.mock(import('#web/extensions/load.ts'), () => ({
  loadWebPlugins: async () => {
    await loading.done.promise
    const section = { id: 'all', title: 'Refunds of all', order: 1, Component: () => null }
    return [defineWebPlugin({ id: 'boards', apiVersion: 2, contributes: [contribute(adminSections, section)] })]
  },
}))
beforeEach(() => {
  stubDialogs()
  Element.prototype.scrollIntoView = () => undefined
})

const page = {
  ...{ pageId: 3, itemId: 1, itemName: 'Handbook', pageTitle: 'Refunds', searchContent: '' },
  ...{ contentParts: [], catalogPath: [], savedAt: '2026-03-01T09:30:00.000Z' },
  titleParts: [{ text: 'Refunds', isHit: true }],
}
const answers = {
  'account.me': () => ({
    ...{ userId: 7, username: 'ada', name: '', email: '', isEmailVerified: true },
    ...{ siteRole: 'admin' },
  }),
  'item.find': () => [
    { itemId: 2, itemName: 'Refunds', nameParts: [{ text: 'Refunds', isHit: true }], canManage: false },
  ],
  'page.recent': () => ({ visited: [], edited: [], changed: [] }),
  'item.search': () => ({ itemId: 0, itemName: '', pages: [page] }),
  'page.findElsewhere': () => ({ sources: [] }),
}
const pathsIn = (place: HTMLElement) =>
  [...place.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)

it('sections that come late stand below what is found already, and at their place once something else is typed', async () => {
  const { place } = await mounted(<SearchDialog item={null} keyword="refund" onClose={() => {}} />, answers)
  await until(() => pathsIn(place).length === 2)
  const before = pathsIn(place)

  await act(async () => loading.done.resolve())
  await until(() => pathsIn(place).length === 3)
  expect(pathsIn(place).slice(0, 2)).toEqual(before)
  expect(pathsIn(place)[2]).toContain('Refunds of all')

  await act(async () => typeInto(place.querySelector('input'), 'refunds'))
  await until(() => pathsIn(place)[1]?.includes('Refunds of all') === true)
})
