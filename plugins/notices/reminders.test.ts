import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '#core/page/page.ts'
import type { Browser } from '#tests/rest/harness.ts'
import { addFollowedPage, remindersOf, saveAndDeliver, unreadReminderOf } from '#tests/support/followed-pages.ts'
import { outboxSite, type OutboxSite } from '#tests/support/outbox-site.ts'
import type { Person } from '#tests/support/people.ts'
import plugin from './plugin.ts'
import { SERIES_MS } from './reminder.ts'

let here: OutboxSite
let olga: Browser
let edgar: Browser
let rita: Browser
let stefan: Browser
beforeAll(async () => {
  here = await outboxSite(plugin)
  const { owner, editor, reader, stranger } = here.world
  ;[olga, edgar, rita, stefan] = (await Promise.all(
    [owner, editor, reader, stranger].map((person) => here.browserOf(person)),
  )) as [Browser, Browser, Browser, Browser]
})
afterAll(() => here.close())

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

const followedPage = (...followers: readonly Person[]) => addFollowedPage(here, olga, followers)
const save = (browser: Browser, page: Page, fields: Readonly<Record<string, string | number>>) =>
  saveAndDeliver(here, browser, page, fields)
const saveAndNotify = (browser: Browser, page: Page, remark: string) =>
  save(browser, page, { is_notify: 1, notify_content: remark })

describe('the followers of a page', () => {
  it('[SUB-01] [SUB-02] [API-096] [API-097] [ENT-SUB-01] [ENT-SUB-02] [ENT-SUB-03] [ENT-SUB-04] takes people named by a comma list and shows them', async () => {
    const { editor, reader } = here.world
    const { page } = await followedPage(editor, reader)

    const reply = await edgar.post('subscription/getPageList', { page_id: page.id })

    const rowOf = ({ account }: Person) => ({
      uid: account.id,
      username: account.username,
      name: account.name,
      sub_time: expect.stringMatching(TIME) as string,
    })
    expect(reply).toMatchObject({ error_code: 0 })
    expect(reply.data).toEqual([rowOf(editor), rowOf(reader)])
  })
  it('[SUB-03] [API-098] lose the named person, and nobody else', async () => {
    const { owner, editor, reader } = here.world
    const { page } = await followedPage(owner, editor, reader)

    await edgar.post('subscription/deletePage', { page_id: page.id, uids: `${owner.id},${reader.id}` })

    const { data } = await edgar.post('subscription/getPageList', { page_id: page.id })
    expect(data.map(({ uid }: { uid: number }) => uid)).toEqual([editor.id])
  })
  it('[SUB-01] contain nobody twice, and keep the date of existing ones', async () => {
    const { editor, owner } = here.world
    const { page } = await followedPage(editor)
    const [before] = (await olga.post('subscription/getPageList', { page_id: page.id })).data
    here.world.clock.advance(60_000)

    await olga.post('subscription/savePage', { page_id: page.id, uids: `${editor.id},${owner.id},${owner.id}` })

    const { data } = await olga.post('subscription/getPageList', { page_id: page.id })
    expect(data).toHaveLength(2)
    expect(data[0]).toEqual(before)
  })
  it('[SUB-04] can only be changed by editors', async () => {
    const { editor } = here.world
    const { page } = await followedPage(editor)
    const fields = { page_id: page.id, uids: editor.id }

    for (const call of ['getPageList', 'savePage', 'deletePage']) {
      expect((await here.browser().post(`subscription/${call}`, fields)).error_code, call).toBe(10102)
      expect((await rita.post(`subscription/${call}`, fields)).error_code, call).toBe(10103)
      expect((await stefan.post(`subscription/${call}`, fields)).error_code, call).toBe(10103)
    }
  })
  it('[SUB-01] cannot include people without access to the item, who look like missing ones, and then nobody is added', async () => {
    const { editor, stranger } = here.world
    const { page } = await followedPage()

    for (const uid of [stranger.id, 99_999_999]) {
      const reply = await olga.post('subscription/savePage', { page_id: page.id, uids: `${editor.id},${uid}` })
      expect(reply).toMatchObject({ error_code: 10101 })
    }
    expect((await olga.post('subscription/getPageList', { page_id: page.id })).data).toEqual([])
  })
  it('can be joined by readers themselves, and not by people who may not read', async () => {
    const { page } = await followedPage()
    const follows = async () => (await rita.post('subscription/mine', { page_id: page.id })).data.is_followed

    await rita.post('subscription/follow', { page_id: page.id })
    expect(await follows()).toBe(true)
    await rita.post('subscription/unfollow', { page_id: page.id })
    expect(await follows()).toBe(false)
    expect((await stefan.post('subscription/follow', { page_id: page.id })).error_code).not.toBe(0)
    expect((await here.browser().post('subscription/follow', { page_id: page.id })).error_code).toBe(10102)
  })
})

