import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '#tests/rest/harness.ts'
import { saveAndDeliver } from '#tests/support/followed-pages.ts'
import { outboxSite, type OutboxSite } from '#tests/support/outbox-site.ts'
import { TEST_PASSWORD } from '#tests/support/services.ts'
import plugin from './plugin.ts'

let here: OutboxSite
let olga: Browser
let edgar: Browser
let stefan: Browser
let ada: Browser
beforeAll(async () => {
  here = await outboxSite(plugin)
  const { owner, editor, stranger, admin } = here.world
  ;[olga, edgar, stefan, ada] = (await Promise.all(
    [owner, editor, stranger, admin].map((person) => here.browserOf(person)),
  )) as [Browser, Browser, Browser, Browser]
})
afterAll(() => here.close())

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const noticesOf = async (browser: Browser, type = 'all') =>
  (await browser.post('notice/getList', { notice_type: type, count: 100 })).data

/** A new account that Olga has made a member of a private item. */
async function newMember(name: string) {
  const person = await here.world.addUser(name)
  const item = await here.world.addItem({ name: `Ledger of ${name}`, visitPassword: 'sesame' })
  const reply = await olga.post('member/save', { item_id: item.id, username: person.username, member_group_id: 1 })
  expect(reply.error_code).toBe(0)
  await here.deliver()
  return { person, item, browser: await here.browserOf(person) }
}

describe('notices by the server', () => {
  it('[NOTICE-02] [NOTICE-03] [NOTICE-07] [API-099] [ENT-NOT-01] [ENT-NOT-02] [ENT-NOT-03] [ENT-NOT-04] [ENT-NOT-05] [ENT-NOT-06] tell who was added to an item', async () => {
    const { item, browser } = await newMember('nora')

    expect(await noticesOf(browser)).toEqual([
      {
        notice_id: expect.any(Number) as number,
        notice_title: `You were added to the item “${item.name}”`,
        notice_content: `${here.world.owner.account.name} added you. You may read and edit all of it.`,
        from_name: here.world.owner.account.name,
        notice_time: expect.stringMatching(TIME) as string,
        is_read: 0,
        item_id: 0,
        page_id: 0,
        comment_id: 0,
      },
    ])
    expect(await noticesOf(olga)).toEqual([])
  })
  it('[NOTICE-02] are as many as requested, newest first', async () => {
    const { person, item, browser } = await newMember('cora')
    await olga.post('item/attorn', { item_id: item.id, username: person.username, password: TEST_PASSWORD })
    await here.deliver()

    const { data } = await browser.post('notice/getList', { notice_type: 'all', count: 1 })

    expect(data).toMatchObject([{ notice_title: `The item “${item.name}” is yours now` }])
    expect(await noticesOf(browser)).toHaveLength(2)
  })
  it('[NOTICE-07] are in the language of the reader', async () => {
    const { item, browser } = await newMember('lihua')
    browser.cookies.set('language', 'zh-cn')

    expect((await noticesOf(browser))[0].notice_title).toBe(`你被添加到项目“${item.name}”`)
  })
  it('[NOTICE-07] tell who was added to a team, and who was given an item or a team', async () => {
    const { person, item, browser } = await newMember('tom')
    const team = (await olga.post('team/save', { team_name: 'Gateway' })).data.id
    await olga.post('teamMember/save', { team_id: team, member_username: person.username, team_member_group_id: 2 })
    await olga.post('team/attorn', { team_id: team, username: person.username, password: TEST_PASSWORD })
    await olga.post('item/attorn', { item_id: item.id, username: person.username, password: TEST_PASSWORD })
    await here.deliver()

    const titles = (await noticesOf(browser)).map(({ notice_title }: { notice_title: string }) => notice_title)
    expect(titles).toEqual(
      expect.arrayContaining([
        'You were added to the team “Gateway”',
        'The team “Gateway” is yours now',
        `The item “${item.name}” is yours now`,
      ]),
    )
  })
  it('[NOTICE-04] [API-100] [ITEM-26] are unread until they are marked as read', async () => {
    const { item, browser } = await newMember('una')
    const unreadCount = async () => (await browser.post('item/info', { item_id: item.id })).data.unread_count
    const [{ notice_id }] = await noticesOf(browser, 'unread')
    expect(await unreadCount()).toBe(1)

    expect((await browser.post('notice/setRead', { notice_id })).error_code).toBe(0)

    expect(await noticesOf(browser, 'unread')).toEqual([])
    expect(await noticesOf(browser)).toMatchObject([{ notice_id, is_read: 1 }])
    expect(await unreadCount()).toBe(0)
  })
  it('[NOTICE-05] [API-101] are removed by their owner, and from the unread count', async () => {
    const { item, browser } = await newMember('dan')
    const [{ notice_id }] = await noticesOf(browser)

    expect((await browser.post('notice/delete', { notice_id })).error_code).toBe(0)

    expect(await noticesOf(browser)).toEqual([])
    expect((await browser.post('item/info', { item_id: item.id })).data.unread_count).toBe(0)
  })
  it('[NOTICE-06] of others can neither be read nor removed, and look like missing ones', async () => {
    const { browser } = await newMember('olli')
    const [{ notice_id }] = await noticesOf(browser)

    for (const other of [olga, stefan, ada]) {
      expect((await noticesOf(other)).map((row: { notice_id: number }) => row.notice_id)).not.toContain(notice_id)
      for (const call of ['notice/setRead', 'notice/delete']) {
        expect((await other.post(call, { notice_id })).error_code).toBe(10101)
        expect((await other.post(call, { notice_id: 99_999_999 })).error_code).toBe(10101)
      }
    }
    expect(await noticesOf(browser)).toMatchObject([{ notice_id, is_read: 0 }])
  })
  it('do not name an item to people who no longer have access to it', async () => {
    const { person, item, browser } = await newMember('pete')
    await here.world.product.database.members.remove(item.id, person.id)

    const notices = await noticesOf(browser)

    expect(notices).toMatchObject([{ notice_title: 'You were added to an item' }])
    expect(JSON.stringify(notices)).not.toContain(item.name)
  })
  it('ask visitors to log in', async () => {
    for (const call of ['notice/getList', 'notice/setRead', 'notice/delete', 'message/getUnread', 'message/setRead'])
      expect((await here.browser().post(call, { notice_id: 1, message_content_id: 1 })).error_code).toBe(10102)
    for (const call of ['message/getRemindList', 'message/getAnnouncementList'])
      expect((await here.browser().post(call)).error_code).toBe(10102)
  })
})

