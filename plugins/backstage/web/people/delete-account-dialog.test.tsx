// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { stubDialogs, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import type { ListedAccount } from './listed-account.ts'

beforeEach(() => {
  // Missing in jsdom, but needed for dialogs.
  stubResizeObserver()
  stubMatchMedia()
  stubDialogs()
})

const LENA = { userId: 2, username: 'lena' } as ListedAccount
const TEMPLATES = { kind: 'template', one: 'Template', many: 'templates', total: 3 }

const shown = (besides: readonly object[]) =>
  mounted(
    <Themed>
      <DeleteAccountDialog account={LENA} onClose={() => undefined} />
    </Themed>,
    { 'adminUser.belongings': () => ({ list: [], total: besides.length, besides }) },
  )
const isReady = (place: HTMLElement) =>
  place.querySelector('.dialog-foot button:last-child')?.getAttribute('aria-disabled') !== 'true'

it('before an account is deleted, it is said what nobody takes over', async () => {
  const { place } = await shown([TEMPLATES])

  await until(() => isReady(place))

  expect(place.querySelector('.dialog-body')?.textContent).toContain('people.deleteUnclaimed')
})

it('nothing more is said where somebody has nothing like that', async () => {
  const { place } = await shown([])

  await until(() => isReady(place))

  expect(place.querySelector('.dialog-body')?.textContent).toBe('people.deleteText')
})
