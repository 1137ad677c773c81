// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { LdapSection } from './ldap-section.tsx'

beforeEach(() => {
  // Missing in jsdom, but needed for the colours of the fields.
  stubResizeObserver()
  stubMatchMedia()
})
afterEach(() => vi.useRealTimers())

const CONFIG = {
  ldapOpen: false,
  ldapForm: {
    ...{ host: 'ldap.example.org', port: 389, version: 3, security: 'none', caCertificate: '' },
    ...{ baseDn: 'dc=example,dc=org', bindDn: '', bindPassword: '', userField: 'uid', searchFilter: '' },
  },
}

it('[ADMIN-40] [CONST-31] says after 30 s that a save was not answered, and lets it be sent again', async () => {
  let saves = 0
  const { place } = await mounted(
    <Themed>
      <LdapSection />
    </Themed>,
    {
      'ldapLogin.loadConfig': () => CONFIG,
      'ldapLogin.saveConfig': () => {
        saves += 1
        return new Promise(() => {})
      },
    },
  )
  await until(() => place.querySelector('form'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const button = () => place.querySelector<HTMLButtonElement>('button[type=submit]')

  await act(async () => place.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
  await act(async () => place.querySelector('form')?.requestSubmit())
  await pass(29_000)
  expect([saves, button()?.disabled, place.querySelector('[role=alert]')]).toEqual([1, true, null])

  await pass(1_100)
  expect(place.querySelector('[role=alert]')).not.toBeNull()
  expect(button()?.disabled).toBe(false)
})
