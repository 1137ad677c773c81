import { describe, expect, it } from 'vitest'
import { auditOperations } from '#core/audit/operations.ts'
import { itemOperations } from '#core/item/operations.ts'
import { contribute, definePlugin, unreadCounters, type Contribution, type Plugin } from '#core/plugin.ts'
import type { PluginReason } from '#core/ports/plugins.ts'
import { coreOperations } from '#core/operations.ts'
import { readSettings, writeSettings } from '#core/settings.ts'
import { pluginOperations } from '#core/site/plugin-operations.ts'
import { pluginsSettings } from '#core/site/plugin-settings.ts'
import { named } from '#core/operation.ts'
import { FollowedSwitches } from '#server/compose/followed-switches.ts'
import type { PluginRegistry } from '#server/compose/plugin-registry.ts'
import { RememberedKinds } from '#server/compose/remembered-kinds.ts'
import { bringUpPlugins } from '#server/compose/plugins.ts'
import { bringUp, hostOf, plugin } from '#tests/support/plugin-host.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const { settings } = coreOperations
const { plugin: switches } = named({ plugin: pluginOperations })

/** A world in which these plugins came up, as far as they did. */
async function worldWith(...found: readonly Partial<Plugin>[]) {
  const contributes: Contribution[] = []
  const people = await world({ contributes })
  const { plugins } = await bringUpPlugins({
    found: found.map(({ id = 'one', ...rest }) => ({
      id,
      load: async () => definePlugin({ id, apiVersion: 2, summary: `The plugin ${id}.`, ...rest }),
      webFiles: () => null,
    })),
    disabled: ['unwanted'],
    coreOperations: {},
    services: people.services,
    migrate: async () => {},
    bind: (plugin) => void contributes.push(...(plugin.contributes ?? [])),
    registry: people.services.plugins as PluginRegistry,
  })
  const ctx = { store: people.product.database, services: people.services }
  const statesFor = async () =>
    (await people.admin.do(switches.list, {})).plugins.map(({ id, state }) => `${id} ${state}`)
  return { ...people, plugins, ctx, statesFor }
}
const BY_ERRORS: PluginReason = {
  ...{ kind: 'failures', count: 5 },
  last: { how: 'error', part: { kind: 'itself', name: '' }, problem: 'boom', at: new Date(0) },
}
const NEVER_KEPT: readonly (readonly [string, () => undefined])[] = [['then', () => undefined]]
const broken: Partial<Plugin> = { id: 'broken', start: () => Promise.reject(new Error('no mail server')) }

