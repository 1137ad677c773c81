// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, Refused, typeInto, until, type Answers } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { LdapSection } from './ldap-section.tsx'

beforeEach(() => {
  // Missing in jsdom, but needed for the colours of the fields.
  stubFonts()
  stubResizeObserver()
  stubMatchMedia()
})
afterEach(() => vi.useRealTimers())

const CONFIG = {
  ldapOpen: false,
  stamps: { bindPassword: '' },
  ldapForm: {
    ...{ host: 'ldap.example.org', port: 389, version: 3, security: 'none', caCertificate: '' },
    ...{ baseDn: 'dc=example,dc=org', bindDn: '', bindPassword: '', userField: 'uid', searchFilter: '' },
  },
}

const section = (answers: Answers) =>
  mounted(
    <Themed>
      <LdapSection />
    </Themed>,
    { 'ldapLogin.loadConfig': () => CONFIG, ...answers },
  )

it('[ADMIN-40] [CONST-31] says after 30 s that a save was not answered, and lets it be sent again', async () => {
  let saves = 0
  const { place } = await section({
    'ldapLogin.saveConfig': () => {
      saves += 1
      return new Promise(() => {})
    },
  })
  await until(() => place.querySelector('form'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const isOff = () => place.querySelector('button[type=submit]')?.getAttribute('aria-disabled')

  await act(async () => place.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
  await act(async () => place.querySelector('form')?.requestSubmit())
  await pass(29_000)
  expect([saves, isOff(), place.querySelector('[role=alert]')]).toEqual([1, 'true', null])

  await pass(1_100)
  expect(place.querySelector('[role=alert]')).not.toBeNull()
  expect(isOff()).toBe('false')
})

interface Sent {
  readonly seen: Readonly<Record<string, string>>
}
interface Times {
  /** The settings, read again after a save. */
  later?(): object | Promise<object>
  /** What the server answers to a save. */
  answer?(sent: Sent): object
}

/** The section, with what it sent; the settings are `stored` at first. */
async function scene(stored: object, { later = () => stored, answer = () => ({}) }: Times = {}) {
  const sent: unknown[] = []
  let reads = 0
  const { place } = await section({
    'ldapLogin.loadConfig': () => {
      reads += 1
      return reads === 1 ? stored : later()
    },
    'ldapLogin.saveConfig': (input: Sent) => {
      sent.push(input)
      return answer(input)
    },
  })
  const field = (value: string) =>
    [...place.querySelectorAll<HTMLInputElement>('form input')].find((input) => input.value === value)
  const type = async (input: HTMLInputElement | undefined | null, after: string) =>
    act(async () => {
      typeInto(input, after)
    })
  const submit = () => act(async () => place.querySelector('form')?.requestSubmit())
  await until(() => place.querySelector('form'))
  return { place, sent, reads: () => reads, field, type, submit }
}

it('the form sends what was changed, shows what another administrator saved meanwhile, and keeps what is typed', async () => {
  const reading = Promise.withResolvers<object>()
  const { sent, reads, field, type, submit } = await scene(CONFIG, { later: () => reading.promise })
  await type(field('ldap.example.org'), 'sent.example.org')
  await submit()
  await until(() => reads() === 2)
  await type(field('sent.example.org'), 'typed.example.org')

  const ldapForm = { ...CONFIG.ldapForm, host: 'sent.example.org', userField: 'mail' }
  await act(async () => reading.resolve({ ...CONFIG, ldapForm }))
  await until(() => field('mail'))

  expect(sent).toEqual([{ ldapForm: { host: 'sent.example.org' }, seen: { host: 'ldap.example.org' } }])
  expect(field('typed.example.org')).toBeDefined()
})

it.each(['starttls', 'ldaps'])(
  'a first host is sent with %s when the form shows it, and not without',
  async (security) => {
    const { place, sent, type, submit } = await scene({
      ...CONFIG,
      ldapForm: { ...CONFIG.ldapForm, host: '', security },
    })

    await type(place.querySelector<HTMLInputElement>('form input:not([type=checkbox])'), 'first.example.org')
    await submit()
    await until(() => sent.length > 0)

    expect(sent).toEqual([{ ldapForm: { host: 'first.example.org', security }, seen: { host: '' } }])
  },
)

it('tells of another value that somebody else saved meanwhile, and replaces it only when saved again', async () => {
  const empty = { ...CONFIG, ldapForm: { ...CONFIG.ldapForm, host: '', security: 'starttls' } }
  const { place, sent, field, type, submit } = await scene(empty, {
    answer({ seen }) {
      if (seen['host'] !== 'theirs.example.org') throw new Refused('overtaken', { host: 'theirs.example.org' })
      return {}
    },
  })
  await type(place.querySelector<HTMLInputElement>('form input:not([type=checkbox])'), 'mine.example.org')

  await submit()
  await until(() => place.textContent?.includes('Somebody else has saved “theirs.example.org” meanwhile'))
  expect(field('mine.example.org')).toBeDefined()

  await submit()
  await until(() => sent.length > 1)
  // The encryption is theirs, whose host came first.
  expect(sent[1]).toEqual({ ldapForm: { host: 'mine.example.org' }, seen: { host: 'theirs.example.org' } })
})

it('a directory without a host is told at its field, and is neither saved nor tried', async () => {
  const { place, sent, submit } = await scene({ ...CONFIG, ldapOpen: true, ldapForm: { ...CONFIG.ldapForm, host: '' } })
  const host = place.querySelector<HTMLInputElement>('form input:not([type=checkbox])')

  await submit()
  expect(host?.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(host)

  host?.blur()
  await act(async () => place.querySelector<HTMLButtonElement>('.ldap-try button[type=submit]')?.click())
  expect(document.activeElement).toBe(host)
  expect(sent).toEqual([])
})

it('the button of a trial keeps the focus while the trial runs, which is not started twice', async () => {
  let trials = 0
  const { place } = await section({
    'ldapLogin.tryConfig': () => {
      trials += 1
      return new Promise(() => {})
    },
  })
  await until(() => place.querySelector('.ldap-try'))
  const button = place.querySelector<HTMLButtonElement>('.ldap-try button[type=submit]')
  button?.focus()

  await act(async () => button?.click())
  await until(() => button?.getAttribute('aria-disabled') === 'true')
  await act(async () => button?.click())
  await act(async () => button?.form?.requestSubmit())

  expect(document.activeElement).toBe(button)
  expect(trials).toBe(1)
})

it('what a trial found goes when the form changes: it does not apply to other settings', async () => {
  const { place } = await section({
    'ldapLogin.tryConfig': () => ({ steps: [{ step: 'connect', problem: 'notReached' }], person: null, teams: null }),
  })
  await until(() => place.querySelector('.ldap-try'))
  await act(async () => place.querySelector<HTMLButtonElement>('.ldap-try button[type=submit]')?.click())
  await until(() => place.querySelector('.trial-steps'))

  await act(async () => typeInto(place.querySelector('form input:not([type=checkbox])'), 'other.example.org'))

  expect(place.querySelector('.trial-steps')).toBeNull()
})
