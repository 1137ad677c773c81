import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import {
  describeShowdocs,
  expectedOf,
  LEAST_TABLES,
  madeShowdoc,
  SHOWDOC_VERSIONS,
  showdocFolder,
} from '#tests/support/showdoc.ts'
import { carry } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { receiptOf } from '#server/switch/receipt.ts'
import type { Browser } from './harness.ts'
import { movedSite, type MovedSite } from './moved-site.ts'

const ONE = { page: 1, count: 1 }

describeShowdocs(SHOWDOC_VERSIONS, 'what people of ShowDoc %s arranged', (version) => {
  const expected = expectedOf(version)
  let site: MovedSite
  let wangmin: Browser
  beforeAll(async () => {
    site = await movedSite(showdocFolder(version))
    wangmin = await of('wangmin')
  }, 240_000)
  afterAll(() => site.close(), 60_000)
  const of = async (name: string): Promise<Browser> => {
    const browser = site.browser()
    const { username = '', password = '' } = expected.users.find((user) => user.username === name) ?? {}
    await browser.logIn(username, password)
    return browser
  }
  const idOf = (name: string): number => expected.items.find((item) => item.name.startsWith(name))?.item_id ?? 0

  it('has the groups of items, in their order and with their items', async () => {
    const groups = (await wangmin.post('itemGroup/getList')).data as readonly { group_name: string; item_ids: string }[]

    expect(groups.map(({ group_name }) => group_name)).toEqual([
      '空分组 Empty group',
      '参考 <Reference> & more',
      '工作 Work',
    ])
    const work = [idOf('运维手册'), idOf('红隼订单中心'), idOf('旧版接口')]
    expect(groups[2]?.item_ids.split(',').map(Number)).toEqual(work)
  })

  it('has the templates, with the items they are shared to', async () => {
    const mine = (await wangmin.post('template/getMyList')).data as readonly {
      readonly template_title: string
      readonly template_content: string
      readonly share_item: readonly { readonly item_id: string }[]
    }[]

    expect(new Set(mine.map(({ template_title }) => template_title))).toEqual(
      new Set(['接口模板 API page', '会议纪要 Minutes <tpl> & "x"']),
    )
    const api = mine.find(({ template_title }) => template_title === '接口模板 API page')
    expect(api?.template_content).toContain('|参数名|必选|类型|说明|')
    expect(api?.share_item.map(({ item_id }) => Number(item_id)).toSorted((a, b) => a - b)).toEqual(
      [idOf('红隼订单中心'), idOf('发布说明 Release')].toSorted((a, b) => a - b),
    )
  })

  it('answers mocks at their addresses, to everybody of an open item and with its key of a closed one', async () => {
    const open = await site.browser().get(`/mock-path/${idOf('红隼订单中心')}&path=/v2/track`)
    expect(open.json()).toMatchObject([{ zh: '已揽收' }])
    const closed = `/mock-path/${idOf('支付沙箱')}&path=/pay`
    expect((await site.browser().get(closed)).statusCode).toBe(404)
    const key = { '2.10.5': '4d68d83b1a57ee094fdccc5e103daa69', '3.9.2': 'a758733f8a9242f61691a70e99e2342c' }[version]
    expect((await site.browser().get(`${closed}?key=${key}`)).json()).toMatchObject({ list: [{}, {}, {}] })
  })

  it("answers mocks at ShowDoc's other addresses, with their keys and patterns, as long as they have those", async () => {
    const answer = async (address: string) => (await site.browser().get(address)).json<unknown>()
    const byPath = await answer(`/mock-path/${idOf('红隼订单中心')}&path=/v2/track`)

    expect(await answer(`/server/mock-path/${idOf('红隼订单中心')}?path=/v2/track`)).toEqual(byPath)
    expect(await answer(`/server/index.php?s=/mock-path/${idOf('红隼订单中心')}&path=/v2/track`)).toEqual(byPath)
    for (const { unique_key } of expected.mocks)
      expect(await answer(`/server/mock-data/${unique_key}`)).not.toMatchObject({ error_code: 10101 })
    if (version === '3.9.2')
      expect((await site.browser().get(`/mock-path/${idOf('红隼订单中心')}&path=/v2/orders/KO17`)).statusCode).toBe(200)
    expect(site.receipt.tables.find(({ name }) => name === 'mock')).toMatchObject({ left: 0 })

    const unknown = await site.browser().get('/server/mock-data/00000000000000000000000000000000')
    expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { error_code: 10101 }])
    // In a RunApi item, too, whose pages only programs edit.
    for (const [name, path] of [
      ['wangmin', '/v2/track'],
      ['zhao-lei', '/pay'],
    ] as const) {
      const { page_id = 0, unique_key = '' } = expected.mocks.find((mock) => mock.path === path) ?? {}
      expect((await (await of(name)).post('mock/resetKey', { page_id })).error_code).toBe(0)
      expect((await site.browser().get(`/server/mock-data/${unique_key}`)).statusCode).toBe(404)
    }
  })

  it('has the subscriptions', async () => {
    const { read = 0, carried = 0, left = 0 } = site.receipt.tables.find(({ name }) => name === 'subscription') ?? {}

    expect([read, carried + left]).toEqual([expected.table_counts['subscription'], read])
    expect(carried).toBeGreaterThan(60)
    const page = expected.pages.find(({ title }) => title === '创建订单 Create order')?.page_id ?? 0
    const followers = (await wangmin.post('subscription/getPageList', { page_id: page })).data as readonly object[]
    expect(followers.length).toBeGreaterThan(1)
    expect(site.receipt.isWhole).toBe(true)
  })

  it('has the reminders and the announcements, read or not', async () => {
    const list = async (call: string) => (await wangmin.post(`message/${call}`, { count: 100 })).data
    const { list: reminders } = (await list('getRemindList')) as { readonly list: readonly object[] }
    expect(reminders).toMatchObject([
      { message_content: '值班制度更新', action_type: 'update', status: 0 },
      {
        message_content: '优惠券参数变了 & 请联调 <coupon>',
        status: 0,
        page_data: { page_title: '创建订单 Create order' },
      },
    ])
    const announced = (await list('getAnnouncementList')) as readonly { readonly message_content: string }[]
    expect(announced.map(({ message_content }) => message_content)).toEqual(
      version === '2.10.5'
        ? ['本周六 22:00 升级 Maintenance on Saturday']
        : ['RunApi 客户端请升级', '本周六 22:00–24:00 升级。<br />\nMaintenance on <b>Saturday</b>.'],
    )
    if (version !== '2.10.5') expect(announced).toMatchObject([{ status: 1 }, {}])
    for (const name of ['message', 'message_content'])
      expect([name, site.receipt.left.filter(({ table }) => table === name)]).toEqual([name, []])
  })
})

