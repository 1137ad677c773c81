// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import type { PageArticle } from '#web/article/shown-page.ts'
import type { ItemInfo } from './menu-nodes.ts'
import { MoreActions } from './more-actions.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('begins to load plugins when a visitor opens the menu, not when they are no longer awaited', async () => {
  const info = { itemId: 7, isLoggedIn: false } as ItemInfo
  const { place } = await mounted(
    <MoreActions info={info} page={{ pageId: 8 } as PageArticle} onChoose={() => undefined} />,
    {},
  )

  await until(() => place.textContent.includes('History'))

  expect(place.textContent).toContain('Share')
})
