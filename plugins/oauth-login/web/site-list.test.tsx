// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { SiteList } from './site-list.tsx'

beforeEach(() => {
  // Missing in jsdom, but needed for the colours of the fields.
  stubResizeObserver()
  stubMatchMedia()
})

const site = (id: string, clientId = `client of ${id}`) => ({
  id,
  isOpen: true,
  stamps: { clientSecret: '' },
  form: {
    ...{ preset: 'github', title: id, icon: '', entranceTips: '', newAccounts: 'nobody', accountDomains: '' },
    ...{ accountClaim: '', accountClaimValue: '', redirectUri: '', clientId, clientSecret: '', issuer: '' },
    ...{ protocol: 'https', host: '', authorizePath: '', tokenPath: '', resourcePath: '', userinfoPath: '' },
    ...{ scope: '', idField: '', logoutRedirectUri: '', agentId: '', loginAddress: '' },
  },
})

/** Two sites; answers to saves, and to reading the list again, come when the test lets them. */
async function scene() {
  const saving = Promise.withResolvers<object>()
  const reading = Promise.withResolvers<object>()
  let reads = 0
  const { place } = await mounted(
    <Themed>
      <SiteList />
    </Themed>,
    {
      'oauthSites.list': () => {
        reads += 1
        return reads === 1 ? { sites: [site('one'), site('two')] } : reading.promise
      },
      'oauthSites.save': () => saving.promise,
    },
  )
  await until(() => place.querySelector('li'))
  const press = (at: number) =>
    act(async () => place.querySelectorAll<HTMLButtonElement>('li button[aria-expanded]')[at]?.click())
  const field = (value: string) =>
    [...place.querySelectorAll<HTMLInputElement>('form input')].find((input) => input.value === value)
  const type = async (before: string, after: string) => {
    await until(() => field(before))
    await act(async () => {
      const input = field(before)
      typeInto(input, after)
    })
  }
  const submit = () => act(async () => place.querySelector('form')?.requestSubmit())
  return { place, saving, reading, reads: () => reads, press, field, type, submit }
}

it('what is typed for another site meanwhile stays when the sites are read again after a save', async () => {
  const { press, type, submit, saving, reading, reads, field, place } = await scene()
  await press(0)
  await type('client of one', 'sent')
  await submit()
  await act(async () => saving.resolve({}))
  await until(() => reads() === 2)
  await press(0)
  await press(1)
  await type('client of two', 'typed')

  await act(async () => reading.resolve({ sites: [site('one', 'renamed'), site('another'), site('two')] }))
  await until(() => place.querySelectorAll('li').length === 3)

  expect(field('typed')).toBeDefined()
})

it('the sites are read again after a save even when its form was closed before the answer', async () => {
  const { press, type, submit, saving, reading, reads, field, place } = await scene()
  await press(0)
  await type('client of one', 'sent')
  await submit()
  await press(0)

  await act(async () => saving.resolve({}))
  await until(() => reads() === 2)
  await act(async () => reading.resolve({ sites: [site('one', 'renamed')] }))
  await until(() => place.querySelectorAll('li').length === 1)
  await press(0)

  expect(field('renamed')).toBeDefined()
})