describe('a save with a notification', () => {
  it('[SUB-05] [MSG-02] [MSG-03] [MSG-15] [API-104] [ENT-MSG-01] [ENT-MSG-02] [ENT-MSG-03] [ENT-MSG-04] [ENT-MSG-05] [ENT-MSG-06] [ENT-MSG-07] [ENT-MSG-08] [ENT-MSG-09] [ENT-MSG-10] [ENT-MSG-11] [EDIT-37] reminds each follower with the remark', async () => {
    const { owner, editor, reader } = here.world
    const { item, page } = await followedPage(editor, reader)

    await saveAndNotify(olga, page, 'v2 is out')

    for (const browser of [edgar, rita])
      expect(await remindersOf(browser, page)).toEqual([
        {
          from_uid: owner.id,
          from_name: owner.account.name,
          message_content_id: expect.any(Number) as number,
          message_content: 'v2 is out',
          action_type: 'update',
          object_type: 'page',
          status: 0,
          page_data: { item_id: item.id, page_id: page.id, page_title: 'Refunds' },
          addtime: expect.stringMatching(TIME) as string,
        },
      ])
    expect(await remindersOf(olga, page)).toEqual([])
  })
  it('[SUB-05] also reminds when the text was saved before', async () => {
    const { page } = await followedPage(here.world.editor)
    await save(olga, page, { page_content: 'the same' })

    await save(olga, page, { page_content: 'the same', is_notify: 1, notify_content: 'look' })

    expect(await remindersOf(edgar, page)).toMatchObject([{ message_content: 'look' }])
  })
  it('[SUB-06] is required: without it nobody is reminded', async () => {
    const { page } = await followedPage(here.world.editor)

    await save(olga, page, {})
    await save(olga, page, { is_notify: 0, notify_content: 'never said' })

    expect(await remindersOf(edgar, page)).toEqual([])
  })
  it('[SUB-07] also reminds the saver who follows the page', async () => {
    const { page } = await followedPage(here.world.owner)

    await saveAndNotify(olga, page, 'to myself')

    expect(await remindersOf(olga, page)).toMatchObject([
      { message_content: 'to myself', from_uid: here.world.owner.id },
    ])
  })
  it('[MSG-15] of a new page reports its creation', async () => {
    const { page } = await followedPage(here.world.editor)
    const { data } = await olga.post('page/save', {
      ...{ page_id: 0, item_id: page.itemId, page_title: 'New', page_content: 'x' },
      ...{ is_notify: 1, notify_content: 'here it is' },
    })
    // Somebody follows it already before the reminder is written.
    await olga.post('subscription/savePage', { page_id: data.page_id, uids: here.world.editor.id })
    await here.deliver()

    expect(await remindersOf(edgar, { ...page, id: data.page_id })).toMatchObject([{ action_type: 'create' }])
  })
  it('[SUB-08] reminds nobody who may no longer view the page, and older reminders do not name it', async () => {
    const { world } = here
    const mia = await world.addUser('mia')
    const browser = await here.browserOf(mia)
    const { item, page } = await followedPage()
    await world.addMember(item, mia, 'reader')
    await olga.post('subscription/savePage', { page_id: page.id, uids: mia.id })
    await saveAndNotify(olga, page, 'while that is allowed')
    await world.product.database.members.remove(item.id, mia.id)
    world.clock.advance(SERIES_MS)

    await saveAndNotify(olga, page, 'secret now')

    const { data } = await browser.post('message/getRemindList', { page: 1, count: 8 })
    expect(data.total).toBe(1)
    expect(data.list[0]).toMatchObject({
      ...{ message_content: '', status: 1 },
      page_data: { item_id: 0, page_id: 0, page_title: '' },
    })
    expect(JSON.stringify(data)).not.toMatch(/Refunds|secret|while that is allowed/)
    expect(await unreadReminderOf(browser)).toEqual({})
  })
  it('[SUB-08] reminds nobody of a page outside their catalog, and nobody of one in the recycle bin', async () => {
    const { world } = here
    const lin = await world.addUser('lin')
    const browser = await here.browserOf(lin)
    const { item, page } = await followedPage()
    await world.addMember(item, lin, 'editor', (await world.addCatalog(item)).id)
    await olga.post('subscription/savePage', { page_id: page.id, uids: `${lin.id},${world.editor.id}` })

    await saveAndNotify(olga, page, 'in the root')
    expect((await browser.post('message/getRemindList')).data.total).toBe(0)
    expect(await remindersOf(edgar, page)).toHaveLength(1)

    await olga.post('page/delete', { page_id: page.id })
    expect(await remindersOf(edgar, page)).toEqual([])
  })
})

