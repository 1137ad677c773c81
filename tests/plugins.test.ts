import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { command, contribute, definePlugin, extensionPoint, nothing, type Plugin } from '#core/plugin.ts'
import { findBuiltPlugins, findSourcePlugins } from '#server/compose/plugin-loader.ts'
import { bringUpPlugins, type FoundPlugin, type PluginHost } from '#server/compose/plugins.ts'
import { testServices } from './support/services.ts'

const base = { apiVersion: 1, summary: 'A plugin of a test.' }
const answer = (rest?: { readonly path: string }) =>
  command({
    summary: 'Answers.',
    audience: 'anyone',
    input: nothing(),
    output: nothing(),
    ...(rest ? { rest } : {}),
    run: async () => ({}),
  })
const coreOperations = { page: { save: answer(), copy: answer({ path: 'page/duplicate' }) } }

const shelved = (id: string, load: () => Promise<unknown>): FoundPlugin => ({ id, load, webEntry: async () => null })
const plugin = (id: string, rest: Partial<Plugin> = {}): FoundPlugin =>
  shelved(id, async () => definePlugin({ id, ...base, ...rest }))

// Nothing but what hangs takes as long, on whatever machine; with it, time is passed by hand.
const CALL_MS = 20_000
const bound: string[] = []
const hostOf = (found: readonly FoundPlugin[], rest: Partial<PluginHost> = {}): PluginHost => ({
  found,
  disabled: [],
  coreOperations,
  services: testServices().services,
  migrate: async () => {},
  bind: ({ id }) => {
    bound.push(id)
    return () => bound.splice(bound.indexOf(id), 1)
  },
  limits: { callMs: CALL_MS, errorsPerHour: 5 },
  ...rest,
})

/** Brings up one plugin beside a good one, and gives the reason why it does not run. */
async function reasonFor(broken: FoundPlugin, before: readonly FoundPlugin[] = []): Promise<string | undefined> {
  const { plugins, statuses } = await bringUpPlugins(hostOf([...before, broken, plugin('good')]))
  expect(plugins.map(({ id }) => id)).toContain('good')
  const status = statuses.findLast(({ id }) => id === broken.id)
  expect(status?.state).toBe('failed')
  return status?.reason
}
const route = (prefix: string) => ({ prefix, answer: async () => new Response() })
const doNothing = async (): Promise<void> => {}
/** What comes of it once a call has taken as long as it may. */
async function afterLimit<T>(begin: () => Promise<T>): Promise<T> {
  vi.useFakeTimers()
  const outcome = begin()
  await vi.advanceTimersByTimeAsync(CALL_MS)
  return outcome
}
afterEach(() => void vi.useRealTimers())
const failToMigrate = () => Promise.reject(new Error('syntax error at or near "nonsense"'))
const broken = (rest: object) => shelved('broken', async () => ({ id: 'broken', ...base, ...rest }))

