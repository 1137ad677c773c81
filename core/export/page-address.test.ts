import { expect, it } from 'vitest'
import type { OpenedItem } from '../access/opened.ts'
import { pageIdAt } from './page-address.ts'

const pageAt = (siteUrl: string, address: string) =>
  pageIdAt({} as never, { id: 7, domain: 'pay' } as unknown as OpenedItem, siteUrl, address)

it('finds the page of an address as texts have it, and as articles of a site below a path have it', async () => {
  const site = 'https://example.org/docs'

  for (const address of ['/7/12', '/pay/12', '/page/12', `${site}/7/12`, '/docs/7/12', '/docs/pay/12', '/docs/page/12'])
    expect(await pageAt(site, address)).toBe(12)
  for (const address of ['/docs', '/docs/8/12', '/docs/docs/7/12', '/other/7/12', 'https://elsewhere.org/docs/7/12'])
    expect(await pageAt(site, address)).toBeNull()
})

it('takes nothing off an address where the site has no path', async () => {
  expect(await pageAt('https://example.org', '/docs/7/12')).toBeNull()
  expect(await pageAt('', '/docs/7/12')).toBeNull()
})