describe('several saves of one page', () => {
  it('by one person within ten minutes are one reminder with the newest remark, unread again', async () => {
    const { page } = await followedPage(here.world.editor)
    await saveAndNotify(olga, page, 'first')
    const [first] = await remindersOf(edgar, page)
    await edgar.post('message/setRead', { message_content_id: first.message_content_id, from_uid: first.from_uid })
    here.world.clock.advance(SERIES_MS - 1)

    await saveAndNotify(olga, page, 'second')

    const reminders = await remindersOf(edgar, page)
    expect(reminders).toMatchObject([
      { message_content_id: first.message_content_id, message_content: 'second', status: 0 },
    ])
    expect(await unreadReminderOf(edgar)).toMatchObject({ message_content: 'second' })
  })
  it('ten minutes apart are two reminders', async () => {
    const { page } = await followedPage(here.world.editor)
    await saveAndNotify(olga, page, 'first')
    here.world.clock.advance(SERIES_MS)

    await saveAndNotify(olga, page, 'second')

    expect(await remindersOf(edgar, page)).toMatchObject([{ message_content: 'second' }, { message_content: 'first' }])
  })
  it('by two people are two reminders', async () => {
    const { page } = await followedPage(here.world.reader)

    await saveAndNotify(olga, page, 'by Olga')
    await saveAndNotify(edgar, page, 'by Edgar')
    await saveAndNotify(olga, page, 'by Olga again')

    const reminders: { message_content: string }[] = await remindersOf(rita, page)
    expect(reminders.map((one) => one.message_content).toSorted()).toEqual(['by Edgar', 'by Olga again'])
  })
  it('delivered in the wrong order keep the newest remark', async () => {
    const { page } = await followedPage(here.world.editor)
    const { database, services } = here.world.product
    const now = here.world.clock.now().getTime()
    const note = { kind: 'savedPage', pageId: page.id, fromId: here.world.owner.id, action: 'update' }
    const deliver = (extra: object) =>
      database.transaction((store) => plugin.outbox.deliver({ store, services }, { ...note, ...extra }))

    await deliver({ revision: 3, remark: 'newest', at: new Date(now + 2_000) })
    await deliver({ revision: 2, remark: 'older', at: new Date(now) })

    expect(await remindersOf(edgar, page)).toMatchObject([{ message_content: 'newest' }])
  })
  it('[R20] delivered at the same time, and twice, are one reminder', async () => {
    const { page } = await followedPage(here.world.editor, here.world.reader)
    const { database, services } = here.world.product
    const at = here.world.clock.now()
    const note = { kind: 'savedPage', pageId: page.id, fromId: here.world.owner.id, action: 'update', remark: 'r', at }

    await Promise.all(
      [1, 2, 3, 1, 2, 3].map((revision) =>
        database.transaction((store) => plugin.outbox.deliver({ store, services }, { ...note, revision })),
      ),
    )

    expect(await remindersOf(edgar, page)).toHaveLength(1)
    expect(await remindersOf(rita, page)).toHaveLength(1)
  })
})

