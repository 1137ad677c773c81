import { bind, putMember } from '#tests/support/teams.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { site, type Browser, type Site } from './harness.ts'

let here: Site
beforeAll(async () => {
  here = await site()
})
afterAll(() => here.close())

/** Everything that is sent to the database while the work is done. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent = vi.spyOn(Client.prototype, 'query')
  await work()
  const statements = sent.mock.calls.map(([what]: readonly unknown[]) => {
    const { name, text } =
      typeof what === 'string' ? { name: '', text: what } : (what as { name?: string; text: string })
    return name === undefined || name === '' ? text : name
  })
  sent.mockRestore()
  return statements
}

const read = (browser: Browser, pageId: number) => () => browser.post('page/info', { page_id: pageId })
const readOverTrpc = (browser: Browser, pageId: number) => () =>
  browser.get(`/trpc/page.info?input=${encodeURIComponent(JSON.stringify({ pageId }))}`)

it('a visitor reads a page with at most two statements, a member with at most three', async () => {
  const { world } = here
  const { teams } = world.product.database
  const addedAt = world.clock.now()
  const item = await world.addItem({ visitPassword: 'sesame' })
  const page = await world.addPage(item)
  const open = await world.addPage(await world.addItem())
  const { id: teamId } = await teams.insert({ name: 'Gateway', ownerId: world.owner.id, createdAt: addedAt })
  await putMember(teams, { teamId, userId: world.stranger.id, role: 'member', addedAt })
  await bind(teams, { teamId, itemId: item.id, addedAt })
  const right = { role: 'editor', catalogId: null, givenBy: null, addedAt } as const
  await teams.putGrants([{ teamId, itemId: item.id, userId: world.stranger.id, ...right }])
  const passed = here.browser()
  await passed.post('item/pwd', { item_id: item.id, password: 'sesame' })
  const readings = [
    { who: here.browser(), pageId: open.id, most: 2 },
    { who: passed, pageId: page.id, most: 2 },
    { who: await here.browserOf(world.reader), pageId: page.id, most: 3 },
    { who: await here.browserOf(world.stranger), pageId: page.id, most: 3 },
  ]

  for (const { who, pageId, most } of readings) {
    expect((await read(who, pageId)()).error_code).toBe(0)
    for (const reading of [read(who, pageId), readOverTrpc(who, pageId)]) {
      const statements = await statementsOf(reading)
      expect(statements.length).toBeGreaterThan(0)
      expect(statements.length, statements.join()).toBeLessThanOrEqual(most)
    }
  }
})