it('tells people what ShowDoc had told them, and leaves the rest with the reason', async () => {
  const { folder } = await madeShowdoc(`${LEAST_TABLES}
    create table message (id integer primary key, from_uid int, to_uid int, message_type text, message_content_id int,
      status int, addtime text);
    create table message_content (id integer primary key, from_uid int, message_type text, message_content text,
      action_type text, object_type text, object_id int, addtime text);
    insert into user values (1, 'ann', ''), (2, 'tom', '');
    insert into item values (3, 'Open', 1);
    insert into page values (7, 3, 'Page', 'text');
    insert into message_content values (1, 1, 'remind', 'a &lt; b', 'create', 'page', 7, '2026-11-22 14:11:34'),
      (2, 2, 'remind', 'new comment', 'comment', 'page', 7, ''), (3, 1, 'remind', 'gone', 'update', 'page', 99, ''),
      (4, 1, 'remind', 'to nobody', 'update', 'page', 7, ''), (5, 1, 'remind', 'an item', 'update', 'item', 3, ''),
      (6, 9, 'announce_all', 'Sunday', '', '', 0, '2026-11-20 10:00:00'), (7, 1, 'announce_runapi', 'program', '', '', 0, ''),
      (8, 1, 'remind', 'old', 'update', 'page', 7, '2020-01-01 00:00:00');
    insert into message values (1, 1, 2, 'remind', 1, 0, ''), (2, 1, 1, 'remind', 1, 1, ''), (3, 2, 1, 'remind', 2, 0, ''),
      (4, 1, 2, 'remind', 3, 0, ''), (5, 1, 9, 'remind', 1, 0, ''), (6, 1, 2, 'remind', 1, -1, ''),
      (7, 1, 2, 'remind', 77, 0, ''), (8, 1, 2, 'remind', 5, 0, ''), (9, 0, 1, 'announce', 6, 1, '2026-11-21 10:00:00'),
      (10, 0, 1, 'announce', 6, 1, ''), (11, 0, 2, 'announce', 7, 1, ''), (12, 1, 2, 'remind', 8, 1, ''),
      (13, 1, 2, 'remind', 8, 0, '');`)

  const site = await movedSite(folder)
  onTestFinished(() => site.close(), 60_000)

  const { documents } = site.application.product.database
  const all = async <T extends object>(name: string) => (await documents.collection<T>(`notices.${name}`).find({})).list
  const reminders = await all<{ remark: string; isRead: boolean; action: string; fromId: number }>('reminder')
  expect(
    reminders.map(({ userId, data }) => [userId, data.remark, data.action, data.fromId, data.isRead]).toSorted(),
  ).toEqual([
    [1, 'a < b', 'create', 1, true],
    [2, 'a < b', 'create', 1, false],
    [2, 'old', 'update', 1, false],
  ])
  expect(reminders.find(({ data }) => data.action === 'create')?.at).toEqual(new Date('2026-11-22T06:11:34Z'))
  expect((await all('unreadReminder')).map(({ userId }) => userId)).toEqual([2, 2])
  expect((await all('notice')).map(({ userId, data }) => [userId, data])).toMatchObject([
    [1, { kind: 'commented', pageId: 7, fromId: 2, isRead: false }],
  ])
  const [announcement, ...others] = await all<{ text: string; fromId: number }>('announcement')
  expect([announcement?.data, others]).toEqual([{ text: 'Sunday', fromId: 0 }, []])
  expect((await all('readAnnouncement')).map(({ userId, data }) => [userId, data])).toEqual([
    [1, { announcementId: announcement?.id }],
  ])
  const reasons = (table: string) =>
    Object.fromEntries(site.receipt.left.filter((each) => each.table === table).map(({ id, reason }) => [id, reason]))
  expect(reasons('message')).toEqual({
    ...{ 4: 'pageGone', 5: 'accountGone', 6: 'noticeDeleted', 7: 'noticeGone', 8: 'notOfPage', 10: 'readAlready' },
    ...{ 11: 'noticeOfOther', 12: 'refused' },
  })
  expect(reasons('message_content')).toEqual({
    ...{ 3: 'toldNobodyHere', 4: 'toldNobody', 5: 'toldNobodyHere', 7: 'noticeOfOther' },
  })
  expect(site.receipt.isWhole).toBe(true)
  const { showdoc, application } = site
  expect((await carry({ showdoc, application, say: () => undefined })).wasDone).toBe(true)
  expect([(await all('reminder')).length, (await all('announcement')).length]).toEqual([3, 1])
}, 240_000)

