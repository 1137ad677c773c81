import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { coreOperations } from '#core/operations.ts'
import type { AnyOperation } from '#core/operation.ts'
import type { Plugin } from '#core/plugin.ts'
import notices from '#plugins/notices/plugin.ts'
import { reminderKey, remindersIn, unreadRemindersIn } from '#plugins/notices/reminder.ts'
import { findSourcePlugins } from '#server/compose/plugin-loader.ts'
import { restCalls } from '#server/rest/calls.ts'
import type { Person } from '#tests/support/people.ts'
import { wireName } from '#server/rest/wire.ts'
import { site, type Browser, type Site } from './harness.ts'
import { dataOf, type FormFields } from './replies.ts'

let here: Site
let editor: Browser
beforeAll(async () => {
  const plugins = [notices]
  const operations = { ...coreOperations, ...notices.operations }
  here = await site({ plugins, operations })
  editor = await here.browserOf(here.world.editor)
})
afterAll(() => here.close())

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins')
const found = await findSourcePlugins(PLUGINS)
const allPlugins = await Promise.all(found.map(async ({ load }) => (await load()) as Plugin))
const NO_NUMBERS = ['undefined', 'null', 'NaN', ''] as const

describe('what clients in JavaScript send for a number they do not have (D75)', () => {
  it.each([...NO_NUMBERS, null])('counts as not sent on every call: %j', (raw) => {
    const missing = numbersThatMayBeMissing()
    const wrong = missing.filter(({ call, name, key }) =>
      Object.hasOwn(call.decode({ [name]: raw }, { isUrlencoded: false }) as object, key),
    )

    expect(wrong.map(({ address, name }) => `${address} ${name}`)).toEqual([])
    expect(missing.length).toBeGreaterThan(40)
    // Of the core and of plugins that nobody named here.
    expect(missing.map(({ address }) => address)).toEqual(expect.arrayContaining(['page/save', 'mock/add']))
  })

  it.each(NO_NUMBERS)('lets a first-level catalog be renamed: parent_cat_id=%s', async (none) => {
    const { id } = await here.world.addItem()
    const { cat_id } = await dataOf(editor, 'catalog/save', { item_id: id, cat_name: 'Orders', parent_cat_id: none })

    await dataOf(editor, 'catalog/save', { item_id: id, cat_id, cat_name: 'All orders', parent_cat_id: none })

    const tree = await dataOf(editor, 'catalog/catListGroup', { item_id: id })
    expect(tree).toMatchObject([{ cat_id, cat_name: 'All orders', parent_cat_id: 0, sub: [] }])
  })

  it.each(NO_NUMBERS)('opens the link of a page, and the item without a chosen page: %j', async (none) => {
    const item = await here.world.addItem()
    const page = await here.world.addPage(item, { title: 'Shared' })
    const { unique_key } = await dataOf(editor, 'page/createSinglePage', { page_id: page.id, isCreateSiglePage: 1 })

    const shared = await dataOf(here.browser(), 'page/infoByKey', { page_id: none, unique_key })
    const info = await dataOf(editor, 'item/info', { item_id: item.id, default_page_id: none })

    expect([shared.page_id, info.default_page_id, info.menu.pages[0].page_id]).toEqual([page.id, 0, page.id])
  })

  it.each(NO_NUMBERS)('keeps a new page in the root and at the end: %j', async (none) => {
    const item = await here.world.addItem()
    const fields = {
      page_id: none,
      cat_id: none,
      s_number: none,
      item_id: item.id,
      page_title: 'New',
      page_content: '',
    }

    const { page_id } = await dataOf(editor, 'page/save', fields)

    expect(await dataOf(editor, 'page/info', { page_id })).toMatchObject({ cat_id: 0, s_number: 99 })
  })
})

