import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { actAsProgram, readAsProgram } from '#core/access/token-door.ts'
import { verifiedProgram, type StoredToken, type Token } from '#core/actor.ts'
import { coreOperations } from '#core/operations.ts'
import { command } from '#core/operation.ts'
import { perform } from '#core/perform.ts'
import type { Item } from '#core/item/item.ts'
import { writePageByTitle } from '#core/page/write-by-title.ts'
import { id, nothing } from '#core/schema.ts'
import { TestSession } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world, type World } from '#tests/support/world.ts'

const { page: pages, item: items, audit, member: members, export: exports } = coreOperations

let all: World
let item: Item
beforeEach(async () => {
  all = await world()
  item = await all.addItem({ visitPassword: 'secret' })
})

const SENT = 'the token'
const tokenOf = ({ id: itemId }: Item, rest: Partial<StoredToken> = {}): StoredToken => ({
  itemId,
  scopes: ['read', 'write'],
  onBehalfOf: null,
  secret: SENT,
  ...rest,
})

/** Has a program write a page into an item with what each look-up of its token finds, the last one from then on. */
function write(into: Item, title: string, ...found: readonly (StoredToken | null)[]): Promise<string> {
  const lookups = [...found]
  const find = async (): Promise<StoredToken | null> => (lookups.length > 1 ? lookups.shift() : lookups[0]) ?? null
  const writing = command({
    summary: 'Writes a page.',
    audience: 'anyone',
    input: z.object({ itemId: id() }),
    output: nothing(),
    async run(ctx, { itemId }) {
      const program = await actAsProgram(ctx, SENT, find)
      await writePageByTitle(program, itemId, { catalogPath: '', title, content: 'by a program', order: undefined })
      return {}
    },
  })
  return outcomeOf(all.visitor.do(writing, { itemId: into.id }))
}

const titlesIn = async ({ id: itemId }: Item): Promise<readonly string[]> =>
  (await all.product.database.pages.headsOf(itemId)).map(({ title }) => title)
const theLastEntry = async () => (await all.admin.do(audit.list, { count: 1 })).list[0]

describe('a program with the token of an item', () => {
  it('writes into that item, named by its token in the change log', async () => {
    expect(await write(item, 'Log in', tokenOf(item))).toBe('nothing')

    expect(await titlesIn(item)).toEqual(['Log in'])
    const { list } = await all.owner.do(items.changes, { itemId: item.id })
    expect(list).toMatchObject([{ actorName: 'Open API', action: 'create', objectName: 'Log in' }])
  })

  it('is named by its token as the author of what it wrote, in the page and its history', async () => {
    await write(item, 'Log in', tokenOf(item))
    const [head] = await all.product.database.pages.headsOf(item.id)
    const pageId = head?.id ?? 0
    await all.editor.do(pages.save, { pageId, itemId: item.id, pageTitle: 'Log in', pageContent: 'by Edgar' })
    const [version] = await all.owner.do(pages.history, { pageId })
    const { versionId = 0 } = version ?? {}
    const authors = async () => ({
      version: (await all.owner.do(pages.history, { pageId }))[0]?.authorUsername,
      compared: (await all.owner.do(pages.compare, { pageId, versionId, otherVersionId: 0 })).before.authorUsername,
      diff: (await all.owner.do(pages.diff, { pageId, versionId })).version.authorUsername,
      now: (await all.owner.do(pages.info, { pageId })).authorUsername,
    })

    const edgar = all.editor.username
    expect(await authors()).toEqual({ version: 'Open API', compared: 'Open API', diff: 'Open API', now: edgar })
    await write(item, 'Log in', tokenOf(item))
    all.owner.session.language = 'zh-cn'
    expect(await authors()).toEqual({ version: edgar, compared: '开放 API', diff: '开放 API', now: '开放 API' })
    const { articles } = await all.owner.do(exports.articles, { itemId: item.id, pageIds: [pageId] })
    expect(articles).toMatchObject([{ authorUsername: '开放 API' }])
  })

  it('writes into no other item, open or private', async () => {
    const others = [await all.addItem(), await all.addItem({ visitPassword: 'secret' })]

    for (const other of others) expect(await write(other, 'Stray', tokenOf(item))).toBe('notAllowed')

    for (const other of others) expect(await titlesIn(other)).toEqual([])
  })

  it('changes nothing of an archived item, and is named in the audit record as who tried', async () => {
    await all.product.database.items.update({ ...item, isArchived: true })

    expect(await write(item, 'Late', tokenOf(item))).toBe('notAllowed')

    expect(await titlesIn(item)).toEqual([])
    expect(await theLastEntry()).toMatchObject({
      ...{ action: 'access.refused', result: 'notAllowed', username: 'Open API', objectId: String(item.id) },
    })
    all.admin.session.language = 'zh-cn'
    expect(await theLastEntry()).toMatchObject({ username: '开放 API' })
  })

  it('is refused when the item is gone', async () => {
    await all.product.database.items.delete(item.id)

    expect(await write(item, 'Late', tokenOf(item))).toBe('notAllowed')
  })

  it('[LOCK-07] does not write into a page that somebody has locked', async () => {
    const page = await all.addPage(item, { title: 'Held' })
    await all.editor.do(pages.setLock, { pageId: page.id, itemId: item.id })

    expect(await write(item, 'Held', tokenOf(item))).toBe('pageLocked')

    expect(await all.owner.do(pages.info, { pageId: page.id })).toMatchObject({ pageContent: page.content })
  })

  it('writes nothing once the token is found no more after the wait for the item', async () => {
    expect(await write(item, 'Reset', tokenOf(item), null)).toBe('wrongItemKey')
    expect(await write(item, 'Moved', tokenOf(item), tokenOf(await all.addItem()))).toBe('wrongItemKey')

    expect(await titlesIn(item)).toEqual([])
  })

  it('has only the rights it still has when it is found again', async () => {
    expect(await write(item, 'Narrowed', tokenOf(item), tokenOf(item, { scopes: ['read'] }))).toBe('notAllowed')
  })

  it('reads with a token for reading, and writes nothing with it', async () => {
    const page = await all.addPage(item)
    const actor = verifiedProgram(tokenOf(item, { scopes: ['read'] }))
    const read = perform(all.product, pages.info, { actor, session: all.visitor.session }, { pageId: page.id })

    expect(await write(item, 'Welcome', tokenOf(item, { scopes: ['read'] }))).toBe('notAllowed')
    expect(await write(item, 'Welcome', tokenOf(item, { scopes: [] }))).toBe('notAllowed')

    expect(await read).toMatchObject({ pageContent: page.content })
  })

  it('does nothing that is for people who are logged in', async () => {
    const actor = verifiedProgram(tokenOf(item, { onBehalfOf: all.owner.id }))
    const caller = { actor, session: all.visitor.session }

    const outcomes = [
      await outcomeOf(perform(all.product, items.delete, caller, { itemId: item.id, password: all.password })),
      await outcomeOf(perform(all.product, members.list, caller, { itemId: item.id })),
      await outcomeOf(perform(all.product, audit.list, caller, {})),
    ]

    expect(outcomes).toEqual(['loginRequired', 'loginRequired', 'loginRequired'])
  })
})

