import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'
import { named } from '#core/operation.ts'
import { coreOperations } from '#core/operations.ts'
import { perform } from '#core/perform.ts'
import {
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
  writeSettings,
  type Context,
} from '#core/plugin.ts'
import { requireOwnDocuments, requireOwnSettings } from '#server/compose/own-data.ts'
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
/** Looks through the documents of which the name is sought. */
const finder = contribute(searchSources, {
  ...{ id: 'curious', title: { en: 'Curious', 'zh-cn': '好奇' } },
  async find({ found }, { words: [of = ''] }) {
    const hits = []
    for await (const { page } of found(of))
      hits.push({ pageId: page.pageId, title: of, excerpt: '', path: `/${page.itemId}` })
    return hits
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
})

it('a plugin declares no section of the product', () => {
  expect(() => settingsSection('site', z.object({}))).toThrow('site is no section of a plugin')
})