describe('announcements', () => {
  const announced = async (text: string) =>
    (await ada.post('message/addAnnouncement', { message_content: text })).data.message_content_id as number
  const listOf = async (browser: Browser) => (await browser.post('message/getAnnouncementList')).data

  it('[MSG-10] [API-103] are written by site administrators and read by everybody', async () => {
    const id = await announced('The server rests on Sunday.')

    for (const browser of [edgar, stefan])
      expect((await listOf(browser))[0]).toEqual({
        from_uid: here.world.admin.id,
        from_name: here.world.admin.account.name,
        message_content_id: id,
        message_content: 'The server rests on Sunday.',
        status: 0,
        addtime: expect.stringMatching(TIME) as string,
      })
    for (const call of ['message/addAnnouncement', 'message/deleteAnnouncement'])
      expect((await olga.post(call, { message_content: 'x', message_content_id: id })).error_code).toBe(10103)
  })
  it('[API-102] [API-105] [MSG-06] are unread for each person until marked as read', async () => {
    const id = await announced('New templates.')
    expect((await edgar.post('message/getUnread')).data.announce).toMatchObject({ message_content_id: id, status: 0 })

    await edgar.post('message/setRead', { message_content_id: id, from_uid: here.world.admin.id })

    expect((await listOf(edgar))[0]).toMatchObject({ message_content_id: id, status: 1 })
    expect((await edgar.post('message/getUnread')).data.announce).not.toMatchObject({ message_content_id: id })
    expect((await listOf(stefan))[0]).toMatchObject({ message_content_id: id, status: 0 })
  })
  it('older than an account are not shown to it', async () => {
    await announced('Long ago.')
    here.world.clock.advance(60_000)

    const late = await here.browserOf(await here.world.addUser('late'))

    expect((await late.post('message/getUnread')).data.announce).toEqual({})
    expect((await listOf(late))[0]).toMatchObject({ status: 1 })
  })
  it('are shown during their period', async () => {
    const now = here.world.clock.now().getTime()
    const at = (ms: number) => new Date(now + ms).toISOString()
    const { data } = await ada.post('message/addAnnouncement', {
      message_content: 'Maintenance.',
      from: at(60_000),
      until: at(120_000),
    })
    const isListed = async () =>
      (await listOf(edgar)).some(
        (row: { message_content_id: number }) => row.message_content_id === data.message_content_id,
      )
    const stateNow = async () => (await ada.post('message/listWritten')).data.list[0].state

    expect([await isListed(), await stateNow()]).toEqual([false, 'coming'])
    here.world.clock.advance(60_000)
    expect([await isListed(), await stateNow()]).toEqual([true, 'shown'])
    here.world.clock.advance(60_000)
    expect([await isListed(), await stateNow()]).toEqual([false, 'over'])

    const turned = { message_content: 'Turned.', from: at(2_000), until: at(1_000) }
    expect((await ada.post('message/addAnnouncement', turned)).error_code).toBe(10101)
  })
  it('for one language are not shown to readers of another', async () => {
    await ada.post('message/addAnnouncement', { message_content: '周日维护', language: 'zh-cn' })
    const contentsIn = async (lang: string) => {
      const reply = await edgar.request({
        method: 'POST',
        url: '/api/message/getAnnouncementList',
        headers: { 'accept-language': lang },
      })
      return reply.json().data.map((row: { message_content: string }) => row.message_content)
    }

    expect(await contentsIn('zh-CN')).toContain('周日维护')
    expect(await contentsIn('en')).not.toContain('周日维护')
  })
  it('reach their readers however many newer ones are for others, over or still to come', async () => {
    const id = await announced('Still to be read.')
    const { collection } = here.world.product.database.documents
    const at = here.world.clock.now()
    const now = at.getTime()
    const others = [{ language: 'zh-cn' }, { endsAt: now }, { startsAt: now + 1 }]
    await collection('notices.announcement').putAll(
      Array.from({ length: 60 }, (_, turn) => ({
        ...{ key: `other ${turn}`, at },
        data: { fromId: here.world.admin.id, text: 'For others.', ...others[turn % others.length] },
      })),
    )

    expect((await listOf(stefan))[0]).toMatchObject({ message_content_id: id, status: 0 })
    expect((await stefan.post('message/getUnread')).data.announce).toMatchObject({ message_content_id: id })
  })
  it('show their authors how many have read them', async () => {
    const id = await announced('Counted.')
    const readers = async () => {
      const { data } = await ada.post('message/listWritten', { count: 100 })
      return [
        data.list.find((row: { message_content_id: number }) => row.message_content_id === id).readers,
        data.people,
      ]
    }

    expect((await readers())[0]).toBe(0)
    for (const browser of [edgar, stefan, edgar]) await browser.post('message/setRead', { message_content_id: id })
    expect(await readers()).toEqual([2, await here.world.product.database.users.countAll()])
    expect((await olga.post('message/listWritten')).error_code).toBe(10103)
  })
  it('can be deleted', async () => {
    const id = await announced('A mistake.')

    await ada.post('message/deleteAnnouncement', { message_content_id: id })

    expect((await listOf(edgar)).map((row: { message_content_id: number }) => row.message_content_id)).not.toContain(id)
    expect((await ada.post('message/deleteAnnouncement', { message_content_id: id })).error_code).toBe(10101)
  })
})

