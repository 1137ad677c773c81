// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubDialogs, stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, Refused, until } from '#tests/support/mounted.tsx'
import { api } from '../../api/trpc.ts'
import { Themed } from '../../theme/themed.tsx'
import { AdminScreen } from './admin-screen.tsx'

beforeEach(() => {
  // Missing in jsdom, but needed for the screen.
  stubFonts()
  stubResizeObserver()
  stubMatchMedia()
  stubDialogs()
  history.replaceState(null, '', '/admin/index')
})

/** What an administrator does in the console. */
function Deed() {
  const end = api.adminUser.endSessions.useMutation({ meta: { isQuiet: true } })
  return (
    <button data-deed onClick={() => end.mutate({ userId: 2 })}>
      End
    </button>
  )
}

it.each([
  [
    'whose rights were ended, is led out with words',
    'ordinary',
    'Sections of the administration',
    'You no longer administer this site',
  ],
  ['who may do it, but not this, stays', 'admin', 'You no longer', 'Administration'],
])('[ADMIN-53] an administrator %s', async (_, siteRole, not, shown) => {
  let role = 'admin'
  const { place } = await mounted(
    <Themed>
      <AdminScreen />
      <Deed />
    </Themed>,
    {
      'account.me': () => ({ username: 'ada', name: '', siteRole: role, isSecondFactorDue: false, hasPassword: true }),
      'adminUser.endSessions': () => {
        throw new Refused('notAllowed')
      },
    },
  )
  await until(() => place.textContent?.includes('Administration'))

  role = siteRole
  await act(async () => place.querySelector<HTMLButtonElement>('[data-deed]')?.click())

  await until(() => place.textContent?.includes(shown))
  expect(place.textContent).not.toContain(not)
  expect(location.pathname).toBe('/admin/index')
})