describe('reading reminders', () => {
  it('[MSG-06] [MSG-08] [MSG-09] [API-102] [API-105] returns the newest unread one until it is marked as read', async () => {
    const kim = await here.world.addUser('kim')
    const browser = await here.browserOf(kim)
    const { item, page } = await followedPage()
    await here.world.addMember(item, kim, 'reader')
    await browser.post('subscription/follow', { page_id: page.id })
    expect((await browser.post('message/getUnread')).data).toEqual({ remind: {}, announce: {} })
    await saveAndNotify(olga, page, 'read me')

    const unread = await unreadReminderOf(browser)
    expect(unread).toMatchObject({ message_content: 'read me', status: 0, page_data: { page_title: 'Refunds' } })
    const seen = { message_content_id: unread.message_content_id, from_uid: unread.from_uid }
    expect((await browser.post('message/setRead', seen)).error_code).toBe(0)

    expect(await unreadReminderOf(browser)).toEqual({})
    expect(await remindersOf(browser, page)).toMatchObject([{ status: 1 }])
  })
  it('[MSG-14] shows and changes only those of the caller', async () => {
    const { page } = await followedPage(here.world.editor)
    await saveAndNotify(olga, page, 'for edgar')
    const [{ message_content_id, from_uid }] = await remindersOf(edgar, page)

    for (const other of [rita, stefan, olga])
      expect((await other.post('message/setRead', { message_content_id, from_uid })).error_code).toBe(10101)
    expect(await remindersOf(rita, page)).toEqual([])
    expect(await remindersOf(edgar, page)).toMatchObject([{ status: 0 }])
    expect((await edgar.post('message/setRead', { message_content_id, from_uid: from_uid + 1 })).error_code).toBe(10101)
    expect(await remindersOf(edgar, page)).toMatchObject([{ status: 0 }])
  })
  it('[MSG-02] returns them by pages, with the total number', async () => {
    const pam = await here.world.addUser('pam')
    const browser = await here.browserOf(pam)
    const { item, page } = await followedPage()
    await here.world.addMember(item, pam, 'reader')
    await browser.post('subscription/follow', { page_id: page.id })
    for (const remark of ['1', '2', '3']) {
      here.world.clock.advance(SERIES_MS)
      await saveAndNotify(olga, page, remark)
    }

    const { data } = await browser.post('message/getRemindList', { page: 2, count: 2 })

    expect(data.total).toBe(3)
    expect(data.list.map((row: { message_content: string }) => row.message_content)).toEqual(['1'])
  })
})

describe('a crash', () => {
  it('[R20] between save and reminder loses no reminder, and creates none twice', async () => {
    const { page } = await followedPage(here.world.editor)
    const sent = { page_id: page.id, page_title: page.title, page_content: 'before the crash' }
    await olga.post('page/save', { ...sent, is_notify: 1, notify_content: 'kept' })
    // The server ends here. The next one finds the job in the table.
    expect(await remindersOf(edgar, page)).toEqual([])

    expect(await here.deliver()).toBe(1)
    expect(await here.deliver()).toBe(0)

    expect(await remindersOf(edgar, page)).toMatchObject([{ message_content: 'kept' }])
  })
})