it('leaves of what people arranged what has no place here, with the reason', async () => {
  const { folder } = await madeShowdoc(`${LEAST_TABLES}
    insert into user values (1, 'ann', '');
    insert into item values (3, 'Open', 1);
    insert into page values (7, 3, 'Page', 'text'), (8, 3, 'Other', 'text');
    create table template (id integer primary key, uid integer, template_title text, template_content text, addtime text);
    create table template_item (id integer primary key, template_id integer, item_id integer, created_at text);
    create table mock (id integer primary key, unique_key text, page_id integer, template text, path text, addtime text);
    create table subscription (id integer primary key, uid integer, object_id integer, object_type text, sub_time text);
    create table item_group (id integer primary key, uid integer, group_name text, item_ids text, s_number integer);
    insert into template values (1, 1, '', 'a', ''), (2, 9, 'Gone', 'b', ''), (3, 1, 'Long', '${'x'.repeat(300_000)}', '');
    insert into template_item values (1, 1, 3, ''), (2, 1, 3, ''), (3, 1, 99, ''), (4, 2, 3, ''), (5, 77, 3, ''), (6, 3, 3, '');
    insert into mock values (1, 'k', 7, '[${'1'.repeat(1_000)}]', '/a', ''), (2, 'l', 7, '{}', '/b', ''), (3, 'm', 99, '{}', '/c', ''),
      (4, 'n', 8, '{}', '~^/(?=v)', '');
    insert into subscription values (1, 1, 7, 'page', '2026-11-22 14:11:34'), (2, 1, 7, 'page', ''), (3, 9, 7, 'page', ''),
      (4, 1, 99, 'page', ''), (5, 1, 3, 'item', '');
    insert into item_group values (1, 1, '', '3,99', 0), (2, 9, 'Gone', '3', 0);`)

  const site = await movedSite(folder)
  onTestFinished(() => site.close(), 60_000)

  expect(site.receipt.isWhole).toBe(true)
  const leftOf = (name: string) => site.receipt.left.filter(({ table }) => table === name).map(({ id }) => id)
  expect(leftOf('template')).toEqual([2, 3])
  expect(leftOf('template_item').toSorted()).toEqual([1, 3, 4, 5, 6])
  expect(leftOf('mock')).toEqual([2, 3, 4])
  expect(leftOf('subscription')).toEqual([2, 3, 4, 5])
  expect(leftOf('item_group')).toEqual([2])
  expect(site.receipt.changed).toContainEqual(
    expect.objectContaining({ table: 'item_group', id: 1, reason: 'itemWithoutName' }),
  )
  const { list } = await site.application.product.database.documents.collection('notices.subscription').find({})
  expect(list.map(({ at }) => at.toISOString())).toEqual(['2026-11-22T06:11:34.000Z'])
  // A mock takes the space of its item and of the page's author.
  const { space } = site.application.product.database
  const [person, item] = [await space.used('person', 'ann', ONE), await space.used('item', 'Open', ONE)]
  expect([person.list[0]?.textBytes, item.list[0]?.textBytes].filter((bytes = 0) => bytes > 1_000)).toHaveLength(2)
})

