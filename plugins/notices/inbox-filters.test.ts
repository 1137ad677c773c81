import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '#tests/rest/harness.ts'
import { addFollowedPage, saveAndDeliver } from '#tests/support/followed-pages.ts'
import { outboxSite, type OutboxSite } from '#tests/support/outbox-site.ts'
import plugin from './plugin.ts'

let here: OutboxSite
let olga: Browser
beforeAll(async () => {
  here = await outboxSite(plugin)
  olga = await here.browserOf(here.world.owner)
})
afterAll(() => here.close())

/** Somebody new, whom Olga has made a member of items of these names and of a team. */
async function member(name: string, itemNames: readonly string[]) {
  const person = await here.world.addUser(name)
  const items = []
  for (const itemName of itemNames) {
    const item = await here.world.addItem({ name: itemName, visitPassword: 'sesame' })
    await olga.post('member/save', { item_id: item.id, username: person.username, member_group_id: 1 })
    items.push(item)
  }
  const { data: team } = await olga.post('team/save', { team_name: `Team of ${name}` })
  await olga.post('teamMember/save', { team_id: team.id, member_username: person.username, team_member_group_id: 1 })
  await here.deliver()
  return { person, items, browser: await here.browserOf(person) }
}

const noticesOf = async (browser: Browser, filter: object): Promise<readonly string[]> =>
  (await browser.post('notice/getList', { ...filter })).data.map(
    ({ notice_title: title }: { notice_title: string }) => title,
  )
const itemsOf = async (browser: Browser, of: string): Promise<readonly string[]> =>
  (await browser.post('message/items', { of })).data.items.map(({ item_name: name }: { item_name: string }) => name)

describe('an inbox is narrowed', () => {
  it('to notices about items, teams or comments, and to those of one item', async () => {
    const { items, browser } = await member('nora', ['Ledger', 'Accounts'])
    const [ledger] = items

    expect(await noticesOf(browser, {})).toHaveLength(3)
    expect(await noticesOf(browser, { subject: 'items' })).toEqual([
      expect.stringContaining('Accounts'),
      expect.stringContaining('Ledger'),
    ])
    expect(await noticesOf(browser, { subject: 'teams' })).toEqual([expect.stringContaining('Team of nora')])
    expect(await noticesOf(browser, { subject: 'comments' })).toEqual([])
    expect(await noticesOf(browser, { item_id: ledger?.id })).toEqual([expect.stringContaining('Ledger')])
    expect(await noticesOf(browser, { item_id: ledger?.id, subject: 'teams' })).toEqual([])
    expect(await noticesOf(browser, { subject: 'items', count: 1 })).toEqual([expect.stringContaining('Accounts')])
    expect(await itemsOf(browser, 'notices')).toEqual(['Accounts', 'Ledger'])
    expect((await browser.post('notice/getList', { subject: 'weather' })).error_code).toBe(10101)
  })

  it('to reminders that are unread, and to those of one item', async () => {
    const { reader } = here.world
    const rita = await here.browserOf(reader)
    const [first, second] = [await addFollowedPage(here, olga, [reader]), await addFollowedPage(here, olga, [reader])]
    for (const [{ page }, remark] of [
      [first, 'one'],
      [second, 'two'],
    ] as const)
      await saveAndDeliver(here, olga, page, { is_notify: 1, notify_content: remark })
    const remarks = async (filter: object): Promise<readonly string[]> =>
      (await rita.post('message/getRemindList', { ...filter })).data.list.map(
        ({ message_content: remark }: { message_content: string }) => remark,
      )
    const { data } = await rita.post('message/getRemindList', {})
    const newest = data.list[0]
    await rita.post('message/setRead', { message_content_id: newest.message_content_id, from_uid: newest.from_uid })

    expect(await remarks({})).toEqual(['two', 'one'])
    expect(await remarks({ remind_type: 'unread' })).toEqual(['one'])
    expect(await remarks({ item_id: second.page.itemId })).toEqual(['two'])
    expect(await remarks({ item_id: second.page.itemId, remind_type: 'unread' })).toEqual([])
    const paged = await rita.post('message/getRemindList', { item_id: first.page.itemId, page: 2, count: 1 })
    expect(paged.data).toMatchObject({ list: [], total: 1 })
  })

  it('and tells nothing of items that somebody may not read any more', async () => {
    const { person, items, browser } = await member('leo', ['Left behind'])
    const itemId = items[0]?.id ?? 0
    const list = (await olga.post('member/getList', { item_id: itemId })).data
    const { item_member_id: memberId } = list.find(({ username }: { username: string }) => username === person.username)
    await olga.post('member/delete', { item_id: itemId, item_member_id: memberId })

    expect(await itemsOf(browser, 'notices')).toEqual([])
    // The notice is there and does not name it.
    expect(await noticesOf(browser, { subject: 'items' })).toEqual(['You were added to an item'])
  })
})
