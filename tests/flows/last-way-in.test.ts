import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeSettings } from '#core/settings.ts'
import { siteRules } from '#core/access/site-rules.ts'
import { signInRedirects, type SignInRedirect } from '#core/account/sign-in-redirects.ts'
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
        ...{ id: 'elsewhere', version: '', reason: null, failures: [], restingKinds: [], searchRestsUntil: null },
        ...{ name: { en: '', 'zh-cn': '' }, summary: { en: '', 'zh-cn': '' } },
        state: state.isOn ? 'running' : 'off',
      },
    ],
    settings: () => [],
    requireSwitch: () => undefined,
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