describe('a plugin that cannot come up is left out with its reason, and the rest run', () => {
  it('has no default export', async () => {
    expect(await reasonFor(shelved('broken', async () => undefined))).toBe('its entry has no default export')
  })
  it('throws on import', async () => {
    const throwing = shelved('broken', () => Promise.reject(new Error('a semicolon too many')))

    expect(await reasonFor(throwing)).toBe('a semicolon too many')
  })
  it('never finishes loading', async () => {
    const hanging = shelved('broken', () => new Promise(() => {}))

    expect(await afterLimit(() => reasonFor(hanging))).toBe('loading took longer than 20000 ms')
  })
  it('is not shaped like a plugin', async () => {
    expect(await reasonFor(broken({ handlers: { 'page.saved': 'no function' } }))).toBe(
      'it is not a plugin: handlers.page.saved must be a function',
    )
  })
  it('bears another name than its folder', async () => {
    expect(await reasonFor(broken({ id: 'other' }))).toBe('it lies in the folder broken and calls itself other')
  })
  it('is written for another version of the plugin API', async () => {
    expect(await reasonFor(broken({ apiVersion: 2 }))).toBe('it is written for plugin API 2; this is 1')
  })
  it('wants an address of the core, in whatever letter case', async () => {
    const greedy = broken({ operations: { mine: { save: answer({ path: 'Page/Duplicate' }) } } })

    expect(await reasonFor(greedy)).toBe('the address /api/page/duplicate is taken by the core')
  })
  it('does not say who may call an operation, or whether it changes something', async () => {
    const lax = (part: object) => broken({ operations: { broken: { look: { ...answer(), ...part } } } })

    for (const [part, field] of [
      [{ audience: undefined }, 'audience'],
      [{ audience: 'admins' }, 'audience'],
      [{ kind: undefined }, 'kind'],
      [{ kind: 'mutation' }, 'kind'],
      [{ input: undefined }, 'input'],
      [{ output: {} }, 'output'],
    ] as const)
      expect(await reasonFor(lax(part))).toMatch(new RegExp(`^it is not a plugin: operations.broken.look.${field} `))
  })
  it('wants an address of another plugin', async () => {
    const first = plugin('first', { operations: { first: { save: answer({ path: 'shared/save' }) } } })
    const second = broken({ operations: { second: { save: answer({ path: 'shared/save' }) } } })

    expect(await reasonFor(second, [first])).toBe('the address /api/shared/save is taken by the plugin first')
  })
  it('wants a name of the core', async () => {
    expect(await reasonFor(broken({ operations: { page: { other: answer() } } }))).toBe(
      'the name page is taken by the core',
    )
  })
  it('wants a raw route of the product or of another plugin', async () => {
    expect(await reasonFor(broken({ routes: [route('/api/')] }))).toBe('the address /api/ is taken')
    expect(await reasonFor(broken({ routes: [route('/')] }))).toBe('the route / must look like /name/')
    expect(
      await reasonFor(broken({ routes: [route('/mine/')] }), [plugin('first', { routes: [route('/mine/')] })]),
    ).toBe('the address /mine/ is taken')
  })
  it('has an error number below 20000', async () => {
    expect(await reasonFor(broken({ errors: { tooBlue: 19_999 } }))).toBe(
      'the error number 19999 of tooBlue is below 20000',
    )
  })
  it('has an error number of another plugin', async () => {
    const messages = {
      en: { errors: { tooBlue: 'Blue', tooRed: 'Red' } },
      'zh-cn': { errors: { tooBlue: '蓝', tooRed: '红' } },
    }
    const first = plugin('first', { errors: { tooRed: 20_001 }, messages })

    expect(await reasonFor(broken({ errors: { tooBlue: 20_001 }, messages }), [first])).toBe(
      'the error number 20001 is taken by the plugin first',
    )
  })
  it('has an error name of the core', async () => {
    expect(await reasonFor(broken({ errors: { notFound: 20_001 } }))).toBe('the error name notFound is taken')
  })
  it('says a refusal in one language only', async () => {
    const messages = { en: { errors: { tooBlue: 'Too blue.' } }, 'zh-cn': {} }

    expect(await reasonFor(broken({ errors: { tooBlue: 20_001 }, messages }))).toBe(
      'the refusal tooBlue has no text errors.tooBlue in zh-cn',
    )
  })
  it('has a job under a foreign name, or a schedule nobody can read', async () => {
    expect(await reasonFor(broken({ jobs: { 'page.purge': { run: doNothing } } }))).toBe(
      'the job page.purge must be named broken.…',
    )
    expect(await reasonFor(broken({ jobs: { 'broken.sweep': { schedule: 'at noon', run: doNothing } } }))).toBe(
      '"at noon" is not a schedule of five fields',
    )
  })
  it('has settings without defaults', async () => {
    expect(await reasonFor(broken({ settings: z.object({ key: z.string() }) }))).toBe(
      'a field of its settings has no default',
    )
  })
  it('needs a plugin that is not there', async () => {
    expect(await reasonFor(broken({ needs: ['missing'] }))).toBe('it needs missing, which is not there')
  })
  it('needs a plugin that does not run', async () => {
    const lame = plugin('lame', { start: () => Promise.reject(new Error('lame')) })

    expect(await reasonFor(broken({ needs: ['lame'] }), [lame])).toBe('it needs lame, which does not run')
  })
  it('needs a plugin that needs it', async () => {
    const partner = plugin('partner', { needs: ['broken'] })

    expect(await reasonFor(broken({ needs: ['partner'] }), [partner])).toBe(
      'the plugins need each other: broken → partner → broken',
    )
  })
  it('fails in its migration', async () => {
    const migrating = plugin('broken', { migrations: [{ name: '0001-start', sql: 'create nonsense' }] })

    const { statuses } = await bringUpPlugins(hostOf([migrating, plugin('good')], { migrate: failToMigrate }))

    expect(statuses).toEqual([
      { id: 'broken', state: 'failed', reason: 'syntax error at or near "nonsense"' },
      { id: 'good', state: 'running', reason: '' },
    ])
  })
  it('throws in its start, and what it contributed is taken back', async () => {
    const throwing = broken({ start: () => Promise.reject(new Error('no mail server')) })

    expect(await reasonFor(throwing)).toBe('no mail server')
    expect(bound).not.toContain('broken')
  })
  it('hangs in its start', async () => {
    const hanging = broken({ start: () => new Promise(() => {}) })

    expect(await afterLimit(() => reasonFor(hanging))).toBe('start of the plugin broken took longer than 20000 ms')
  })
  it('has the name of a plugin that is there already', async () => {
    const { plugins, statuses } = await bringUpPlugins(hostOf([plugin('good'), plugin('good', { summary: 'Twin.' })]))

    expect(plugins.map(({ summary }) => summary)).toEqual([base.summary])
    expect(statuses).toEqual([
      { id: 'good', state: 'failed', reason: 'there is a plugin of this name already' },
      { id: 'good', state: 'running', reason: '' },
    ])
  })
})

