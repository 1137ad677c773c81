// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { stubDialogs, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, Refused, until } from '#tests/support/mounted.tsx'
import { ItemViewScreen } from './item-view-screen.tsx'

const info = {
  ...{ itemId: 1, itemName: 'Shop', itemType: 'regular', itemDomain: '', isArchived: false, showWatermark: false },
  ...{ canEdit: false, canManage: false, isLogin: false },
  menu: { pages: [7, 8].map((pageId) => ({ pageId, pageTitle: `Page ${pageId}` })), catalogs: [] },
}
const whole = {
  ...{ pageId: 7, itemId: 1, pageTitle: 'Page 7', html: '<p>seven</p>', headings: [], catalogId: 0, canEdit: false },
  ...{ authorUsername: 'ann', savedAt: '2026-03-01T09:30:00.000Z', attachmentCount: 0, kind: 'markdown' },
}

/** A reader of the first page, whose session or pass has ended since. */
async function ended() {
  const { place } = await mounted(
    <Route path="/:item/:pageId?">
      <ItemViewScreen />
    </Route>,
    {
      'item.info': () => info,
      'page.view': ({ pageId }: { pageId: number }) => {
        if (pageId === 7) return whole
        throw new Refused('itemClosed')
      },
    },
  )
  await until(() => place.textContent.includes('seven'))
  await act(() => vi.dynamicImportSettled())
  return place
}

beforeEach(() => {
  stubDialogs()
  stubMatchMedia()
  stubResizeObserver()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  history.replaceState(null, '', '/1/7')
})

it('[PWD-01] a reader whose pass has ended is asked at the gate before the next page', async () => {
  await ended()

  await act(async () => navigate('/1/8'))

  await until(() => location.pathname !== '/1/8')
  expect(location.pathname + location.search).toBe('/item/password/1?page_id=8&redirect=%2F1%2F8')
})

it('a page that is not in the menu is not here, whether or not its item is closed', async () => {
  const place = await ended()

  await act(async () => navigate('/1/9'))

  await until(() => place.textContent.includes('This page is not here'))
  expect(location.pathname).toBe('/1/9')
})