it('brings what people said of pages, in threads, to those who have a part in the item', async () => {
  const { folder } = await madeShowdoc(`
    create table user (uid integer primary key, username text, password text);
    create table item (item_id integer primary key, item_name text, uid integer, allow_comment int default 0);
    create table page (page_id integer primary key, item_id integer, page_title text, page_content text);
    insert into user values (1, 'ann', ''), (2, 'tom', '');
    insert into item values (3, 'Open', 1, 1), (4, 'Off', 1, 0);
    insert into page values (7, 3, 'Page', 'text'), (8, 4, 'Other', 'text');
    create table page_comment (comment_id integer primary key, page_id int, item_id int, parent_id int default 0, uid int,
      username text, content text, is_deleted int default 0, addtime int);
    insert into page_comment values (1, 7, 3, 0, 1, 'ann', 'a &lt; b?', 0, 1795327991), (2, 7, 3, 1, 2, 'tom', 'yes', 0, 1795327992),
      (3, 7, 3, 2, 1, 'ann', 'thanks', 0, 1795327993), (4, 7, 3, 0, 1, 'ann', 'gone', 1, 1795327994),
      (5, 7, 3, 4, 2, 'tom', 'to what is gone', 0, 1795327995), (6, 8, 4, 0, 1, 'ann', 'unseen', 0, 1795327996),
      (7, 7, 3, 0, 9, 'nobody', 'of an account that is gone', 0, 1795327997), (8, 99, 3, 0, 1, 'ann', 'nowhere', 0, 1);`)

  const site = await movedSite(folder)
  onTestFinished(() => site.close(), 60_000)

  const store = site.application.product.database
  const { list } = await store.documents
    .collection<{ text: string; threadId: number; authorId: number }>('comments.comment')
    .find({ pageId: 7 })
  const said = new Map(list.map(({ id, at, data }) => [data.text, { id, at: at.getTime() / 1_000, ...data }]))
  const first = said.get('a < b?')
  expect(first).toMatchObject({ threadId: 0, authorId: 1, at: 1_795_327_991 })
  expect(said.get('yes')).toMatchObject({ threadId: first?.id, authorId: 2 })
  expect(said.get('thanks')).toMatchObject({ threadId: first?.id })
  expect(said.get('to what is gone')).toMatchObject({ threadId: 0 })
  expect(said.size).toBe(4)
  const ofComments = site.receipt.tables.find(({ name }) => name === 'page_comment')
  expect(ofComments).toMatchObject({ read: 8, carried: 4, left: 4 })
  const comments = site.carried.kept.forOperators.find(({ table }) => table === 'page_comment')
  expect([...(comments?.rows ?? [])]).toHaveLength(8)
}, 240_000)

