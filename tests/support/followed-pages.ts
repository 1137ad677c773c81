import { expect } from 'vitest'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import type { Browser } from '#tests/rest/harness.ts'
import type { OutboxSite } from './outbox-site.ts'
import type { Person } from './people.ts'

/** A page in a private item, with these people as followers, added by the manager. */
export async function addFollowedPage(
  { world }: OutboxSite,
  manager: Browser,
  followers: readonly Person[],
): Promise<{ readonly item: Item; readonly page: Page }> {
  const item = await world.addItem({ visitPassword: 'sesame' })
  const page = await world.addPage(item, { title: 'Refunds' })
  const uids = followers.map(({ id }) => id).join()
  if (uids !== '') expect((await manager.post('subscription/savePage', { page_id: page.id, uids })).error_code).toBe(0)
  return { item, page }
}

let saves = 0
/** Saves a new text, and delivers the notices to followers. */
export async function saveAndDeliver(
  here: OutboxSite,
  browser: Browser,
  page: Page,
  fields: Readonly<Record<string, string | number>>,
): Promise<void> {
  const content = `text ${(saves += 1)}`
  const sent = { page_id: page.id, page_title: page.title, page_content: content, ...fields }
  expect((await browser.post('page/save', sent)).error_code).toBe(0)
  await here.deliver()
}

/** The reminders about this page in somebody's list. */
export async function remindersOf(browser: Browser, page: Page) {
  const { data } = await browser.post('message/getRemindList', { page: 1, count: 100 })
  return data.list.filter((row: { page_data: { page_id: number } }) => row.page_data.page_id === page.id)
}

export const unreadReminderOf = async (browser: Browser) => (await browser.post('message/getUnread')).data.remind