describe('a page that is not made yet (D77)', () => {
  it.each(['page/isLock', 'page/uploadList', 'subscription/getPageList'])('has nothing for %s', async (path) => {
    const expected = path === 'page/isLock' ? { lock: 0, is_cur_user: 0, lock_username: '' } : []

    const asked: readonly FormFields[] = [{ page_id: 0 }, { page_id: 'undefined' }, {}]
    for (const fields of asked) expect(await dataOf(editor, path, fields)).toMatchObject(expected)
    expect((await editor.post(path, { page_id: -1 })).error_code).toBe(10101)
  })

  it('does not open the list of a page by a wrong key', async () => {
    expect((await editor.post('page/uploadList', { page_id: 0, unique_key: 'wrong' })).error_code).toBe(10101)
  })
})

describe('the visit password of an item (D77)', () => {
  it('is taken with the personal domain, as item/info takes it', async () => {
    const { id } = await here.world.addItem({ visitPassword: 'sesame', domain: 'door7' })

    for (const item_id of ['door7', 'DOOR7']) {
      const visitor = here.browser()
      expect((await visitor.post('item/pwd', { item_id, password: 'wrong' })).error_code).toBe(10307)
      expect(await dataOf(visitor, 'item/pwd', { item_id, password: 'sesame' })).toEqual({ item_id: id })
      expect((await dataOf(visitor, 'item/info', { item_id })).item_id).toBe(id)
    }
  })

  it.each(['undefined', 'null', 'NaN', '', '0'])('is taken for a page when there is no item_id: %j', async (none) => {
    const item = await here.world.addItem({ visitPassword: 'sesame' })
    const page = await here.world.addPage(item)

    const sent = { item_id: none, page_id: page.id, password: 'sesame' }
    expect(await dataOf(here.browser(), 'item/pwd', sent)).toEqual({ item_id: item.id })
  })

  it('of no item is wrong, whatever it is called', async () => {
    for (const item_id of ['nowhere', '99999999999', 2_147_483_647, 0])
      expect((await here.browser().post('item/pwd', { item_id, password: 'x' })).error_code).toBe(10307)
  })
})

describe('what other clients need in a reply', () => {
  it.each([
    ['en', 'Write your document here.'],
    ['zh-CN', '请在这里编写文档。'],
  ])('is a short text in the page of a new single-page item (D78): %s', async (language, text) => {
    const owner = await here.browserOf(here.world.owner)
    owner.headers['accept-language'] = language

    const { item_id } = await dataOf(owner, 'item/add', { item_name: 'Guide', item_type: 2 })

    const { menu } = await dataOf(owner, 'item/info', { item_id })
    expect((await dataOf(owner, 'page/info', { page_id: menu.pages[0].page_id })).page_content).toBe(text)
  })

  it('is the id of what is unread, and nothing when nothing is', async () => {
    const admin = await here.browserOf(here.world.admin)
    expect(await dataOf(editor, 'message/getUnread')).toEqual({ remind: {}, announce: {} })
    const told = await dataOf(admin, 'message/addAnnouncement', { message_content: 'The server rests.' })
    const id = told.message_content_id
    const page = await here.world.addPage(await here.world.addItem())
    await remind(page.id, here.world.editor.id)

    const unread = await dataOf(editor, 'message/getUnread')

    expect(unread.announce).toMatchObject({ id, message_content_id: id })
    expect(unread.remind).toMatchObject({ id: unread.remind.message_content_id, page_data: { page_id: page.id } })
    expect(unread.remind.id).toBeGreaterThan(0)
  })
})

/** As a save with a notification does, once its job has run. */
async function remind(pageId: number, userId: number): Promise<void> {
  const holder = { store: here.world.product.database }
  const about = { key: reminderKey(pageId, 1, userId), pageId, userId, at: here.world.clock.now() }
  const data = { fromId: here.world.owner.id, action: 'update', remark: 'read this', isRead: false } as const
  await remindersIn(holder).put({ ...about, data })
  await unreadRemindersIn(holder).put({ ...about, data: {} })
}