it('shares a template that came with one item to the others when these come, and to none that took it back', async () => {
  const { folder } = await madeShowdoc(`${LEAST_TABLES}
    create table template (id integer primary key, uid int, template_title text, template_content text, addtime text);
    create table template_item (id integer primary key, template_id int, item_id int, created_at text);
    insert into user values (1, 'ann', '');
    insert into item values (3, 'One', 1), (4, 'Two', 1), (5, 'Three', 1);
    insert into template values (6, 1, 'Start', 'text', '2026-11-22 14:11:34'), (7, 1, 'Gone', 'text', '');
    insert into template_item values (1, 6, 3, ''), (2, 6, 4, ''), (3, 6, 5, ''), (4, 7, 4, ''), (5, 7, 3, '');`)
  const site = await movedSite(folder, {}, 3)
  onTestFinished(() => site.close(), 60_000)
  const { application } = site
  const collection = application.product.database.documents.collection<{ templateId: number }>('templates.share')
  const shared = async () => (await collection.find({})).list
  const came = await shared()
  expect(came.map(({ itemId }) => itemId)).toEqual([3, 3])
  for (const { id } of came) await collection.delete(id)
  const templates = application.product.database.documents.collection<{ title: string }>('templates.template')
  const gone = (await templates.find({ where: { title: 'Gone' } })).list[0]?.id ?? 0
  await templates.delete(gone)
  const start = (await templates.find({ where: { title: 'Start' } })).list[0]?.id ?? 0

  for (const wasDone of [false, true]) {
    const showdoc = await openShowdoc(folder)
    const carried = await carry({ showdoc, application, isInto: true, say: () => undefined })
    const receipt = await receiptOf({ showdoc, carried, application })
    await showdoc.close()

    expect(carried.wasDone).toBe(wasDone)
    expect((await shared()).map(({ itemId, data }) => [itemId, data.templateId]).toSorted()).toEqual([
      [4, start],
      [5, start],
    ])
    expect(receipt.kept.filter(({ table }) => table === 'template')).toEqual([])
    expect(receipt.left.filter(({ table }) => table === 'template_item')).toMatchObject([{ id: 4 }])
    expect(receipt.isWhole).toBe(true)
  }
}, 240_000)
