import type { Page } from '@playwright/test'
import en from '../../plugins/notices/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/notices/locales/zh-cn.json' with { type: 'json' }
import {
  dialogOf,
  editLink,
  journey,
  journeySeenInBothLanguages,
  newItem,
  press,
  type Actor,
  type Stage,
} from './support/journey.ts'
import { movedLinesOf } from './support/moved-lines.ts'
import { expect, expectAccessible, restClient, untilAwake } from './support/product.ts'
import { ADMIN } from './support/running-server.ts'
import { bring, holdUploads, picture } from './support/files.ts'
import { passTime, passTimeUntil, stopTime } from './support/time.ts'

const textsOf = ({ language }: Pick<Stage, 'language'>) => (language === 'en' ? en : zhCn)

/** Makes Ed an editor who follows the pages. */
async function withEd(olga: Actor, ed: Actor, itemId: number, pageIds: readonly number[]): Promise<number> {
  await olga.client.call('member/save', { item_id: itemId, username: ed.username, member_group_id: 1 })
  const { uid } = await ed.client.call<{ uid: number }>('user/info')
  for (const pageId of pageIds) await olga.client.call('subscription/savePage', { page_id: pageId, uids: `${uid}` })
  return uid
}
const saveAndNotify = (by: Actor, pageId: number, title: string, remark: string) =>
  by.client.call('page/save', {
    ...{ page_id: pageId, page_title: title, page_content: `${remark} ${Math.random()}` },
    ...{ is_notify: 1, notify_content: remark },
  })
/** Waits until the server has delivered a reminder of this remark. */
const reminded = async (person: Actor, remark: string): Promise<void> => {
  const newest = async () =>
    (await person.client.call<{ remind: { message_content?: string } }>('message/getUnread')).remind.message_content
  await expect.poll(newest).toBe(remark)
}
/** The same of the number of notices. */
const noticed = async (person: Actor, count: number): Promise<void> => {
  await expect.poll(async () => (await person.client.call<object[]>('notice/getList')).length).toBe(count)
}
/** Opens this address and lets the time pass, without waiting for it, until the product has looked for what is unread. */
async function gotoAndLook(page: Page, address: string): Promise<void> {
  await stopTime(page)
  await page.goto(address)
  await passTimeUntil(page, async () => (await page.locator('.shown-message-place').count()) === 1)
  await passTime(page, 2_000)
  await page.clock.resume()
}
const checksOf = (page: Page) => {
  const checks = { count: 0 }
  page.on('request', (request) => {
    if (request.url().includes('message.unread')) checks.count += 1
  })
  return checks
}

