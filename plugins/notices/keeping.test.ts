import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '#core/page/page.ts'
import type { Browser } from '#tests/rest/harness.ts'
import { addFollowedPage, remindersOf, saveAndDeliver, unreadReminderOf } from '#tests/support/followed-pages.ts'
import { outboxSite, type OutboxSite } from '#tests/support/outbox-site.ts'
import type { Person } from '#tests/support/people.ts'
import plugin from './plugin.ts'
import { MOST_KEPT, remindersIn, SERIES_MS } from './reminder.ts'

let here: OutboxSite
let olga: Browser
let edgar: Browser
beforeAll(async () => {
  here = await outboxSite(plugin)
  olga = await here.browserOf(here.world.owner)
  edgar = await here.browserOf(here.world.editor)
})
afterAll(() => here.close())

const followedPage = (...followers: readonly Person[]) => addFollowedPage(here, olga, followers)
const saveAndNotify = (browser: Browser, page: Page, remark: string) =>
  saveAndDeliver(here, browser, page, { is_notify: 1, notify_content: remark })

describe('what nobody has seen', () => {
  it('stays unread when it comes between being shown and being noted as read', async () => {
    const { page } = await followedPage(here.world.editor)
    await saveAndNotify(olga, page, 'shown')
    const shownAt = here.world.clock.now().getTime()
    const [{ message_content_id }] = await remindersOf(edgar, page)
    here.world.clock.advance(1_000)
    await saveAndNotify(olga, page, 'came since')

    await edgar.post('message/setRead', { message_content_id, shown_at: shownAt })
    expect(await remindersOf(edgar, page)).toMatchObject([{ message_content: 'came since', status: 0 }])
    expect(await unreadReminderOf(edgar)).toMatchObject({ message_content: 'came since' })

    await edgar.post('message/setRead', { message_content_id, shown_at: shownAt + 1_000 })
    expect(await remindersOf(edgar, page)).toMatchObject([{ status: 1 }])
  })
  it('[MSG-08] is found behind all that tells of a page that may not be read any more', async () => {
    const zoe = await here.world.addUser('zoe')
    const browser = await here.browserOf(zoe)
    const [open, closed] = [await followedPage(), await followedPage()]
    for (const { item, page } of [open, closed]) {
      await here.world.addMember(item, zoe, 'reader')
      await browser.post('subscription/follow', { page_id: page.id })
    }
    await saveAndNotify(olga, open.page, 'still to be read')
    for (let n = 0; n < 20; n += 1) {
      here.world.clock.advance(SERIES_MS)
      await saveAndNotify(olga, closed.page, `closed ${n}`)
    }

    await here.world.product.database.members.remove(closed.item.id, zoe.id)

    expect(await unreadReminderOf(browser)).toMatchObject({ message_content: 'still to be read' })
  })
})

describe('clearing away', () => {
  /** The night's job, so much later. */
  const clear = (ms = 0) => {
    const { database, services } = here.world.product
    const now = () => new Date(here.world.clock.now().getTime() + ms)
    return plugin.jobs['notices.prune'].run({ store: database, services: { ...services, clock: { now } } })
  }
  const DAY_MS = 24 * 3_600_000

  it('lets go of what was read 90 days ago, and of nothing else', async () => {
    const { page } = await followedPage(here.world.editor)
    await saveAndNotify(olga, page, 'read')
    const [{ message_content_id }] = await remindersOf(edgar, page)
    await edgar.post('message/setRead', { message_content_id })
    here.world.clock.advance(SERIES_MS)
    await saveAndNotify(olga, page, 'unread')

    await clear(90 * DAY_MS - SERIES_MS)
    expect(await remindersOf(edgar, page)).toHaveLength(2)
    await clear(90 * DAY_MS - SERIES_MS + 1)

    expect(await remindersOf(edgar, page)).toMatchObject([{ message_content: 'unread', status: 0 }])
  })
  it('leaves everybody their newest thousand, and finds what is unread among them', async () => {
    const vic = await here.world.addUser('vic')
    const browser = await here.browserOf(vic)
    const { item, page } = await followedPage(here.world.editor)
    await here.world.addMember(item, vic, 'reader')
    await browser.post('subscription/follow', { page_id: page.id })
    await saveAndNotify(olga, page, 'the oldest')
    const ctx = { store: here.world.product.database }
    const at = (n: number) => new Date(here.world.clock.now().getTime() + n + 1)
    const later = Array.from({ length: MOST_KEPT }, (_, n) => ({
      ...{ key: `later:${n}:${vic.id}`, pageId: page.id, userId: vic.id, at: at(n) },
      data: { fromId: here.world.owner.id, action: 'update' as const, remark: `${n}`, isRead: true },
    }))
    await remindersIn(ctx).putAll(later)
    const totalOf = async () => (await browser.post('message/getRemindList')).data.total

    expect([await totalOf(), (await unreadReminderOf(browser)).message_content]).toEqual([MOST_KEPT + 1, 'the oldest'])
    await clear()

    expect([await totalOf(), await unreadReminderOf(browser)]).toEqual([MOST_KEPT, {}])
    expect(await remindersOf(edgar, page)).toHaveLength(1)
  })
})