describe('what a door compares before a caller becomes a program', () => {
  const PURPOSE = 'a test'
  const digested = () => ({ digest: all.product.services.seals.digest(SENT, PURPOSE), purpose: PURPOSE })

  it('is the token that was sent and the one that is stored, as it is or as a digest', async () => {
    expect(await write(item, 'Digested', tokenOf(item, { secret: digested() }))).toBe('nothing')

    for (const secret of ['another token', '', { ...digested(), purpose: 'another' }, { digest: '', purpose: PURPOSE }])
      expect(await write(item, 'Stray', tokenOf(item, { secret })), JSON.stringify(secret)).toBe('wrongItemKey')
    expect(await write(item, 'Reset', tokenOf(item), tokenOf(item, { secret: 'the next token' }))).toBe('wrongItemKey')
    expect(await titlesIn(item)).toEqual(['Digested'])
  })

  it('is enough for reading in the item of that token, whatever else the token allows', async () => {
    const other = await all.addItem()
    const stored = [tokenOf(other, { secret: 'of another item' }), tokenOf(item, { secret: digested() })]
    const read = (sent: string) => readAsProgram(all.product, sent, stored)

    expect(read(SENT)).toEqual({ kind: 'token', itemId: item.id, scopes: ['read'], onBehalfOf: null })
    expect(read('of another item')?.itemId).toBe(other.id)
    for (const sent of ['', 'no token', digested().digest]) expect(read(sent), sent).toBeNull()
    expect(readAsProgram(all.product, '', [tokenOf(item, { secret: '' })])).toBeNull()
  })

  it('cannot be left out: an actor that no door has made gets nowhere', async () => {
    const made = { kind: 'token', ...tokenOf(item) } as unknown as ReturnType<typeof verifiedProgram>
    const writing = command({
      summary: 'Acts as whom it likes.',
      audience: 'anyone',
      input: nothing(),
      output: nothing(),
      async run(ctx) {
        await writePageByTitle(ctx.actAs(made), item.id, { catalogPath: '', title: 'x', content: '', order: undefined })
        return {}
      },
    })

    await expect(all.visitor.do(writing, {})).rejects.toThrow('a caller that no door has verified')
    expect(await titlesIn(item)).toEqual([])
  })
})

describe('a program that acts for somebody', () => {
  const forEditor = () => tokenOf(item, { onBehalfOf: all.editor.id })

  it('writes in the name of that person', async () => {
    expect(await write(item, 'For Edgar', forEditor())).toBe('nothing')

    const [head] = await all.product.database.pages.headsOf(item.id)
    expect(head?.authorId).toBe(all.editor.id)
  })

  it('loses with that person what the person loses', async () => {
    await all.product.database.members.remove(item.id, all.editor.id)

    expect(await write(item, 'Late', forEditor())).toBe('notAllowed')
  })

  it('reads with a visit password that person gave in its own item, and in no other', async () => {
    const other = await all.addItem({ visitPassword: 'secret' })
    for (const { id: itemId } of [item, other])
      await all.stranger.do(items.enterPassword, { itemId, pageId: 0, password: 'secret' })
    const reading = (token: Token, { id: itemId }: Item) => {
      const caller = { actor: verifiedProgram(token), session: new TestSession() }
      return outcomeOf(perform(all.product, items.info, caller, { itemId }))
    }
    const forStranger = tokenOf(item, { onBehalfOf: all.stranger.id })

    expect(await reading(forStranger, item)).toBe('nothing')
    expect(await reading(forStranger, other)).toBe('itemClosed')
    expect(await reading({ ...forStranger, scopes: [] }, item)).toBe('itemClosed')
  })

  it('writes only where that person may', async () => {
    const catalog = await all.addCatalog(item)
    await all.addMember(item, all.stranger, 'editor', catalog.id)

    for (const person of [all.stranger, all.reader, all.admin])
      expect(await write(item, 'Too far', tokenOf(item, { onBehalfOf: person.id })), person.username).toBe('notAllowed')
  })
})