journey(
  '[J23] [GEN-04] [EDIT-11] [EDIT-37] [MSG-01] [MSG-04] [MSG-07] [NOTICE-01] [VIEW-28] [ROUTE-25] [ROUTE-26] somebody is told of a page, and reads it',
  async (stage) => {
    const { say } = stage
    const words = textsOf(stage)
    const [olga, ed] = await Promise.all([stage.actor('olga'), stage.actor('ed')])
    const { itemId, begin } = await newItem(olga, 'Ledger', 'sesame')
    await withEd(olga, ed, itemId, [])

    // Step 1 of the journey.
    await olga.page.goto(`/${itemId}/${begin}`)
    await editLink(olga, stage).click()
    await olga.page.getByRole('textbox', { name: say('editor', 'text.label') }).click()
    await olga.page.keyboard.type('Second edition. ')
    await olga.page.getByRole('button', { name: say('editor', 'save.more'), exact: true }).click()
    await olga.page.getByRole('menuitem', { name: words.notify.title }).click()
    const dialog = dialogOf(olga.page)
    await press(dialog, words.notify.action)
    await expect(dialog.getByText(words.notify.nobody)).toBeVisible()
    await dialog.getByRole('combobox', { name: words.notify.followers }).fill(ed.username)
    await dialog.getByRole('option', { name: ed.username }).click()
    await olga.page.keyboard.press('Escape')
    await press(dialog, words.notify.all)
    await expect(dialog.getByText(ed.username).first()).toBeVisible()
    await dialog.getByRole('textbox', { name: words.notify.remark }).fill('v2 is out')
    await expectAccessible(olga.page)
    await press(dialog, words.notify.action)
    await expect(olga.page.locator('.toasts')).toContainText(words.notify.saved.replace('{{count}}', '2'))
    await expect(dialog).toHaveCount(0)
    await reminded(ed, 'v2 is out')

    // Step 3 of the journey.
    const { page } = ed
    const rows = page.getByRole('listitem')
    await page.goto('/message/index')
    await expect(page.getByRole('tab', { name: words.messages.reminders })).toHaveAttribute('aria-selected', 'true')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(olga.username)
    await expect(rows).toContainText(words.reminder.updatedPage)
    await expect(rows).toContainText('v2 is out')
    await expect(rows.getByText(words.new, { exact: true })).toBeVisible()
    await expectAccessible(page)
    const unread = () => ed.client.call<{ remind: object }>('message/getUnread')
    await expect.poll(async () => (await unread()).remind).toEqual({})
    await page.goto('/message/index?dtab=remindList')
    await expect(rows).toHaveCount(1)
    await expect(rows.getByText(words.new, { exact: true })).toHaveCount(0)
    await press(page, words.filter.unread)
    await expect(page.getByText(words.filter.nothing)).toBeVisible()
    await press(page, words.filter.all)
    await expect(rows).toHaveCount(1)
    await page.getByRole('tab', { name: words.messages.announcements }).click()
    await expect(page).toHaveURL('/message/index?dtab=announcementList')
    await expect(page.getByRole('tabpanel')).toBeVisible()
    await page.getByRole('tab', { name: words.messages.reminders }).click()
    await rows.getByRole('link', { name: 'Begin' }).click()
    await expect(page).toHaveURL(`/${itemId}/${begin}`)

    // Step 4 of the journey.
    await noticed(ed, 1)
    await page.reload()
    await page.getByRole('link', { name: words.messages.linkNew.replace('{{count}}', '1') }).click()
    await expect(page).toHaveURL('/message/index?dtab=noticeList')
    await expect(rows).toContainText('Ledger')
    await expect(rows.getByText(words.notice.unread, { exact: true })).toBeVisible()
    await expectAccessible(page)
    const subject = page.getByRole('combobox', { name: words.filter.subject })
    await subject.selectOption('comments')
    await expect(page.getByText(words.filter.nothing)).toBeVisible()
    await subject.selectOption('items')
    await expect(rows).toContainText('Ledger')
    await rows.getByRole('button').first().click()
    await expect(dialogOf(page)).toContainText(olga.username)
    await expectAccessible(page)
    await press(dialogOf(page), say('common', 'action.close'))
    await expect(rows.getByText(words.notice.unread, { exact: true })).toHaveCount(0)
    await page.goto(`/${itemId}/${begin}`)
    await expect(editLink(ed, stage)).toBeVisible()
    await expect(page.getByRole('link', { name: words.messages.link, exact: true })).toBeVisible()
    await page.goto('/notice/index')
    await rows.getByRole('button').last().click()
    await press(dialogOf(page), words.notice.delete)
    await expect(page.getByText(words.notice.empty.title)).toBeVisible()
    await expect.poll(() => ed.client.call('notice/getList')).toEqual([])
  },
)

journey(
  '[MSG-11] [MSG-12] [MSG-13] [VIEW-36] [CONST-03] [CONST-04] [ERR-14] what is unread is shown in the page',
  async (stage) => {
    const words = textsOf(stage)
    const [olga, ed] = await Promise.all([stage.actor('olgar'), stage.actor('edr')])
    const { itemId, begin, terms } = await newItem(olga, 'Handbook')
    await withEd(olga, ed, itemId, [begin, terms])
    await saveAndNotify(olga, begin, 'Begin', 'first news')
    await reminded(ed, 'first news')
    const { page } = ed
    const shown = page.locator('.shown-message')
    const checks = checksOf(page)
    await stopTime(page)
    await page.goto(`/${itemId}/${terms}`)
    await passTimeUntil(page, async () => (await page.locator('.shown-message-place').count()) === 1)
    const readSoFar = async () =>
      (await ed.client.call<{ list: { status: number }[] }>('message/getRemindList')).list.map(({ status }) => status)

    await passTime(page, 1_800)
    expect(checks.count).toBe(0)
    await passTimeUntil(page, () => shown.isVisible())
    await expect(shown).toContainText('first news')
    await expect(shown).toContainText(olga.username)
    await expect(shown).toContainText(words.reminder.updatedPage)
    expect(await readSoFar()).toEqual([0])
    await passTime(page, 2_000)
    await expect.poll(readSoFar).toEqual([1])
    await passTime(page, 25_000)
    await expect(shown).toBeVisible()
    await passTime(page, 5_000)
    await expect(shown).toHaveCount(0)

    await saveAndNotify(olga, terms, 'Terms', 'second news')
    await reminded(ed, 'second news')
    const before = checks.count
    await passTime(page, 260_000)
    expect(checks.count).toBe(before)
    await passTime(page, 10_000)
    await expect(shown).toContainText('second news')
    await press(shown, words.shown.close)
    await expect(shown).toHaveCount(0)
    await expect.poll(readSoFar).toEqual([1, 1])
  },
)

