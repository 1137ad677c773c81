import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'
import { named } from '#core/operation.ts'
import { coreOperations } from '#core/operations.ts'
import { perform } from '#core/perform.ts'
import {
  command,
  contribute,
  extensionPoint,
  fittingValues,
  nothing,
  query,
  readSettings,
  requireRoom,
  searchSources,
  secretText,
  settingsSection,
  textOwners,
  unreadCounters,
  writeSettings,
  type Context,
} from '#core/plugin.ts'
import type { SearchGround } from '#core/page/search-sources.ts'
import * as ofProduct from '#core/site/change-settings.ts'
import { requireOwnDocuments, requireOwnSettings } from '#server/compose/own-data.ts'
import { asProduct, pluginUnderWay } from '#server/compose/plugin-calls.ts'
import { bringUp, hostOf, plugin, valuesAt } from '#tests/support/plugin-host.ts'
import { world, type World } from '#tests/support/world.ts'

/** A point whose values its plugin calls with its own store. */
const words = extensionPoint<(ctx: Pick<Context, 'store'>) => Promise<void>>('curious.words')

const sectionOf = (id: string) => settingsSection(`plugin.${id}`, z.object({ key: secretText(100).default('') }))
const input = z.object({ of: z.string() })
const read = query({
  ...{ summary: 'Reads.', audience: 'anyone', input, output: z.object({ key: z.string() }) },
  run: ({ store, services }, { of }) => readSettings(store, sectionOf(of), services.seals),
})
const readBy = query({
  ...{ summary: 'Has another one read.', audience: 'anyone', input, output: z.object({ key: z.string() }) },
  run: async (ctx, given) => (await ctx.perform('holder.read', given)) as { key: string },
})
const count = query({
  ...{ summary: 'Has another one count.', audience: 'anyone', input: nothing(), output: nothing() },
  async run({ store, services }) {
    for (const each of services.extensions(words)) await each({ store })
    return {}
  },
})
const raw = query({
  ...{ summary: 'Reads by an id.', audience: 'anyone', input, output: z.object({ kept: z.string() }) },
  run: async ({ store }, { of }) => ({ kept: JSON.stringify(await store.settings.read(of)) }),
})
const disguised = query({
  ...{ summary: 'Reads with a schema of its own.', audience: 'anyone', input, output: z.object({}) },
  async run({ store, services }, { of: id }) {
    await fittingValues({ store, services }, { id, schema: z.object({ key: z.string().default('') }) })
    return {}
  },
})
const room = query({
  ...{ summary: 'Looks for room.', audience: 'user', input: nothing(), output: nothing() },
  async run(ctx) {
    await requireRoom(ctx, textOwners(1, 1), 1)
    return {}
  },
})
const documents = query({
  ...{ summary: 'Reads documents.', audience: 'anyone', input, output: z.object({ count: z.number() }) },
  run: async ({ store }, { of }) => ({ count: await store.documents.collection(of).count({}) }),
})
let isReadLater = false
async function hitsIn(found: SearchGround['found'], of: string) {
  const hits = []
  for await (const { page } of found(of))
    hits.push({ pageId: page.pageId, title: of, excerpt: '', path: `/${page.itemId}` })
  return hits
}
/** Looks through the documents of which the name is sought. */
const finder = contribute(searchSources, {
  ...{ id: 'curious', title: { en: 'Curious', 'zh-cn': '好奇' } },
  async find({ found }, { words: [of = ''] }) {
    return isReadLater ? asProduct(() => hitsIn(found, of)) : hitsIn(found, of)
  },
})
const word = contribute(words, async ({ store }) => void (await store.settings.read('plugin.holder')))

let database: OpenDatabase
let here: World
beforeAll(async () => {
  database = await openDatabase({
    location: { kind: 'memory' },
    requireSettings: requireOwnSettings,
    requireDocuments: requireOwnDocuments,
  })
  const found = [
    plugin('holder', { operations: { holder: { read } }, contributes: [word], needs: ['curious'] }),
    plugin('curious', {
      operations: { curious: { read, readBy, count, raw, disguised, room, documents } },
      contributes: [finder],
    }),
  ]
  const { plugins } = await bringUp(hostOf(found))
  const operations = Object.assign(
    {},
    coreOperations,
    ...plugins.map((each) => each.operations),
  ) as typeof coreOperations
  here = await world({ database, operations: named(operations) })
  for (const id of ['holder', 'curious', 'holder.more'])
    await writeSettings(database, sectionOf(id), { key: `the key of ${id}` }, here.services.seals)
})
afterAll(() => database.close())

async function asked(name: string, given: object): Promise<unknown> {
  const [group = '', own = ''] = name.split('.')
  const operation = here.product.operations[group]?.[own]
  if (!operation) throw new Error(`there is no ${name}`)
  const services = { ...here.services, extensions: valuesAt }
  return perform({ ...here.product, services }, operation, here.reader.caller, given)
}

it('a plugin reads its own settings, and those of no other, also with another one in its place', async () => {
  expect(await asked('curious.read', { of: 'curious' })).toEqual({ key: 'the key of curious' })
  expect(await asked('holder.read', { of: 'holder.more' })).toEqual({ key: 'the key of holder.more' })

  for (const of of ['holder', 'holder.more'])
    await expect(asked('curious.read', { of })).rejects.toThrow(
      'the plugin curious has no access to the settings of the plugin holder',
    )
  await expect(asked('curious.readBy', { of: 'curious' })).rejects.toThrow('the plugin holder has no access')
})

it('what a plugin has another one do is done with the settings of that one', async () => {
  expect(await asked('curious.readBy', { of: 'holder' })).toEqual({ key: 'the key of holder' })
  expect(await asked('curious.count', {})).toEqual({})
})

