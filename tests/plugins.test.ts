import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import {
  contribute,
  extensionPoint,
  loginMethods,
  noted,
  nothing,
  pageKinds,
  secretText,
  transferSteps,
  type LoginMethod,
  type PageKind,
  type TransferStep,
} from '#core/plugin.ts'
import { findSourcePlugins } from '#server/compose/plugin-loader.ts'
import type { FoundPlugin } from '#server/compose/plugins.ts'
import { afterLimit, answer, base, bringUp, hostOf, plugin, shelved, valuesAt } from './support/plugin-host.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../plugins')

/** Brings up one plugin beside a good one, and gives the reason why it does not run. */
async function reasonFor(broken: FoundPlugin, before: readonly FoundPlugin[] = []): Promise<string | undefined> {
  const { plugins, statuses } = await bringUp(hostOf([...before, broken, plugin('good')]))
  expect(plugins.map(({ id }) => id)).toContain('good')
  const status = statuses.findLast(({ id }) => id === broken.id)
  expect(status?.state).toBe('failed')
  return status?.reason
}
const route = (prefix: string) => ({ prefix, caller: 'none' as const, answer: async () => new Response() })
const doNothing = async (): Promise<void> => {}
afterEach(() => void vi.useRealTimers())
const failToMigrate = () => Promise.reject(new Error('syntax error at or near "nonsense"'))
const broken = (rest: object) => shelved('broken', async () => ({ id: 'broken', ...base, ...rest }))

