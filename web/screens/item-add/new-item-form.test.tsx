// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { contribute } from '#core/extension.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { defineWebPlugin, pageFaces } from '#web/extensions/points.ts'
import { Themed } from '#web/theme/themed.tsx'
import { NewItemForm } from './new-item-form.tsx'

const { loaded, load } = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { loaded: promise, load: resolve }
})
const faces = (kind: string) =>
  contribute(pageFaces, { kind, edit: [], item: { title: `a ${kind}`, hint: `of ${kind}` } })
vi.mock(import('#web/extensions/load.ts'), () => ({
  loadWebPlugins: async () => {
    await loaded
    return [defineWebPlugin({ id: 'sheets', apiVersion: 2, contributes: ['sheet', 'call', 'map'].map(faces) })]
  },
}))
beforeEach(() => {
  stubFonts()
  stubMatchMedia()
  stubResizeObserver()
})

it('keeps room for the types of plugins until these are loaded, so that nothing below them moves', async () => {
  const kinds = { regular: 'markdown', single: 'markdown', table: 'sheet', runapi: 'call', map: 'map' }
  const types = Object.entries(kinds).map(([itemType, kind]) => ({ itemType, kind }))
  const { place } = await mounted(
    <Themed>
      <NewItemForm />
    </Themed>,
    { 'site.info': () => ({}), 'item.types': () => types },
  )
  const cards = () => place.querySelector('.choice-cards')?.children.length
  const rooms = () => place.querySelectorAll('.choice-room').length

  expect(rooms()).toBe(1)
  await until(() => rooms() === 3)
  expect(cards()).toBe(5)
  load()
  await until(() => rooms() === 0)
  expect(cards()).toBe(5)
  expect(place.textContent).toContain('a map')
})
