// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { contribute } from '#core/extension.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { defineWebPlugin, headerLinks } from '#web/extensions/points.ts'
import { HeaderLinks } from './header-links.tsx'

vi.mock(import('#web/extensions/load.ts'), () => ({
  loadWebPlugins: async () => [
    defineWebPlugin({
      id: 'maps',
      apiVersion: 2,
      contributes: [contribute(headerLinks, { Component: () => <a href="/maps-all">Maps</a> })],
    }),
  ],
}))

it('links of plugins come before those of the product, which they move nowhere in a row that ends at the right', async () => {
  const { place } = await mounted(<HeaderLinks />, { 'account.me': () => null })
  const links = () => [...place.querySelectorAll('a')].map((link) => link.getAttribute('href'))

  await until(() => links().length > 1)
  expect(links()).toEqual(['/maps-all', '/team/index'])
})
