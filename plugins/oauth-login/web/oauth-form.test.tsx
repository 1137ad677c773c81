// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { OauthSection } from './oauth-section.tsx'

beforeEach(() => {
  // Missing in jsdom, but needed for the colours of the fields.
  stubResizeObserver()
  stubMatchMedia()
})

const stored = (clientId: string, host: string) => ({
  oauth2Open: false,
  stamps: { clientSecret: '' },
  oauth2Form: {
    ...{ newAccounts: 'nobody', accountDomains: '', accountClaim: '', accountClaimValue: '', entranceTips: '' },
    ...{ redirectUri: '', clientId, clientSecret: '', issuer: '', protocol: 'https', host, authorizePath: '' },
    ...{ tokenPath: '', resourcePath: '', userinfoPath: '', scope: '', idField: '', logoutRedirectUri: '' },
  },
})

it('the form sends what was changed, shows what another administrator saved meanwhile, and keeps what is typed', async () => {
  const sent: unknown[] = []
  const reading = Promise.withResolvers<object>()
  let reads = 0
  const { place } = await mounted(
    <Themed>
      <OauthSection />
    </Themed>,
    {
      'oauthLogin.loadConfig': () => {
        reads += 1
        return reads === 1 ? stored('client', 'before.example.org') : reading.promise
      },
      'oauthLogin.saveConfig': (input) => {
        sent.push(input)
        return {}
      },
      'oauthSites.list': () => ({ sites: [] }),
    },
  )
  const field = (value: string) =>
    [...place.querySelectorAll<HTMLInputElement>('form input')].find((input) => input.value === value)
  const type = (before: string, after: string) =>
    act(async () => {
      const input = field(before)
      typeInto(input, after)
    })
  await until(() => field('client'))
  await type('client', 'sent')
  await act(async () => place.querySelector('form')?.requestSubmit())
  await until(() => reads === 2)
  await type('sent', 'typed')

  await act(async () => reading.resolve(stored('sent', 'after.example.org')))
  await until(() => field('after.example.org'))

  expect(sent).toEqual([{ oauth2Form: { clientId: 'sent' }, seen: { clientId: 'client' } }])
  expect(field('typed')).toBeDefined()
})
