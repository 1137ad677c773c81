import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { perform } from '#core/perform.ts'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import { readConfig } from '#server/config.ts'
import { openApi } from '#server/rest/openapi.ts'
import { site, type Browser, type Envelope, type Site } from '#tests/rest/harness.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { carryKey } from './item-key.ts'
import { itemKeyOperations } from './operations.ts'
import plugin from './plugin.ts'

interface Pair {
  readonly api_key: string
  readonly api_token: string
}

let place: Site
let manager: Browser
let program: Browser
let item: Item
let pair: Pair
beforeAll(async () => {
  const operations = { ...coreOperations, ...itemKeyOperations }
  place = await site({ operations, contributes: plugin.contributes })
  manager = await place.browserOf(place.world.manager)
  program = place.browser()
  item = await place.world.addItem({ visitPassword: 'secret' })
  pair = await keyOf(item)
})
afterAll(() => place.close())

const keyOf = async ({ id }: Item): Promise<Pair> => (await manager.post('item/getKey', { item_id: id })).data
const write = (fields: Readonly<Record<string, string | number>>, key: Pair = pair): Promise<Envelope> =>
  program.post('item/updateByApi', { ...key, page_content: 'text', ...fields })
const pageOf = async (pageId: number) => (await manager.post('page/info', { page_id: pageId })).data
const menuOf = async ({ id }: Item) => (await manager.post('item/info', { item_id: id })).data.menu