journey('[J23] [MSG-12] [MSG-13] the message leads to its page, and counts as read by that', async (stage) => {
  const [olga, ed] = await Promise.all([stage.actor('olgac'), stage.actor('edc')])
  const { itemId, begin, terms } = await newItem(olga, 'Handbook')
  await withEd(olga, ed, itemId, [begin])
  await saveAndNotify(olga, begin, 'Begin', 'v2 is out')
  await reminded(ed, 'v2 is out')
  const { page } = ed

  await gotoAndLook(page, `/${itemId}/${terms}`)
  await page.locator('.shown-message').getByRole('link', { name: 'Begin' }).click()

  await expect(page).toHaveURL(`/${itemId}/${begin}`)
  await expect(page.locator('.shown-message')).toHaveCount(0)
  await expect.poll(async () => (await ed.client.call<{ remind: object }>('message/getUnread')).remind).toEqual({})
})

journey('[MSG-12] with the leave of its person the browser shows what is unread', async (stage) => {
  const words = textsOf(stage)
  const [olga, ed] = await Promise.all([stage.actor('olgan'), stage.actor('edn')])
  const { itemId, begin } = await newItem(olga, 'Handbook')
  await withEd(olga, ed, itemId, [begin])
  const { page } = ed
  // A browser without a screen shows no notifications of its own; here is what it would have been told.
  await page.addInitScript(() => {
    const told: unknown[] = []
    let permission = localStorage.getItem('test-permission') ?? 'default'
    class ToldNotification extends EventTarget {
      static get permission() {
        return permission
      }
      static async requestPermission() {
        permission = 'granted'
        localStorage.setItem('test-permission', permission)
        return permission
      }
      constructor(title: string, options: object) {
        super()
        told.push({ title, ...options })
      }
      close() {}
    }
    Object.assign(window, { Notification: ToldNotification, told })
  })
  const told = () => page.evaluate(() => (window as unknown as { told: { title: string; body: string }[] }).told)

  await page.goto('/message/index')
  await press(page, words.messages.permission)
  await expect(page.getByRole('button', { name: words.messages.permission })).toHaveCount(0)
  await saveAndNotify(olga, begin, 'Begin', 'read this')
  await reminded(ed, 'read this')
  await gotoAndLook(page, `/${itemId}`)

  const title = words.shown.pageUpdated.replace('{{name}}', olga.username).replace('{{title}}', 'Begin')
  await expect.poll(told).toMatchObject([{ title, body: 'read this' }])
  await expect(page.locator('.shown-message')).toHaveCount(0)
})

journey(
  '[MSG-05] [CONST-23] a reader follows a page without an editor, and sees eight messages at a time',
  async (stage) => {
    const { say } = stage
    const words = textsOf(stage)
    const [olga, rob] = await Promise.all([stage.actor('olgaf'), stage.actor('rob')])
    const { itemId, begin, terms } = await newItem(olga, 'Handbook')
    const { page } = rob
    const choose = async (name: string) => {
      await press(page, say('reader', 'action.more'))
      await page.getByRole('menuitem', { name }).click()
    }
    const known = Promise.withResolvers<void>()
    await page.route('**/trpc/*subscription.mine*', async (route) => {
      await known.promise
      await route.continue()
    })
    await page.goto(`/${itemId}/${begin}`)
    await untilAwake(page)
    const movedLines = await movedLinesOf(page)
    await press(page, say('reader', 'action.more'))
    await expect(page.getByRole('menuitem', { name: say('reader', 'action.share') })).toBeVisible()
    const answered = page.waitForResponse((reply) => reply.url().includes('subscription.mine'))
    known.resolve()
    await answered
    await page.getByRole('menuitem', { name: words.follow.start }).click()
    await expect(page.getByText(words.follow.done)).toBeVisible()
    expect(await movedLines()).toEqual([])
    await choose(words.follow.stop)
    await expect(page.getByText(words.follow.stopped)).toBeVisible()
    await choose(words.follow.start)
    await rob.client.call('subscription/follow', { page_id: terms })
    for (let at = 1; at <= 9; at += 1) {
      const { page_id: pageId } = await olga.client.call<{ page_id: number }>('page/save', {
        ...{ page_id: 0, item_id: itemId, page_title: `Page ${at}`, page_content: 'x' },
      })
      await rob.client.call('subscription/follow', { page_id: pageId })
      await saveAndNotify(olga, pageId, `Page ${at}`, `news ${at}`)
    }
    const delivered = () => rob.client.call<{ total: number }>('message/getRemindList')
    await expect.poll(delivered).toMatchObject({ total: 9 })

    await page.goto('/item/index')
    await page.locator('.messages-link').click()
    const rows = page.locator('.message-list > li')
    await expect(rows).toHaveCount(8)
    await press(page, words.pager.older)
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('news 1')
    await expectAccessible(page)
  },
)