describe('plugins that come up', () => {
  it('start after those they need and stop before them', async () => {
    const order: string[] = []
    const noting = (id: string, needs: readonly string[]) =>
      plugin(id, {
        needs,
        start: async () => void order.push(`start ${id}`),
        stop: async () => void order.push(`stop ${id}`),
      })

    const running = await bringUpPlugins(hostOf([noting('late', ['early']), noting('early', [])]))
    await running.stop()

    expect(order).toEqual(['start early', 'start late', 'stop late', 'stop early'])
  })
  it('are left out when the operator says so, without being loaded', async () => {
    const untouched = shelved('off', () => Promise.reject(new Error('was loaded')))

    const { plugins, statuses } = await bringUpPlugins(hostOf([untouched], { disabled: ['off'] }))

    expect(plugins).toEqual([])
    expect(statuses).toEqual([{ id: 'off', state: 'disabled', reason: '' }])
  })
  it('stop one by one even when one of them hangs', async () => {
    const stopped: string[] = []
    const running = await bringUpPlugins(
      hostOf([
        plugin('first', { stop: async () => void stopped.push('first') }),
        plugin('hanging', { stop: () => new Promise(() => {}) }),
      ]),
    )

    await afterLimit(() => running.stop())

    expect(stopped).toEqual(['first'])
  })
})