describe('marking everything as read', () => {
  const countsOf = async (browser: Browser) => (await browser.post('message/counts')).data

  it('leaves no notice, reminder or announcement unread, and nothing of anybody else changes', async () => {
    const { person, item, browser } = await newMember('nina')
    const page = await here.world.addPage(item, { title: 'Refunds' })
    const uids = `${person.id},${here.world.editor.id}`
    expect((await olga.post('subscription/savePage', { page_id: page.id, uids })).error_code).toBe(0)
    const remark = { is_notify: 1, notify_content: 'v2 is out' }
    await saveAndDeliver(here, olga, page, remark)
    here.world.clock.advance(60_000)
    await ada.post('message/addAnnouncement', { message_content: 'Please read this.' })
    const [before, others] = [await countsOf(browser), await countsOf(edgar)]
    expect(before).toMatchObject({ notices: 1, reminders: 1 })
    expect(before.announcements).toBeGreaterThan(0)

    expect((await browser.post('message/setAllRead')).error_code).toBe(0)

    expect(await countsOf(browser)).toEqual({ notices: 0, reminders: 0, announcements: 0 })
    expect((await noticesOf(browser)).map(({ is_read }: { is_read: number }) => is_read)).toEqual([1])
    expect((await browser.post('message/getUnread')).data).toMatchObject({ announce: {}, remind: {} })
    expect(await countsOf(edgar)).toEqual(others)

    await saveAndDeliver(here, olga, page, { ...remark, notify_content: 'v3 is out' })
    expect(await countsOf(browser)).toMatchObject({ reminders: 1 })
  })
})