journeySeenInBothLanguages('[MSG-10] an announcement reaches everybody', async (stage) => {
  const words = textsOf(stage)
  const ed = await stage.actor('eda')
  const admin = await restClient(stage.url, ADMIN.username, ADMIN.password)
  const { message_content_id: id } = await admin.call<{ message_content_id: number }>('message/addAnnouncement', {
    message_content: `Closed on Sunday (${stage.language}).`,
  })
  const { page } = ed

  await gotoAndLook(page, '/item/index')
  await expect(page.locator('.shown-message')).toContainText('Closed on Sunday')
  await page.locator('.shown-message').getByRole('link', { name: words.shown.announcement }).click()
  await expect(page).toHaveURL('/message/index?dtab=announcementList')
  await expect(page.getByRole('listitem').first()).toContainText(`Closed on Sunday (${stage.language}).`)
  await expectAccessible(page)
  // It reaches everybody of the server, in other tests too.
  await admin.call('message/deleteAnnouncement', { message_content_id: id })
})

journeySeenInBothLanguages('[MSG-10] on a phone an announcement leaves every button of a form', async (stage) => {
  const { page } = await stage.actor('edb')
  const admin = await restClient(stage.url, ADMIN.username, ADMIN.password)
  const text = `Closed (${stage.language}). ${'The building is closed while the lifts are repaired. '.repeat(20)}`
  const { message_content_id: id } = await admin.call<{ message_content_id: number }>('message/addAnnouncement', {
    message_content: text,
  })
  await page.setViewportSize({ width: 390, height: 844 })

  await gotoAndLook(page, '/user/setting')
  await expect(page.locator('.shown-message')).toContainText('Closed')
  for (const own of await page.locator('.shown-message button').all()) await own.click({ trial: true })
  const middles = await page.locator('.shown-message').evaluate((message) => {
    const { top, bottom } = message.getBoundingClientRect()
    return { message: (top + bottom) / 2, screen: innerHeight / 2 }
  })
  expect(middles.message).toBeGreaterThan(middles.screen)
  for (const button of await page.locator('main button:enabled:not([aria-disabled="true"]):visible').all()) {
    await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await button.click({ trial: true })
  }

  await admin.call('message/deleteAnnouncement', { message_content_id: id })
})

journey('[MSG-12] on a phone a message stands above running uploads, which stay at the bottom', async (stage) => {
  const [olga, ed] = await Promise.all([stage.actor('olgau'), stage.actor('edu')])
  const { itemId, begin, terms } = await newItem(olga, 'Handbook')
  await withEd(olga, ed, itemId, [begin])
  await saveAndNotify(olga, begin, 'Begin', 'v2 is out')
  await reminded(ed, 'v2 is out')
  const { page } = ed
  await page.setViewportSize({ width: 390, height: 844 })
  const { release } = await holdUploads(page, 'page/uploadImg')

  await gotoAndLook(page, `/page/edit/${itemId}/${terms}`)
  const message = page.locator('.shown-message')
  await expect(message).toBeVisible()
  const text = page.getByRole('textbox', { name: stage.say('editor', 'text.label') })
  await bring(text, 'paste', [picture()])
  const uploads = page.getByRole('region', { name: stage.say('files', 'upload.title') })
  await expect(uploads).toBeVisible()

  await expect(async () => {
    const [above, below] = [await message.boundingBox(), await uploads.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    expect((below?.y ?? 0) + (below?.height ?? 0)).toBeGreaterThan(844 - 32)
  }).toPass({ timeout: 20_000 })
  release()
})