it('all plugins of the product come up beside each other: none takes the number, name or address of another', async () => {
  const { statuses } = await bringUp(hostOf([...(await findSourcePlugins(PLUGINS))]))

  expect(statuses.filter(({ state }) => state !== 'running')).toEqual([])
  expect(statuses.length).toBeGreaterThan(15)
})

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
    expect(await reasonFor(broken({ apiVersion: 1 }))).toBe('it is written for plugin API 1; this is 2')
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
  it('has a call that cannot be told or addressed, for which nothing else could be served', async () => {
    const calling = (name: string, part: object = {}) =>
      broken({ operations: { [name]: { look: { ...answer(), ...part } } } })
    const failing = z.object({ a: z.string().default(() => JSON.parse('no JSON') as string) })

    for (const name of ['then', 'call', 'apply', '', 'a.b', 'a/b', '__proto'])
      expect(await reasonFor(calling(name)), name).toMatch(/^it is not a plugin: operations/)
    for (const name of ['then', ''])
      expect(await reasonFor(broken({ operations: { mine: { [name]: answer() } } })), name).toMatch(
        /^it is not a plugin: operations/,
      )
    expect(await reasonFor(calling('mine', { summary: undefined }))).toMatch(/operations.mine.look.summary/)
    expect(await reasonFor(calling('mine', { rest: { path: 5 } }))).toMatch(/operations.mine.look.rest.path/)
    expect(await reasonFor(calling('mine', { input: failing }))).toMatch(/is not valid JSON/)
  })
  it('wants an address of another plugin', async () => {
    const first = plugin('first', { operations: { first: { save: answer({ path: 'shared/save' }) } } })
    const second = broken({ operations: { second: { save: answer({ path: 'shared/save' }) } } })

    expect(await reasonFor(second, [first])).toBe('the address /api/shared/save is taken by the plugin first')
  })
  it('wants a name that a plugin had before it came', async () => {
    const found = ['added', 'before'].map((id) => plugin(id, { operations: { shared: { save: answer() } } }))
    const { statuses } = await bringUp(hostOf(found, { ranBefore: ['before'] }))

    expect(statuses).toMatchObject([
      { id: 'added', state: 'failed', reason: 'the name shared is taken by the plugin before' },
      { id: 'before', state: 'running' },
    ])
  })
  it('wants a name of the core', async () => {
    expect(await reasonFor(broken({ operations: { page: { other: answer() } } }))).toBe(
      'the name page is taken by the core',
    )
  })
  it('wants a raw route of the product or of another plugin', async () => {
    for (const prefix of ['/api/', '/trpc/', '/plugins/', '/host/', '/message/', '/mine/', '/12/'])
      expect(await reasonFor(broken({ routes: [route(prefix)] })), prefix).toBe(
        `the route ${prefix} must begin with a word that has a hyphen: all others belong to items`,
      )
    for (const prefix of ['/', '/some-name', '/Some-Name/', 'some-name/', '/some-name/:id/'])
      expect(await reasonFor(broken({ routes: [route(prefix)] })), prefix).toBe(
        `the route ${prefix} must look like /some-name/`,
      )
    expect(await reasonFor(broken({ routes: [route('/my-own/'), route('/my-own/')] }))).toBe(
      'the address /my-own/ is taken',
    )
    expect(
      await reasonFor(broken({ routes: [route('/my-own/below/')] }), [
        plugin('first', { routes: [route('/my-own/')] }),
      ]),
    ).toBe('the address /my-own/ is taken')
  })
  it('wants a raw route where another plugin has its screens, or has its own where one answers already', async () => {
    const shadow = plugin('aa-shadow', { routes: [route('/word-count/')] })
    const owner = plugin('word-count', { routes: [route('/word-count/raw/'), route('/word-count-frame/')] })

    expect(await reasonFor(shadow, [owner])).toBe('the address /word-count/raw/ is taken')
    expect(await reasonFor(shadow, [plugin('word-count', {})])).toBe(
      'the address /word-count/ belongs to the screens of the plugin word-count',
    )
    expect(await reasonFor(plugin('word-count', {}), [shadow])).toBe(
      'the address /word-count/ of its screens is taken by the plugin aa-shadow',
    )
    const more = plugin('word-count-more', { routes: [route('/word-count-more/')] })
    expect((await bringUp(hostOf([owner, more]))).statuses.map(({ state }) => state)).toEqual(['running', 'running'])
  })
  it('contributes what a point of the core cannot call, or a login that is there already', async () => {
    const method = { id: 'ldap', title: { en: 'LDAP', 'zh-cn': 'LDAP' }, verify: async () => null }
    const withLogin = (value: object) => ({ contributes: [contribute(loginMethods, value as LoginMethod)] })

    expect(await reasonFor(broken(withLogin({ ...method, title: { en: 'LDAP' } })))).toMatch(
      /^its value for loginMethods is wrong: title/,
    )
    expect(await reasonFor(broken(withLogin({ ...method, verify: 'yes' })))).toBe(
      'its value for loginMethods is wrong: verify must be a function',
    )
    expect(await reasonFor(broken(withLogin(method)), [plugin('first', withLogin(method))])).toBe(
      'the name ldap is taken at loginMethods',
    )
  })
  it('contributes what items and pages could not be shown with', async () => {
    const kind = { id: 'sheet', module: 'file:///sheet.js', itemTypes: ['table'] }
    const functions = { recognises: doNothing, empty: doNothing, textOf: doNothing, render: doNothing }
    const withKind = (value: object) => broken({ contributes: [contribute(pageKinds, value as PageKind)] })
    const withStep = { contributes: [contribute(transferSteps, 'step' as unknown as TransferStep)] }

    expect(await reasonFor(withKind({ ...kind, ...functions, itemTypes: undefined }))).toMatch(/wrong: itemTypes/)
    expect(await reasonFor(withKind({ ...kind, ...functions, render: 'text' }))).toMatch(/wrong: render must be/)
    expect(await reasonFor(withKind({ ...kind, ...functions, id: 'markdown' }))).toBe(
      'the name markdown is taken at pageKinds',
    )
    expect(await reasonFor(broken(withStep))).toMatch(/^its value for transferSteps is wrong/)
  })
  it('gives a task the name of one of the core', async () => {
    const tasks = { 'item.export': { input: z.object({}), limitMs: 1, run: async () => ({}) } }
    const texts = { tasks: { 'item.export': 'Export' } }

    expect(await reasonFor(plugin('item', { tasks, messages: { en: texts, 'zh-cn': texts } }))).toBe(
      'the task name item.export is taken by the core',
    )
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
    expect(await reasonFor(plugin('site', { jobs: { 'site.sweep': { run: doNothing } } }))).toBe(
      'the job name site.sweep is taken by the core',
    )
    const outbox = { notes: {}, deliver: doNothing }
    expect(await reasonFor(broken({ outbox, jobs: { 'broken.outbox': { run: doNothing } } }))).toBe(
      'the job name broken.outbox is taken by its outbox',
    )
  })
  it('has settings without defaults', async () => {
    expect(await reasonFor(broken({ settings: z.object({ key: z.string() }) }))).toBe(
      'its settings must have a default for every field',
    )
  })
  it('has settings that could not be kept as they are', async () => {
    const reason = (settings: z.ZodType) => reasonFor(broken({ settings }))
    const nowhere = noted({ sentTo: ['hots'] }, secretText(9)).default('')

    expect(await reason(z.object({ key: secretText(9).default('') }).transform((values) => values))).toBe(
      'its settings must be an object of fields',
    )
    expect(
      await reason(
        z.object({
          at: z
            .number()
            .default(1)
            .transform((n) => n + 1)
            .pipe(z.number()),
        }),
      ),
    ).toBe('its settings must read what they have made, as it is what is kept')
    expect(await reason(z.object({ host: z.string().default(''), key: nowhere }))).toBe(
      'its settings name hots as where a secret is sent to, which is no field',
    )
  })
  it.each([
    ['a list', z.array(secretText(9)).default([])],
    ['one of several', z.union([z.literal(''), secretText(9)]).default('')],
    [
      'a choice',
      secretText(9)
        .pipe(z.enum(['', 'key']))
        .default(''),
    ],
    ['perhaps nothing', secretText(9).nullable().default(null)],
  ])('has a secret that is %s, and would be shown as it is (threats K2)', async (_, key) => {
    expect(await reasonFor(broken({ settings: z.object({ key }) }))).toBe(
      'the secret key must be a text and nothing else',
    )
  })
  it('has settings that no form can show, or without a name in one of the languages', async () => {
    const settings = z.object({ key: z.string().default('') })
    const en = { settings: { key: { label: 'Key' } } }

    expect(await reasonFor(broken({ settings: z.object({ keys: z.array(z.number()).default([]) }) }))).toBe(
      'the setting keys is of no kind a form has: text, secret, number, flag, choice or list',
    )
    expect(await reasonFor(broken({ settings, messages: { en, 'zh-cn': {} } }))).toBe(
      'the setting key has no text settings.key.label in zh-cn',
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
  it('has a task under a foreign name, without a title in both languages, or that may take longer than a day', async () => {
    const task = { input: nothing(), limitMs: 1_000, run: doNothing }
    const titled = (...names: string[]) => ({ tasks: Object.fromEntries(names.map((name) => [name, 'Count'])) })

    expect(await reasonFor(broken({ tasks: { 'page.count': task } }))).toBe(
      'the task page.count must be named broken.…',
    )
    expect(
      await reasonFor(
        broken({ tasks: { 'broken.count': task }, messages: { en: titled('broken.count'), 'zh-cn': {} } }),
      ),
    ).toBe("the task broken.count has no title in messages['zh-cn'].tasks['broken.count']")
    expect(await reasonFor(broken({ tasks: { 'broken.count': { ...task, limitMs: 24 * 3_600_000 + 1 } } }))).toContain(
      'tasks.broken.count.limitMs',
    )
  })
  it('fails in its migration', async () => {
    const migrating = plugin('broken', { migrations: [{ name: '0001-start', sql: 'create nonsense' }] })

    const { statuses } = await bringUp(hostOf([migrating, plugin('good')], { migrate: failToMigrate }))

    expect(statuses).toEqual([
      { id: 'broken', state: 'failed', reason: 'syntax error at or near "nonsense"' },
      { id: 'good', state: 'running', reason: '' },
    ])
  })
  it('throws in its start, and what it contributed is taken back', async () => {
    const point = extensionPoint<string>('broken.greetings')
    const throwing = broken({
      contributes: [contribute(point, 'hello')],
      start: () => Promise.reject(new Error('no mail server')),
    })

    expect(await reasonFor(throwing)).toBe('no mail server')
    expect(valuesAt(point)).toEqual([])
  })
  it('hangs in its start', async () => {
    const hanging = broken({ start: () => new Promise(() => {}) })

    expect(await afterLimit(() => reasonFor(hanging))).toBe('start of the plugin broken took longer than 20000 ms')
  })
  it('has the name of a plugin that is there already', async () => {
    const { plugins, statuses } = await bringUp(hostOf([plugin('good'), plugin('good', { summary: 'Twin.' })]))

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

    const running = await bringUp(hostOf([noting('late', ['early']), noting('early', [])]))
    await running.stop()

    expect(order).toEqual(['start early', 'start late', 'stop late', 'stop early'])
  })
  it('are left out when the operator says so, without being loaded', async () => {
    const untouched = shelved('off', () => Promise.reject(new Error('was loaded')))

    const { plugins, statuses } = await bringUp(hostOf([untouched], { disabled: ['off'] }))

    expect(plugins).toEqual([])
    expect(statuses).toEqual([{ id: 'off', state: 'disabled', reason: '' }])
  })
  it('stop one by one even when one of them hangs', async () => {
    const stopped: string[] = []
    const running = await bringUp(
      hostOf([
        plugin('first', { stop: async () => void stopped.push('first') }),
        plugin('hanging', { stop: () => new Promise(() => {}) }),
      ]),
    )

    await afterLimit(() => running.stop())

    expect(stopped).toEqual(['first'])
  })
})