describe('a running plugin', () => {
  const ctx = { store: testServices().services as never, services: testServices().services }
  const item = { item: {} as never, actorId: 1, isCopy: false }

  it('is switched off after five errors of its handlers, and what it contributed goes with it', async () => {
    const point = extensionPoint<string>('words')
    const failing = plugin('failing', {
      contributes: [contribute(point, 'word')],
      operations: { failing: { ask: answer() } },
      handlers: { 'item.added': () => Promise.reject(new Error('boom')) },
    })
    const running = await bringUpPlugins(hostOf([failing]))
    const { handlers, operations } = running.plugins[0] ?? {}
    const fail = () => expect(handlers?.['item.added']?.(ctx, item)).rejects.toThrow('the plugin failing failed')

    for (let count = 1; count <= 4; count += 1) await fail()
    expect(running.statuses[0]?.state).toBe('running')
    await fail()

    expect(running.statuses[0]).toEqual({
      id: 'failing',
      state: 'failed',
      reason: 'switched off after 5 errors; the last: boom',
    })
    expect(bound).not.toContain('failing')
    await expect(handlers?.['item.added']?.(ctx, item)).resolves.toBeUndefined()
    await expect(operations?.['failing']?.['ask']?.run(ctx as never, {})).rejects.toThrow('notAvailable')
  })
  it('is not switched off for errors that lie far apart', async () => {
    const { services, clock } = testServices()
    const failing = plugin('failing', { jobs: { 'failing.try': { run: () => Promise.reject(new Error('boom')) } } })
    const running = await bringUpPlugins(hostOf([failing], { services }))

    for (let count = 1; count <= 6; count += 1) {
      await expect(running.plugins[0]?.jobs?.['failing.try']?.run(ctx, {})).rejects.toThrow()
      clock.advance(20 * 60_000)
    }

    expect(running.statuses[0]?.state).toBe('running')
  })
  it('cannot hold up a job run or a handler for longer than the limit', async () => {
    const hanging = plugin('hanging', {
      handlers: { 'item.added': () => new Promise(() => {}) },
      jobs: { 'hanging.sit': { run: () => new Promise(() => {}) } },
    })
    const running = await bringUpPlugins(hostOf([hanging]))

    const { handlers, jobs } = running.plugins[0] ?? {}

    await afterLimit(() => expect(handlers?.['item.added']?.(ctx, item)).rejects.toThrow('the handler of item.added'))
    await afterLimit(() => expect(jobs?.['hanging.sit']?.run(ctx, {})).rejects.toThrow('the job hanging.sit'))
  })
})

describe('plugins on disk', () => {
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))
  async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-plugins-'))
    folders.push(folder)
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), text)
    }
    return folder
  }
  const manifest = JSON.stringify({
    id: 'hello',
    apiVersion: 1,
    summary: 'Greets.',
    server: 'server.js',
    web: 'web.js',
  })
  const server = `export default ({ query, nothing, z }) => ({
    operations: { hello: { greet: query({
      summary: 'Greets.', audience: 'anyone', input: nothing(), output: z.object({ text: z.string() }),
      run: async () => ({ text: 'hello' }) }) } } })`

  it('are run from the data directory without a build of the product', async () => {
    const folder = await folderWith({ 'hello/manifest.json': manifest, 'hello/server.js': server, 'hello/web.js': '' })
    const found = await findBuiltPlugins(folder)

    const { plugins } = await bringUpPlugins(hostOf(found))

    expect(await plugins[0]?.operations?.['hello']?.['greet']?.run({} as never, {})).toEqual({ text: 'hello' })
    expect(await found[0]?.webEntry()).toBe(path.join(folder, 'hello', 'web.js'))
  })
  it('meet the same checks when they are built', async () => {
    const old = manifest.replace('"apiVersion":1', '"apiVersion":7')
    const folder = await folderWith({
      'broken/manifest.json': '{',
      'escaping/manifest.json': manifest.replace('server.js', '../server.js'),
      'hello/manifest.json': old,
      'hello/server.js': server,
    })

    const { statuses } = await bringUpPlugins(hostOf(await findBuiltPlugins(folder)))

    expect(statuses.map(({ reason }) => reason)).toEqual([
      'its manifest.json is not JSON',
      'its manifest.json is wrong: server must be the name of a .js file beside the manifest',
      'it is written for plugin API 7; this is 1',
    ])
  })
  it('are none when there is no such folder', async () => {
    expect(await findBuiltPlugins('/nowhere/at/all')).toEqual([])
  })
  it('of the product all come up together', async () => {
    const found = await findSourcePlugins(path.resolve(import.meta.dirname, '../plugins'))

    const { statuses } = await bringUpPlugins(hostOf(found))

    expect(statuses.length).toBeGreaterThanOrEqual(2)
    expect(statuses.filter(({ state }) => state !== 'running')).toEqual([])
  })
})