describe('an administrator', () => {
  it('sees which plugins run, and why others do not', async () => {
    const { admin } = await worldWith({ id: 'one' }, broken, { id: 'unwanted' })

    expect((await admin.do(switches.list, {})).plugins).toMatchObject([
      { id: 'unwanted', name: 'unwanted', summary: '', version: '', state: 'disabled', reason: '' },
      { id: 'broken', name: 'broken', summary: '', state: 'failed', reason: 'no mail server' },
      { id: 'one', name: 'one', summary: 'The plugin one.', version: '', state: 'running', reason: '' },
    ])
  })

  it('sees the version of a plugin, and its name in the own language', async () => {
    const messages = { en: { name: 'One' }, 'zh-cn': { name: '一号', summary: '一个插件。' } }
    const { admin } = await worldWith({ id: 'one', version: '1.2.0', messages })
    const list = async () => (await admin.do(switches.list, {})).plugins

    expect(await list()).toMatchObject([{ id: 'one', name: 'One', summary: 'The plugin one.', version: '1.2.0' }])
    admin.session.language = 'zh-cn'
    expect(await list()).toMatchObject([{ name: '一号', summary: '一个插件。' }])
  })

  it('sees what of a plugin fails while it runs, and why it does not, for the words of a screen', async () => {
    const failing = { 'one.try': { run: () => Promise.reject(new Error('boom')) } }
    const { admin, plugins, ctx } = await worldWith({ id: 'one', jobs: failing }, { id: 'two', needs: ['three'] })
    const run = () => plugins[0]?.jobs?.['one.try']?.run(ctx, {}, { signal: new AbortController().signal })
    const list = async () => (await admin.do(switches.list, {})).plugins
    const last = { how: 'error', part: 'job', name: 'one.try', problem: 'boom', at: expect.any(Date) }

    for (let count = 1; count <= 2; count += 1) await expect(run()).rejects.toThrow()

    expect(await list()).toMatchObject([
      { id: 'two', why: { kind: 'needs', missing: ['three'], notRunning: [] }, failures: null },
      { id: 'one', reason: '', why: null, failures: { count: 2, last } },
    ])
    for (let count = 3; count <= 5; count += 1) await expect(run()).rejects.toThrow()
    expect((await list())[1]).toMatchObject({ why: { kind: 'failures', count: 5, last }, failures: null })
  })

  it('can tell a plugin that its errors have switched off from one that somebody has', async () => {
    const { admin, services } = await worldWith({ id: 'one' }, { id: 'two' })
    const offByErrors = async () =>
      (await admin.do(switches.list, {})).plugins.map(({ id, isOffByErrors }) => [id, isOffByErrors])

    await admin.do(switches.switchOff, { id: 'one' })
    services.plugins.switchOff('two', BY_ERRORS)

    expect(await offByErrors()).toEqual([
      ['one', false],
      ['two', true],
    ])
  })

  it('switches a plugin on again that five errors have switched off, on record and without a start', async () => {
    const failing = { 'one.try': { run: () => Promise.reject(new Error('boom')) } }
    const { admin, plugins, ctx, statesFor } = await worldWith({ jobs: failing })
    const run = () => plugins[0]?.jobs?.['one.try']?.run(ctx, {}, { signal: new AbortController().signal })
    for (let count = 1; count <= 5; count += 1) await expect(run()).rejects.toThrow('of the plugin one failed')
    expect(await statesFor()).toEqual(['one off'])
    await expect(run()).rejects.toThrow('switched off')

    await admin.do(switches.switchOn, { id: 'one' })

    expect(await statesFor()).toEqual(['one running'])
    await expect(run()).rejects.toThrow('of the plugin one failed')
    const { list } = await admin.do(auditOperations.list, { action: 'plugin.enabled', actorId: admin.id })
    expect(list).toMatchObject([
      { objectType: 'plugin', objectId: 'one', operation: 'plugin.switchOn', result: 'done' },
    ])
  })

  it('switches a plugin off for longer than this start', async () => {
    const { admin, ctx, statesFor } = await worldWith({ id: 'one' })

    await admin.do(switches.switchOff, { id: 'one' })

    expect(await statesFor()).toEqual(['one off'])
    expect((await readSettings(ctx.store, pluginsSettings)).switchedOff).toEqual(['one'])
    await admin.do(switches.switchOn, { id: 'one' })
    expect((await readSettings(ctx.store, pluginsSettings)).switchedOff).toEqual([])
  })

  it('switches nothing that could not be kept', async () => {
    const { admin, product, statesFor } = await worldWith({ id: 'one' })
    const { database } = product
    const kept = database.transaction
    const lose: typeof kept = (work) =>
      kept(async (store) => {
        await work(store)
        throw new Error('the connection was lost at the commit')
      })

    Object.assign(database, { transaction: lose })
    await expect(admin.do(switches.switchOff, { id: 'one' })).rejects.toThrow('lost at the commit')
    Object.assign(database, { transaction: kept })

    expect(await statesFor()).toEqual(['one running'])
  })

  it('switches a plugin at every server of the database', async () => {
    const { admin, ctx, statesFor, services } = await worldWith({ id: 'one' }, { id: 'two' })
    const { registry } = await bringUp(hostOf([plugin('one'), plugin('two'), plugin('three')]))
    const elsewhere = new FollowedSwitches(ctx.store, registry, new RememberedKinds(), services.log)
    const statesElsewhere = async () => {
      await elsewhere.look()
      return registry.list().map(({ id, state }) => `${id} ${state}`)
    }
    const all = (one: string, two: string) => [`one ${one}`, `two ${two}`]

    await admin.do(switches.switchOff, { id: 'one' })
    expect(await statesElsewhere()).toEqual([...all('off', 'running'), 'three running'])

    // Errors of its own do not end there because another plugin is switched.
    registry.switchOff('two', BY_ERRORS)
    await admin.do(switches.switchOn, { id: 'one' })
    expect(await statesElsewhere()).toEqual([...all('running', 'off'), 'three running'])

    await admin.do(switches.switchOn, { id: 'two' })
    expect(await statesElsewhere()).toEqual([...all('running', 'running'), 'three running'])
    expect(await statesFor()).toEqual(all('running', 'running'))
  })

  it('cannot switch off the plugin with the switches, by any way, also where an earlier version did', async () => {
    const { admin, ctx, statesFor, services } = await worldWith({ id: 'console', staysOn: true }, { id: 'one' })
    const isOn = ['console running', 'one running']

    expect(await outcomeOf(admin.do(switches.switchOff, { id: 'console' }))).toBe('consoleStays')
    const values = { switchedOff: 'console' }
    expect(await outcomeOf(admin.do(settings.write, { section: 'plugins', values }))).toBe('notFound')
    const sections = { plugins: values }
    const file = JSON.stringify({ format: 'octavo-settings', version: 1, sections })
    expect(await admin.do(settings.previewFile, { file })).toMatchObject({ sections: [], passedOver: ['plugins'] })
    expect(await admin.do(settings.importFile, { file })).toEqual({ changed: 0 })
    expect((await readSettings(ctx.store, pluginsSettings)).switchedOff).toEqual([])
    expect(() => services.plugins.switchOff('console', BY_ERRORS)).toThrow('consoleStays')

    await writeSettings(ctx.store, pluginsSettings, { switchedOff: ['console'], timesSwitched: { console: 1 } })
    const registry = services.plugins as PluginRegistry
    await new FollowedSwitches(ctx.store, registry, new RememberedKinds(), services.log).look()

    expect(await statesFor()).toEqual(isOn)
    expect((await admin.do(switches.list, {})).plugins.map(({ staysOn }) => staysOn)).toEqual([true, false])
    await writeSettings(ctx.store, pluginsSettings, {})
  })

  it('is told which plugins have no switch, and nothing of it is kept', async () => {
    const { admin, ctx } = await worldWith(broken)

    expect(await outcomeOf(admin.do(switches.switchOn, { id: 'broken' }))).toBe('notAvailable')
    expect(await outcomeOf(admin.do(switches.switchOff, { id: 'nowhere' }))).toBe('notFound')
    expect((await readSettings(ctx.store, pluginsSettings)).switchedOff).toEqual([])
  })
})

describe('[ITEM-26] an item is shown whatever becomes of what counts unread things', () => {
  it.each([
    ['never ends', () => new Promise<number>(() => {})],
    [
      'throws at once',
      (): Promise<number> => {
        throw new Error('boom')
      },
    ],
    ['fails', () => Promise.reject(new Error('boom'))],
    ['gives no number', async () => undefined as unknown as number],
    ['counts to nowhere', async () => Number.NaN],
    ['counts below nothing', async () => -1],
    // As the builders of queries are, which wait until somebody waits for them.
    ['never ends, and is no promise', () => Object.fromEntries(NEVER_KEPT) as unknown as Promise<number>],
  ])('and it %s', async (_, count) => {
    const { editor, addItem } = await worldWith({
      contributes: [contribute(unreadCounters, async () => 3), contribute(unreadCounters, count)],
    })
    const { id } = await addItem()

    expect(await editor.do(itemOperations.info, { itemId: id })).toMatchObject({ itemId: id, unreadCount: 3 })
  })
})
