import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { site, type Browser, type Site } from './harness.ts'
import { codeOf, dataOf } from './replies.ts'

let here: Site
let owner: Browser
let editor: Browser
beforeAll(async () => {
  here = await site()
  owner = await here.browserOf(here.world.owner)
  editor = await here.browserOf(here.world.editor)
})
afterAll(() => here.close())

interface Entry {
  readonly optime: string
  readonly oper: string
  readonly op_action_type: string
  readonly op_object_type: string
  readonly op_object_name: string
  readonly op_object_id: number
}
const logOf = (itemId: number, fields: object = {}, browser = editor) =>
  dataOf(browser, 'item/getChangeLog', { item_id: itemId, ...fields }) as Promise<{ list: Entry[]; total: number }>
const short = ({ op_action_type: action, op_object_type: object, op_object_name: name, op_object_id: id }: Entry) =>
  [action, object, name, id] as const
const savePage = async (itemId: number, title: string, fields: object = {}): Promise<number> =>
  (await dataOf(editor, 'page/save', { item_id: itemId, page_title: title, page_content: title, ...fields })).page_id

describe('the change log over REST', () => {
  it('[LOG-01] [LOG-02] [API-033] [ENT-LOG-01] [ENT-LOG-02] [ENT-LOG-03] [ENT-LOG-04] [ENT-LOG-05] [ENT-LOG-06] [ENT-LOG-07] [ENT-LOG-08] gives entries and how many there are', async () => {
    const { id } = await here.world.addItem()
    const pageId = await savePage(id, 'Log in')

    const { list, total } = await logOf(id, { page: 1, count: 10 })

    expect(total).toBe(1)
    expect(list).toEqual([
      {
        id: expect.any(Number),
        optime: '2026-03-01 17:30:00',
        oper: here.world.editor.username,
        op_action_type: 'create',
        op_object_type: 'page',
        op_action_type_desc: 'Create',
        op_object_type_desc: 'Page',
        op_object_name: 'Log in',
        op_object_id: pageId,
        op_details: {},
      },
    ])
  })

  it('describes entries in the language of the caller, whoever wrote them', async () => {
    const { id } = await here.world.addItem()
    await savePage(id, 'Log in')
    const chinese = await here.browserOf(here.world.owner)
    chinese.cookies.set('language', 'zh-cn')

    expect((await logOf(id, {}, chinese)).list).toMatchObject([
      { op_action_type: 'create', op_action_type_desc: '创建', op_object_type_desc: '页面', op_object_name: 'Log in' },
    ])
  })

  it('[LOG-03] [LOG-04] [LOG-06] tells of pages and catalogs, newest first', async () => {
    const { id } = await here.world.addItem()
    const { cat_id: catId } = await dataOf(editor, 'catalog/save', { item_id: id, cat_name: 'Guides' })
    const pageId = await savePage(id, 'Log in', { cat_id: catId })
    here.world.clock.advance(1_000)
    await savePage(id, 'Sign in', { page_id: pageId })
    here.world.clock.advance(1_000)
    await dataOf(editor, 'page/delete', { page_id: pageId })

    expect((await logOf(id)).list.map(short)).toEqual([
      ['delete', 'page', 'Sign in', pageId],
      ['update', 'page', 'Sign in', pageId],
      ['create', 'page', 'Log in', pageId],
      ['create', 'catalog', 'Guides', catId],
    ])
  })

  it('[LOG-05] tells who became a member with which role, and who is one no longer', async () => {
    const { id } = await here.world.addItem()
    const { username, id: userId } = here.world.stranger
    const save = (role: number) =>
      dataOf(owner, 'member/save', { item_id: id, username, member_group_id: role, cat_id: 0 })
    await save(1)
    await save(0)
    const members = (await dataOf(owner, 'member/getList', { item_id: id })) as {
      username: string
      item_member_id: number
    }[]
    const member = members.find((each) => each.username === username)
    await dataOf(owner, 'member/delete', { item_id: id, item_member_id: member?.item_member_id ?? 0 })

    const { list } = await logOf(id)
    expect(list.map(short)).toEqual([
      ['delete', 'member', username, userId],
      ['update', 'member', username, userId],
      ['create', 'member', username, userId],
    ])
    expect(list).toMatchObject([{}, { op_details: { role: 0, old_role: 1 } }, { op_details: { role: 1 } }])
  })

  it('[LOG-07] gives ten entries unless more are wanted, and goes on with the next page', async () => {
    const { id } = await here.world.addItem()
    for (let n = 1; n <= 12; n += 1) {
      await savePage(id, `page ${n}`)
      here.world.clock.advance(1_000)
    }
    const titles = async (fields: object) => {
      const { list, total } = await logOf(id, fields)
      return [total, list.length, list.at(-1)?.op_object_name]
    }

    expect(await titles({})).toEqual([12, 10, 'page 3'])
    expect(await titles({ page: 1, count: 10 })).toEqual([12, 10, 'page 3'])
    expect(await titles({ page: 2, count: 10 })).toEqual([12, 2, 'page 1'])
    expect(await titles({ page: 3, count: 10 })).toEqual([12, 0, undefined])
    expect(await codeOf(editor, 'item/getChangeLog', { item_id: id, page: 0 })).toBe(10101)
    expect(await codeOf(editor, 'item/getChangeLog', { item_id: id, count: 1001 })).toBe(10101)
  })

  it('[LOG-08] [CONST-15] has three hundred entries at most', async () => {
    const { id: itemId } = await here.world.addItem()
    const [at, actorId] = [here.world.clock.now(), here.world.owner.id]
    await here.world.product.database.changes.append(
      Array.from({ length: 310 }, (_, n) => ({
        ...({ itemId, at, actorId, action: 'create', object: 'page', objectId: n + 1 } as const),
        ...{ objectName: `page ${n + 1}`, details: {}, stretch: null },
      })),
    )

    const last = await logOf(itemId, { page: 3, count: 100 })
    const beyond = await logOf(itemId, { page: 4, count: 100 })

    expect([last.total, last.list.length, last.list.at(-1)?.op_object_name]).toEqual([300, 100, 'page 11'])
    expect([beyond.total, beyond.list]).toEqual([300, []])
  })

  it('[LOG-09] needs the right to edit the whole item', async () => {
    const { id } = await here.world.addItem()
    const reader = await here.browserOf(here.world.reader)

    expect(await codeOf(here.browser(), 'item/getChangeLog', { item_id: id })).toBe(10102)
    expect(await codeOf(reader, 'item/getChangeLog', { item_id: id })).toBe(10103)
    expect(await codeOf(editor, 'item/getChangeLog', { item_id: 2_000_000_000 })).toBe(10103)
  })

  it('[LOG-10] names the user who did it', async () => {
    const { id } = await here.world.addItem()
    await savePage(id, 'Log in')
    await dataOf(owner, 'page/save', { item_id: id, page_title: 'Log out', page_content: '' })

    const { list } = await logOf(id)

    expect(list.map(({ oper }) => oper)).toEqual([
      expect.stringContaining(here.world.owner.username),
      expect.stringContaining(here.world.editor.username),
    ])
  })
})

describe('the audit record over REST', () => {
  it('is read by site administrators alone, as text and numbers', async () => {
    const admin = await here.browserOf(here.world.admin)
    const { id } = here.world.admin

    const { list, total } = await dataOf(admin, 'audit/getList', { page: 1, count: 1, uid: id })

    expect(total).toBeGreaterThan(0)
    expect(list).toMatchObject([
      {
        ...{ uid: id, username: here.world.admin.username, action: 'account.login', result: 'done' },
        ...{ object_type: 'account', object_id: String(id), operation: 'account.login' },
        request_id: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/),
        addtime: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      },
    ])
    expect(await codeOf(owner, 'audit/getList')).toBe(10103)
    expect(await codeOf(here.browser(), 'audit/getList')).toBe(10102)
  })
})
