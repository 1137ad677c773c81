import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSettings } from '#core/settings.ts'
import { siteRules } from '#core/access/site-rules.ts'
import { signInRedirects, type SignInRedirect } from '#core/account/sign-in-redirects.ts'
import { loginMethods, type LoginMethod } from '#core/account/login-methods.ts'
import type { ExtensionPoint } from '#core/extension.ts'
import { coreOperations } from '#core/operations.ts'
import type { PluginSwitches } from '#core/ports/plugins.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world, type World } from '#tests/support/world.ts'

let here: World
beforeAll(async () => {
  here = await world({ fresh: true })
})
afterAll(() => here.close())

const redirect: SignInRedirect = {
  id: 'elsewhere',
  title: { en: 'elsewhere', 'zh-cn': '别处' },
  start: async () => 'https://elsewhere.example',
  finish: async () => null,
}

it('while passwords are off, keeps the plugin on by which the only administrator has logged in', async () => {
  const state = { isOn: true }
  const plugins: PluginSwitches = {
    list: () => [
      {
        ...{
          id: 'elsewhere',
          version: '',
          staysOn: false,
          reason: null,
          failures: [],
          restingKinds: [],
          searchRestsUntil: null,
          ignoredPoints: [],
        },
        ...{ name: { en: '', 'zh-cn': '' }, summary: { en: '', 'zh-cn': '' } },
        state: state.isOn ? 'running' : 'off',
      },
    ],
    settings: () => [],
    requireSwitch: () => undefined,
    requireSwitchOff: () => undefined,
    switchOn: () => void (state.isOn = true),
    switchOff: () => void (state.isOn = false),
  }
  const extensions = <Value>(point: ExtensionPoint<Value>): readonly Value[] =>
    point.id === signInRedirects.id && state.isOn ? [redirect as Value] : []
  const { product, clock } = here
  const { identities, users } = product.database
  const user = await users.byId(here.admin.id)
  if (!user) throw new Error('there is no administrator')
  const admin = new Person({ ...product, services: { ...product.services, plugins, extensions } }, user)
  await identities.link(admin.id, { methodId: 'elsewhere', externalId: 'e1' }, clock.now())
  await identities.noteLogin(admin.id, 'elsewhere', clock.now())
  const switchOff = () => outcomeOf(admin.do(coreOperations.plugin.switchOff, { id: 'elsewhere' }))
  await writeSettings(product.database, siteRules, { arePasswordsOn: false })

  expect([await switchOff(), state.isOn]).toEqual(['lastWayIn', true])

  await writeSettings(product.database, siteRules, { arePasswordsOn: true })
  expect([await switchOff(), state.isOn]).toEqual(['nothing', false])
})

describe('while passwords are off', () => {
  const directory: LoginMethod = { id: 'directory', title: redirect.title, verify: async () => null }
  const further: SignInRedirect = { ...redirect, id: 'further' }

  /** An administrator who has logged in by some of these ways, and the product that offers them all. */
  async function administratorBy(username: string, led: readonly string[], linked: readonly string[] = []) {
    const { product, clock } = here
    const { identities } = product.database
    const extensions = <Value>(point: ExtensionPoint<Value>): readonly Value[] => {
      if (point.id === signInRedirects.id) return [redirect as Value, further as Value]
      return point.id === loginMethods.id ? [directory as Value] : []
    }
    const offering = { ...product, services: { ...product.services, extensions } }
    await writeSettings(product.database, siteRules, { arePasswordsOn: true })
    for (const former of await product.database.users.admins())
      await product.database.users.update(former.id, { isAdmin: former.id === here.admin.id })
    await identities.unlink(here.admin.id, 'elsewhere')
    const { account } = await here.addUser(username, { isAdmin: true, passwordHash: null })
    for (const methodId of [...led, ...linked])
      await identities.link(account.id, { methodId, externalId: username }, clock.now())
    for (const methodId of led) await identities.noteLogin(account.id, methodId, clock.now())
    await writeSettings(product.database, siteRules, { arePasswordsOn: false })
    return { own: new Person(offering, account), by: new Person(offering, here.admin.account) }
  }

  it('gives no password to the only administrator who comes by a directory, which would not be asked any more', async () => {
    const { own, by } = await administratorBy('dora', ['directory'])
    const give = (userId: number) =>
      outcomeOf(
        by.do(coreOperations.adminUser.save, {
          userId,
          password: 'another long sentence',
          replacesOtherLogin: true,
        }),
      )

    expect(await give(own.id)).toBe('lastWayIn')
    expect((await here.product.database.users.byId(own.id))?.passwordHash).toBeNull()

    const other = await administratorBy('dieter', ['elsewhere'])
    expect(await give(other.own.id)).toBe('nothing')
  })

  it('unlinks no site of the only administrator, where the other one has never led in', async () => {
    const { own } = await administratorBy('sita', ['elsewhere'], ['further'])
    const unlink = (id: string) => outcomeOf(own.do(coreOperations.account.unlinkLogin, { id, password: own.username }))

    expect(await unlink('elsewhere')).toBe('lastWayIn')
    expect(await unlink('further')).toBe('nothing')
  })
})