it('a plugin reads no settings of the product, whatever schema it has for them; the product does in its place', async () => {
  await database.settings.write('mail', { address: 'smtp://secret' })
  expect(await asked('curious.raw', { of: 'plugin.curious.none' })).toEqual({ kept: 'null' })
  for (const of of ['mail', 'site', 'none'])
    await expect(asked('curious.raw', { of })).rejects.toThrow(`no access to the settings ${of} of the product`)
  await expect(asked('curious.disguised', { of: 'mail' })).rejects.toThrow('no access to the settings mail')

  expect(await asked('curious.room', {})).toEqual({})
})

it('a plugin reads its own documents, and those of no other plugin', async () => {
  expect(await asked('curious.documents', { of: 'curious.things' })).toEqual({ count: 0 })
  for (const of of ['holder.things', 'holder', 'curious-too.things'])
    await expect(asked('curious.documents', { of })).rejects.toThrow(`no access to the documents ${of}`)
})

it('a search source finds documents of its plugin, and those of no other plugin', async () => {
  const { id: pageId } = await here.addPage(await here.addItem())
  for (const name of ['curious.things', 'holder.things', 'account.things'])
    await database.documents
      .collection(name)
      .put({ pageId, at: here.clock.now(), data: {}, searchedText: 'curious.things holder.things' })
  const found = async (keyword: string) =>
    ((await asked('page.findElsewhere', { keyword })) as { sources: readonly object[] }).sources

  expect(await found('curious.things')).toMatchObject([{ id: 'curious', hits: [{ path: expect.anything() }] }])
  for (const of of ['holder.things', 'curious-too.things']) expect(await found(of)).toEqual([])
  // Whatever code runs: what a plugin has made may be read where the product reads it.
  isReadLater = true
  for (const of of ['holder.things', 'account.things']) expect(await found(of)).toEqual([])
  expect(await found('curious.things')).toMatchObject([{ id: 'curious' }])
})

it('a plugin declares no section of the product', () => {
  expect(() => settingsSection('site', z.object({}))).toThrow('site is no section of a plugin')
})

/** Of a plugin that comes up beside them. */
const act = command({
  ...{ summary: 'Does nothing.', audience: 'anyone', input: nothing(), output: nothing() },
  run: async () => ({}),
})

it('a plugin is called at a point of the product as that says, not as its contribution does', async () => {
  const forged = { id: unreadCounters.id, isLimitedByCore: true, isPartOfCommands: true } as const
  const { plugins, registry } = await bringUp(
    hostOf([plugin('sly', { contributes: [contribute(forged, async () => Promise.reject(new Error('broken')))] })]),
  )
  const [{ value } = { value: null }] = plugins[0]?.contributes ?? []
  for (let n = 0; n < 5; n += 1) await (value as () => Promise<number>)().catch(() => undefined)

  expect(registry.list().map(({ state }) => state)).toEqual(['off'])
  expect(() => (value as () => Promise<number>)()).toThrow('notAvailable')
})

describe('whether an operation of a plugin takes a file of a program', () => {
  const asked = async (admitsFile: () => Promise<boolean>) => {
    const sly = plugin('sly', { operations: { sly: { act: { ...act, admitsFile } } } })
    const { plugins, registry } = await bringUp(hostOf([sly], { limits: { callMs: 20, errorsPerHour: 5 } }))
    const operation = plugins[0]?.operations?.['sly']?.['act']
    const { services } = here
    return { registry, ask: () => operation?.admitsFile?.({ store: database, services }, {}) }
  }

  it('is not asked while it is switched off', async () => {
    let times = 0
    const { registry, ask } = await asked(async () => (times += 1) > 0)
    expect(await ask()).toBe(true)

    registry.switchOff('sly', { kind: 'byAdministrator' })

    await expect(ask()).rejects.toMatchObject({ kind: 'notAvailable' })
    expect(times).toBe(1)
  })

  it('is refused when it hangs, which counts, and an error of it does not', async () => {
    const { registry, ask } = await asked(() => new Promise(() => {}))
    const failing = await asked(() => Promise.reject(new Error('broken')))

    for (let n = 0; n < 3; n += 1) await expect(ask()).rejects.toMatchObject({ kind: 'pluginHangs' })
    for (let n = 0; n < 9; n += 1) await expect(failing.ask()).rejects.toThrow('broken')

    const [state] = registry.list()
    expect([state?.state, state?.failures.map(({ how }) => how)]).toEqual(['off', ['hang', 'hang', 'hang']])
    expect(failing.registry.list().map(({ state: other }) => other)).toEqual(['running'])
  })
})

it('functions in a schema of a plugin run as its code, wherever the product uses it', async () => {
  const seen: unknown[] = []
  const looking = z.object({
    name: z
      .string()
      .default('')
      .refine(() => seen.push(pluginUnderWay()) > 0),
  })
  const texts = { settings: { name: { label: 'Name' } } }
  const { plugins, registry } = await bringUp(
    hostOf([
      plugin('sly', {
        settings: looking,
        messages: { en: texts, 'zh-cn': texts },
        operations: { sly: { act: { ...act, input: looking, output: looking, run: async () => ({ name: '' }) } } },
      }),
    ]),
  )
  seen.length = 0
  const operation = plugins[0]?.operations?.['sly']?.['act']
  if (operation) await perform(here.product, { ...operation, name: 'sly.act' }, here.reader.caller, {})
  expect(seen).toEqual(['sly', 'sly'])

  seen.length = 0
  const [section] = registry.settings()
  const { store, services } = { store: database, services: here.services }
  if (section) await ofProduct.fittingValues({ store, services }, { id: 'plugin.sly', schema: section.schema })
  expect(seen).toEqual(['sly'])
})