describe('the key of an item', () => {
  it('[ISET-29] [ISET-30] [API-030] [ENT-KEY-01] [ENT-KEY-02] is the same pair each time', async () => {
    expect(pair).toEqual({
      api_key: expect.stringMatching(/^[\w-]{24}$/) as string,
      api_token: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
    expect(await keyOf(item)).toEqual(pair)
    const admin = await place.browserOf(place.world.admin)
    expect((await admin.post('item/getKey', { item_id: item.id })).data).toEqual(pair)
  })

  it('is one pair for all who request it first at the same time', async () => {
    const fresh = await place.world.addItem()

    const pairs = await Promise.all(Array.from({ length: 8 }, () => keyOf(fresh)))

    expect(new Set(pairs.map((each) => JSON.stringify(each))).size).toBe(1)
    expect((await write({ page_title: 'First' }, pairs[0])).error_code).toBe(0)
  })

  it('[ISET-31] [API-031] is invalid as soon as it is reset', async () => {
    const fresh = await place.world.addItem()
    const old = await keyOf(fresh)

    const { data: renewed } = await manager.post('item/resetKey', { item_id: fresh.id })

    expect(renewed.api_token).not.toBe(old.api_token)
    expect(await keyOf(fresh)).toEqual(renewed)
    expect((await write({ page_title: 'Old' }, old)).error_code).toBe(10306)
    expect((await write({ page_title: 'New' }, renewed)).error_code).toBe(0)
  })

  it('is the only one after a reset, whatever other one an older move left', async () => {
    const fresh = await place.world.addItem()
    const { database, services } = place.world.product
    const moved = (name: string) => ({ itemId: fresh.id, apiKey: `moved ${name}`, apiToken: `token of ${name}` })
    const refused = async (name: string) =>
      (await write({ page_title: 'x' }, { api_key: `moved ${name}`, api_token: `token of ${name}` })).error_code
    for (const name of ['first', 'second']) await carryKey({ store: database, services }, moved(name))
    expect([await refused('first'), await refused('second')]).toEqual([0, 0])

    const { data: renewed } = await manager.post('item/resetKey', { item_id: fresh.id })

    expect([await refused('first'), await refused('second')]).toEqual([10306, 10306])
    expect((await write({ page_title: 'New' }, renewed)).error_code).toBe(0)
  })

  it('has its reset in the change log of the item, without the key', async () => {
    const fresh = await place.world.addItem()
    await keyOf(fresh)
    await manager.post('item/resetKey', { item_id: fresh.id })

    const { list } = (await manager.post('item/getChangeLog', { item_id: fresh.id })).data

    expect(list).toMatchObject([
      { op_action_type: 'resetKey', op_object_type: 'item', op_object_id: fresh.id, op_object_name: fresh.name },
    ])
    expect(list[0].op_details).toEqual({})
  })

  it('can only be seen and reset by managers', async () => {
    const { owner, editor, reader, stranger } = place.world
    for (const person of [editor, reader, stranger]) {
      const browser = await place.browserOf(person)
      expect((await browser.post('item/getKey', { item_id: item.id })).error_code).toBe(10303)
      expect((await browser.post('item/resetKey', { item_id: item.id })).error_code).toBe(10303)
    }
    expect((await program.post('item/getKey', { item_id: item.id })).error_code).toBe(10102)
    expect((await program.get(`/api/item/getKey?item_id=${item.id}`)).statusCode).toBe(404)
    expect((await (await place.browserOf(owner)).post('item/getKey', { item_id: item.id })).data).toEqual(pair)
  })

  it('is not stored in plain text, nor after its item is deleted', async () => {
    const fresh = await place.world.addItem()
    const key = await keyOf(fresh)
    const collection = place.world.product.database.documents.collection<object>('open-api.key')

    expect(JSON.stringify((await collection.byKey(key.api_key))?.data)).not.toContain(key.api_token)
    await place.world.product.database.items.delete(fresh.id)

    expect(await collection.byKey(key.api_key)).toBeNull()
    expect((await write({ page_title: 'Late' }, key)).error_code).toBe(10306)
  })

  it('has audit entries for who saw it, reset it, or tried another one', async () => {
    const { data } = await manager.post('item/resetKey', { item_id: item.id })
    pair = data
    await write({ page_title: 'x' }, { ...pair, api_token: 'guessed' })

    const { list } = await place.world.product.database.audit.find({}, { page: 1, count: 2 })

    expect(list.map(({ action, objectId, result }) => [action, objectId, result])).toEqual([
      ['access.refused', null, 'wrongItemKey'],
      ['item.keyReset', String(item.id), 'done'],
    ])
    await keyOf(item)
    const [viewed] = (await place.world.product.database.audit.find({}, { page: 1, count: 1 })).list
    expect(viewed).toMatchObject({ action: 'item.keyViewed', actorId: place.world.manager.id })
    expect(JSON.stringify(viewed)).not.toContain(pair.api_token)
  })
})

describe('people who know the token of an item', () => {
  const adviceOn = async (browser: Browser, { id }: Item) =>
    (await browser.post('itemKey/advice', { item_id: id })).data

  it('can no longer write after a transfer, and the new owner sees that the token is new', async () => {
    const { owner, stranger, password } = place.world
    const fresh = await place.world.addItem()
    const [giver, heir] = [await place.browserOf(owner), await place.browserOf(stranger)]
    const old = await keyOf(fresh)

    await giver.post('item/attorn', { item_id: fresh.id, username: stranger.username, password })

    expect((await write({ page_title: 'Old' }, old)).error_code).toBe(10306)
    expect(await adviceOn(heir, fresh)).toEqual({ is_by_transfer: 1, viewers_gone: [] })
    const renewed = (await heir.post('item/getKey', { item_id: fresh.id })).data
    expect(renewed).toMatchObject({ api_key: old.api_key })
    expect((await write({ page_title: 'New' }, renewed)).error_code).toBe(0)
    const { list } = (await heir.post('item/getChangeLog', { item_id: fresh.id })).data
    const told = list.map((entry: { op_action_type: string }) => entry.op_action_type)
    expect(told).toEqual(expect.arrayContaining(['transfer', 'resetKey']))
    const audited = (await place.world.product.database.audit.find({}, { page: 1, count: 20 })).list
    expect(audited).toContainEqual(expect.objectContaining({ action: 'item.keyReset', operation: 'item.transfer' }))
  })

  it('do not change by a transfer of an item whose token nobody has requested', async () => {
    const { owner, stranger, password } = place.world
    const fresh = await place.world.addItem()

    await (
      await place.browserOf(owner)
    ).post('item/attorn', {
      ...{ item_id: fresh.id, username: stranger.username, password },
    })

    const heir = await place.browserOf(stranger)
    expect(await adviceOn(heir, fresh)).toEqual({ is_by_transfer: 0, viewers_gone: [] })
  })

  it('are listed once they cannot see it any more, until it is reset', async () => {
    const { owner, manager: leaving, product } = place.world
    const fresh = await place.world.addItem()
    const staying = await place.browserOf(owner)
    await staying.post('item/getKey', { item_id: fresh.id })
    await keyOf(fresh)
    expect(await adviceOn(staying, fresh)).toEqual({ is_by_transfer: 0, viewers_gone: [] })

    await product.database.members.remove(fresh.id, leaving.id)

    expect(await adviceOn(staying, fresh)).toEqual({ is_by_transfer: 0, viewers_gone: [leaving.username] })
    await staying.post('item/resetKey', { item_id: fresh.id })
    expect(await adviceOn(staying, fresh)).toEqual({ is_by_transfer: 0, viewers_gone: [] })
  })
})

it('[LOCK-07] cannot write into a page somebody has locked, and are told who', async () => {
  const { editor } = place.world
  const writer = await place.browserOf(editor)
  const { page_id: pageId } = (await write({ page_title: 'Held', page_content: 'before' })).data
  await writer.post('page/setLock', { page_id: pageId, item_id: item.id })

  expect(await write({ page_title: 'Held', page_content: 'after' })).toMatchObject({
    error_code: 10103,
    error_message: expect.stringContaining(editor.username),
  })
  expect(await pageOf(pageId)).toMatchObject({ page_content: 'before' })

  await writer.post('page/setLock', { page_id: pageId, item_id: item.id, lock_to: 1000 })
  expect((await write({ page_title: 'Held', page_content: 'after' })).error_code).toBe(0)
})

describe('[ISET-34] [D35] writing pages with it', () => {
  it('creates a page, and changes it later, keeping the previous text as a version', async () => {
    const made = await write({ page_title: 'Log in', page_content: 'first' })
    expect(made).toMatchObject({ error_code: 0, data: { item_id: item.id, cat_id: 0, revision: 1 } })
    const pageId: number = made.data.page_id

    const changed = await write({ page_title: 'Log in', page_content: 'second' })

    expect(changed.data).toEqual({ ...made.data, revision: 2 })
    expect(await pageOf(pageId)).toMatchObject({ page_title: 'Log in', page_content: 'second', s_number: 99 })
    const { data: versions } = await manager.post('page/history', { page_id: pageId })
    expect(versions).toMatchObject([{ page_content: 'first' }])
    expect((await write({ page_title: 'Log in', page_content: 'second' })).data.revision).toBe(2)
  })

  it('creates the catalogs of a path once, and distinguishes pages of the same title in them', async () => {
    const fresh = await place.world.addItem()
    const key = await keyOf(fresh)
    const titled = { page_title: 'Overview' }

    const deep = await write({ ...titled, cat_name: 'Orders/Refunds/Partial' }, key)
    const again = await write({ ...titled, cat_name: ' Orders / Refunds / Partial /', page_content: 'more' }, key)
    const above = await write({ ...titled, cat_name: 'Orders' }, key)
    await write(titled, key)

    expect(again.data.page_id).toBe(deep.data.page_id)
    expect(above.data.page_id).not.toBe(deep.data.page_id)
    expect(await menuOf(fresh)).toMatchObject({
      pages: [{ page_title: 'Overview' }],
      catalogs: [
        {
          cat_name: 'Orders',
          pages: [{ page_id: above.data.page_id }],
          catalogs: [
            { cat_name: 'Refunds', catalogs: [{ cat_name: 'Partial', pages: [{ page_id: deep.data.page_id }] }] },
          ],
        },
      ],
    })
  })

  it('goes on below the catalog with the path of the subcatalog', async () => {
    const fresh = await place.world.addItem()
    const key = await keyOf(fresh)

    const below = await write({ page_title: 'x', cat_name: 'Orders', cat_name_sub: 'Refunds' }, key)
    const alone = await write({ page_title: 'x', cat_name_sub: 'Alone' }, key)

    expect(await menuOf(fresh)).toMatchObject({
      pages: [],
      catalogs: [
        { cat_name: 'Orders', pages: [], catalogs: [{ pages: [{ page_id: below.data.page_id }] }] },
        { cat_name: 'Alone', pages: [{ page_id: alone.data.page_id }] },
      ],
    })
    expect((await write({ page_title: 'x', cat_name: 'Orders/Refunds' }, key)).data.page_id).toBe(below.data.page_id)
  })

  it('is called by the other names that it has in ShowDoc as well', async () => {
    const fresh = await place.world.addItem()
    const key = await keyOf(fresh)
    const sent = { ...key, page_title: 'x', page_content: 'text' }
    const { data } = await program.post('item/updateByApi', sent)

    for (const name of ['open/updateItem', 'open/updatePage'])
      expect((await program.post(name, { ...sent, page_content: name })).data).toMatchObject({ page_id: data.page_id })
  })

  it('refuses a path that is too deep or too long, and creates none of it', async () => {
    const fresh = await place.world.addItem()
    const key = await keyOf(fresh)

    expect((await write({ page_title: 'x', cat_name: 'A/B/C/D' }, key)).error_code).toBe(10411)
    expect((await write({ page_title: 'x', cat_name: 'A'.repeat(101) }, key)).error_code).toBe(10101)

    expect(await menuOf(fresh)).toEqual({ pages: [], catalogs: [] })
  })

  it('creates one page when many send it at the same time', async () => {
    const fresh = await place.world.addItem()
    const key = await keyOf(fresh)

    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        write({ page_title: 'Race', cat_name: 'Both/Sides', page_content: `by ${n}` }, key),
      ),
    )

    expect(replies.map(({ error_code: code }) => code)).toEqual([0, 0, 0, 0, 0, 0])
    expect(new Set(replies.map(({ data }) => data.page_id)).size).toBe(1)
    expect((await menuOf(fresh)).catalogs).toHaveLength(1)
  })

  it('puts the page where it is told, and leaves it there when it is told nothing', async () => {
    const { data } = await write({ page_title: 'Placed', s_number: 3 })
    await write({ page_title: 'Placed', page_content: 'other' })

    expect(await pageOf(data.page_id)).toMatchObject({ s_number: 3 })
  })

  it('does not change the text', async () => {
    const content = '&lt;b&gt; 100% +1 &amp; <i>\n\n| a | b |'

    const { data } = await write({ page_title: 'As sent', page_content: content })

    expect((await pageOf(data.page_id)).page_content).toBe(content)
  })

  it('ignores a page in the recycle bin, and creates another', async () => {
    const { data: first } = await write({ page_title: 'Gone' })
    await manager.post('page/delete', { page_id: first.page_id })

    const { data: second } = await write({ page_title: 'Gone' })

    expect(second.page_id).not.toBe(first.page_id)
  })

  it('refuses a missing title or text', async () => {
    expect((await write({ page_title: ' ' })).error_code).toBe(10101)
    expect((await program.post('item/updateByApi', { ...pair, page_title: 'x' })).error_code).toBe(10101)
  })

  it('answers 10306 to every invalid pair', async () => {
    const other = await keyOf(await place.world.addItem())
    const wrong: readonly Pair[] = [
      { api_key: pair.api_key, api_token: other.api_token },
      { api_key: 'nobody', api_token: pair.api_token },
      { api_key: '', api_token: '' },
      { api_key: pair.api_key, api_token: '' },
    ]

    const replies = await Promise.all(wrong.map((each) => write({ page_title: 'x' }, each)))

    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(replies[0]?.error_code).toBe(10306)
  })

  it('[D14] [D15] [D80] writes into items of type 3, and never into archived ones, whose key can be reset', async () => {
    const byPrograms = await place.world.addItem({ type: 'runapi' })
    const archived = await place.world.addItem()
    const key = await keyOf(archived)
    await place.world.product.database.items.update({ ...archived, isArchived: true })

    expect((await write({ page_title: 'x' }, await keyOf(byPrograms))).error_code).toBe(0)
    expect((await write({ page_title: 'x', cat_name: 'New' }, key)).error_code).toBe(10103)

    expect(await menuOf(archived)).toEqual({ pages: [], catalogs: [] })
    expect(await keyOf(archived)).toEqual(key)
    expect((await manager.post('item/resetKey', { item_id: archived.id })).error_code).toBe(0)
    expect((await keyOf(archived)).api_token).not.toBe(key.api_token)
  })

  it('is described in the API document', () => {
    const document = openApi({ operations: itemKeyOperations, config: readConfig({}), plugins: [] }) as {
      readonly paths: Readonly<Record<string, unknown>>
    }

    const described = JSON.stringify(document.paths['/api/item/updateByApi'])
    for (const field of ['api_key', 'api_token', 'cat_name', 'page_title', 'page_content', 's_number'])
      expect(described).toContain(`"${field}"`)
  })
})

it('runs as a plugin, and notifies like anybody who saves', async () => {
  const heard: unknown[] = []
  const { manager: person, visitor, product, addItem } = await plugWorld(plugin)
  const { id: itemId } = await addItem()
  const key = await person.do(itemKeyOperations.itemKey.get, { itemId })
  const listening = {
    ...product,
    after: [{ 'page.saved': async (_: unknown, { actorId }: { actorId: number }) => void heard.push(actorId) }],
  }

  const writing = perform(listening, itemKeyOperations.itemKey.writePage, visitor.caller, {
    ...key,
    pageTitle: 'By a program',
    pageContent: 'text',
  })

  expect(await outcomeOf(writing)).toBe('nothing')
  expect(heard).toEqual([0])
})
