import { beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import { command, nothing, openItem, openItemToChange, openPage, requireLogin, startTask } from '#core/plugin.ts'
import { teamsNamed, teamsOfSite, writePageByTitle, type CommandContext } from '#core/plugin.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world, type World } from '#tests/support/world.ts'

let all: World
let item: Item
let page: Page
beforeAll(async () => {
  all = await world()
  item = await all.addItem({ visitPassword: 'secret' })
  page = await all.addPage(item)
})

/** The doors that a plugin may call. */
const doors: Readonly<Record<string, (ctx: CommandContext) => unknown>> = {
  openItem: (ctx) => openItem(ctx, item.id, 'read'),
  openItemToChange: (ctx) => openItemToChange(ctx, item.id, 'manage'),
  openPage: (ctx) => openPage(ctx, page.id, 'edit'),
  requireLogin: (ctx) => requireLogin(ctx),
  startTask: (ctx) => startTask(ctx, 'item.export', { itemId: item.id, format: 'x' }),
  teamsOfSite: (ctx) => teamsOfSite(ctx, '', { page: 1, count: 1 }),
  teamsNamed: (ctx) => teamsNamed(ctx, [1]),
  writePageByTitle: (ctx) =>
    writePageByTitle(ctx, item.id, { catalogPath: '', title: 'Stray', content: '', order: undefined }),
}

/** What becomes of going through this door with a context as the plugin has changed it, in the name of a stranger. */
async function through(door: string, changed: (ctx: CommandContext) => CommandContext): Promise<string> {
  const going = command({
    summary: 'Goes through a door.',
    audience: 'anyone',
    input: nothing(),
    output: nothing(),
    async run(ctx) {
      await doors[door]?.(changed(ctx))
      return {}
    },
  })
  return outcomeOf(all.stranger.do(going, {})).catch((error: unknown) => String(error))
}

describe('a plugin that puts another caller into its context', () => {
  it.each(Object.keys(doors))('does not get through %s', async (door) => {
    const administrator = { kind: 'user', id: all.owner.id, isAdmin: true } as const
    const asAdministrator = await through(door, (ctx) => ({ ...ctx, actor: administrator }))
    const alike = await through(door, (ctx) => ({ ...ctx, actor: { ...ctx.actor, ...administrator } }))

    expect([asAdministrator, alike]).toEqual(
      Array.from({ length: 2 }, () => 'Error: a plugin names a caller that the product has not recognised'),
    )
  })

  it('cannot make its own caller somebody else', async () => {
    const outcome = await through('openItem', (ctx) => {
      Object.assign(ctx.actor, { id: all.owner.id, isAdmin: true })
      return ctx
    })

    expect(outcome).toMatch(/^TypeError: Cannot assign to read only property/)
  })

  it('cannot say either that the visit password was given', async () => {
    const given = (ctx: CommandContext) => ({
      ...ctx,
      session: Object.assign(Object.create(ctx.session) as typeof ctx.session, {
        passedGeneration: () => item.visitGeneration,
      }),
    })

    expect(await through('openItem', given)).toBe('Error: a plugin names a caller that the product has not recognised')
    expect(await through('openItem', (ctx) => ctx)).toBe('itemClosed')
  })

  it.each(Object.keys(doors))('does not get through %s as somebody who called it before', async (door) => {
    const before: CommandContext[] = []
    const noting = command({
      summary: 'Notes who calls.',
      audience: 'anyone',
      input: nothing(),
      output: nothing(),
      run: async (ctx) => (before.push(ctx), {}),
    })
    await all.owner.do(noting, {})

    const outcome = await through(door, (ctx) => ({ ...ctx, actor: before[0]?.actor ?? ctx.actor }))

    expect(outcome).toBe('Error: a plugin names a caller that the product has not recognised')
  })

  it('goes through doors with its context put together anew', async () => {
    const open = await all.addItem()

    expect(await through('requireLogin', (ctx) => ({ ...ctx }))).toBe('nothing')
    const reading = command({
      summary: 'Reads.',
      audience: 'anyone',
      input: nothing(),
      output: nothing(),
      run: async (ctx) => (await openItem({ ...ctx, audit: () => undefined }, open.id, 'read'), {}),
    })
    expect(await outcomeOf(all.stranger.do(reading, {}))).toBe('nothing')
  })
})