describe('people, when nobody is named (D76)', () => {
  it('are those one shares an item or a team with when nothing is looked for, and nobody for strangers', async () => {
    const { owner, manager, editor, reader, stranger } = here.world
    await here.world.addItem()
    const namesFor = async (person: Person): Promise<string[]> => {
      const { data } = await (await here.browserOf(person)).post('user/allUser', { username: ' ' })
      return data.map(({ username }: { username: string }) => username)
    }

    expect(await namesFor(reader)).toEqual([owner, manager, editor].map(({ username }) => username).toSorted())
    expect(await namesFor(stranger)).toEqual([])
  })

  it('are all for site administrators when nothing is looked for, fifty at most, by username', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => here.world.addUser(`crowd${index}`)))

    const { data } = await (await here.browserOf(here.world.admin)).post('user/allUser')

    const names = data.map(({ username }: { username: string }) => username.toLowerCase())
    expect(names).toHaveLength(50)
    expect(names).toEqual(names.toSorted())
  })
})

describe('the text undefined in a form (D75)', () => {
  it('never lands in a row for a field that is absent', async () => {
    const none = 'undefined'
    const owner = await here.browserOf(here.world.owner)
    const { item_id } = await dataOf(owner, 'item/add', {
      ...{ item_name: 'Shop', item_description: none, item_domain: none, password: none, item_type: none },
    })
    const { page_id } = await dataOf(owner, 'page/save', {
      ...{ item_id, page_title: none, page_content: 'text', notify_content: none, is_notify: none, is_urlencode: none },
    })

    const detail = await dataOf(owner, 'item/detail', { item_id })
    const page = await dataOf(owner, 'page/info', { page_id })

    expect(detail).toMatchObject({ item_description: '', item_domain: '', password: '' })
    expect(JSON.stringify([detail, page])).not.toContain(none)
  })

  it('is refused for a field that has to be there, and changes nothing', async () => {
    const page = await here.world.addPage(await here.world.addItem(), { title: 'Kept', content: 'kept' })
    const fields = { page_id: page.id, page_title: 'Kept', page_content: 'undefined' }

    expect(await editor.post('page/save', fields)).toMatchObject({ error_code: 10101, data: { field: 'page_content' } })
    expect((await dataOf(editor, 'page/info', { page_id: page.id })).page_content).toBe('kept')
  })

  it('is a text in JSON, which has its own way to leave a field out', async () => {
    const page = await here.world.addPage(await here.world.addItem(), { title: 'Words' })

    const saved = await editor.postJson('page/save', {
      ...{ page_id: page.id, page_title: 'undefined', page_content: 'undefined' },
    })

    expect(saved).toMatchObject({ error_code: 0 })
    expect(await dataOf(editor, 'page/info', { page_id: page.id })).toMatchObject({
      ...{ page_title: 'undefined', page_content: 'undefined' },
    })
  })

  it('is no token', async () => {
    expect((await editor.post('user/info', { user_token: 'undefined' })).data.username).toBe(here.world.editor.username)
  })
})

/** Fields of all calls that are numbers on the wire and need not be sent. */
function numbersThatMayBeMissing() {
  const tables = [coreOperations, ...allPlugins.map(({ operations }) => operations ?? {})]
  return tables.flatMap((table) =>
    [...restCalls(table)].flatMap(([address, call]) =>
      Object.entries(fieldsOf(call.operation)).flatMap(([key, field]) =>
        isNumber(field) && field.safeParse(undefined).success
          ? [{ address, call, key, name: wireName(key, field) }]
          : [],
      ),
    ),
  )
}

const fieldsOf = ({ input }: AnyOperation): Readonly<Record<string, z.ZodType>> =>
  (input.def as { shape?: Readonly<Record<string, z.ZodType>> }).shape ?? {}

function isNumber(field: z.ZodType): boolean {
  const { type, innerType } = field.def as { readonly type: string; readonly innerType?: z.ZodType }
  return innerType ? isNumber(innerType) : type === 'number' || field.meta()?.numbers !== undefined
}
