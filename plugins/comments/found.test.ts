import { beforeEach, describe, expect, it } from 'vitest'
import { verifiedProgram } from '#core/actor.ts'
import { coreOperations } from '#core/operations.ts'
import { perform } from '#core/perform.ts'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { TestSession, type Person } from '#tests/support/people.ts'
import { commentsOperations } from './operations.ts'
import plugin from './plugin.ts'

const { add, update, delete: remove, resolve, allow } = commentsOperations.comment
const { findElsewhere } = coreOperations.page

let all: Awaited<ReturnType<typeof plugWorld>>
let item: Item
let page: Page
beforeEach(async () => {
  all = await plugWorld(plugin)
  item = await all.addItem()
  page = await all.addPage(item, { title: 'Refunds', content: 'Refunds take two days.' })
})

const say = (person: Person, text: string, more: object = {}) => person.do(add, { pageId: page.id, text, ...more })
const found = async (person: Person, keyword: string, itemId = 0) =>
  (await person.do(findElsewhere, { keyword, itemId })).sources.flatMap(({ hits }) => hits)
const textsFound = async (person: Person, keyword: string, itemId = 0) =>
  (await found(person, keyword, itemId)).map(({ contentParts }) => contentParts.map(({ text }) => text).join(''))

describe('a comment', () => {
  it('is found by its words, with who wrote it, when and where, and leads to it', async () => {
    const { commentId } = await say(all.reader, 'Is this so? 节假日退款要三天，对吗？')

    const { sources } = await all.owner.do(findElsewhere, { keyword: '退款' })

    expect(sources).toEqual([
      {
        ...{ id: 'comments', title: 'Comment' },
        hits: [
          {
            path: `/${item.id}/${page.id}#comment-${commentId}`,
            titleParts: [{ text: 'Refunds', isHit: false }],
            contentParts: [
              { text: 'Is this so? 节假日', isHit: false },
              { text: '退款', isHit: true },
              { text: '要三天，对吗？', isHit: false },
            ],
            ...{ itemName: item.name, authorName: 'rita', at: all.clock.now() },
          },
        ],
      },
    ])
  })

  it('is found as it is now: changed, answered, settled, and never once it is deleted', async () => {
    const { commentId, threadId } = await say(all.reader, 'wombat')
    const answer = await say(all.editor, 'wombat too', { threadId })
    await all.reader.do(update, { commentId, text: 'numbat' })
    expect(await textsFound(all.owner, 'wombat')).toEqual(['wombat too'])
    await all.reader.do(resolve, { threadId })
    expect(await textsFound(all.owner, 'numbat')).toEqual(['numbat'])

    await all.reader.do(remove, { commentId })
    await all.editor.do(remove, { commentId: answer.commentId })

    expect(await found(all.owner, 'numbat')).toEqual([])
    expect(await found(all.owner, 'wombat')).toEqual([])
  })

  it('of somebody whose account is gone is found without a name', async () => {
    const leaving = await all.addUser('lena')
    await all.addMember(item, leaving, 'reader')
    await say(leaving, 'wombat')
    await all.product.database.users.delete(leaving.id)

    expect(await found(all.owner, 'wombat')).toMatchObject([{ authorName: '' }])
  })
})

describe('law: what somebody may not read is not found, not counted and not hinted at:', () => {
  const nothing = { sources: [] }
  const searchedBy = (person: Person, itemId = 0) => person.do(findElsewhere, { keyword: 'wombat', itemId })

  it('comments of items without a role', async () => {
    const closed = await all.addItem({ visitPassword: 'sesame' })
    const inIt = await all.addPage(closed)
    await all.owner.do(add, { pageId: inIt.id, text: 'wombat' })

    for (const person of [all.owner, all.manager, all.editor, all.reader])
      expect(await textsFound(person, 'wombat')).toEqual(['wombat'])
    for (const person of [all.stranger, all.admin]) expect(await searchedBy(person)).toEqual(nothing)
    expect(await outcomeOf(searchedBy(all.stranger, closed.id))).toBe('itemClosed')
    expect(await textsFound(all.admin, 'wombat', closed.id)).toEqual(['wombat'])
    expect(await outcomeOf(searchedBy(all.visitor))).toBe('loginRequired')
  })

  it('comments outside of the catalog of a member who is limited to one', async () => {
    const closed = await all.addItem({ visitPassword: 'sesame' })
    const [mine, others] = [await all.addCatalog(closed), await all.addCatalog(closed, { name: 'Secret' })]
    const below = await all.addCatalog(closed, { parentId: mine.id, level: 2, name: 'Below' })
    const limited = await all.addUser('lena')
    await all.addMember(closed, limited, 'reader', mine.id)
    for (const [name, catalogId] of [
      ['in', below.id],
      ['beside', others.id],
      ['above', null],
    ] as const) {
      const { id } = await all.addPage(closed, { catalogId })
      await all.owner.do(add, { pageId: id, text: `wombat ${name}` })
    }

    for (const itemId of [0, closed.id]) expect(await textsFound(limited, 'wombat', itemId)).toEqual(['wombat in'])
  })

  it('comments in an open item, for readers without a role, until its managers open them', async () => {
    await say(all.owner, 'wombat')
    expect(await searchedBy(all.stranger, item.id)).toEqual(nothing)

    await all.owner.do(allow, { itemId: item.id, commenters: 'accounts' })

    expect(await textsFound(all.stranger, 'wombat', item.id)).toEqual(['wombat'])
    // An item that is not in one's own list is not searched with all others, as for pages.
    expect(await searchedBy(all.stranger)).toEqual(nothing)
  })

  it('comments that only editors see, by role and catalog', async () => {
    const [mine, others] = [await all.addCatalog(item), await all.addCatalog(item, { name: 'Others' })]
    const limited = await all.addUser('lena')
    await all.addMember(item, limited, 'editor', mine.id)
    for (const [name, catalogId] of [
      ['in', mine.id],
      ['beside', others.id],
    ] as const) {
      const { id } = await all.addPage(item, { catalogId })
      await all.owner.do(add, { pageId: id, text: `wombat ${name}` })
    }
    expect(await textsFound(all.reader, 'wombat')).toHaveLength(2)

    await all.owner.do(allow, { itemId: item.id, commenters: 'editors' })

    expect(await searchedBy(all.reader)).toEqual(nothing)
    expect(await textsFound(limited, 'wombat')).toEqual(['wombat in'])
    expect(await textsFound(all.editor, 'wombat')).toHaveLength(2)
  })

  it('however many newer ones there are that are not theirs', async () => {
    await say(all.owner, 'wombat of old')
    const loud = await all.addItem()
    await all.owner.do(allow, { itemId: loud.id, commenters: 'editors' })
    const { id: pageId } = await all.addPage(loud)
    const comments = all.product.database.documents.collection('comments.comment')
    await comments.putAll(
      Array.from({ length: 1_200 }, (_, n) => ({
        ...{ key: `loud ${pageId} ${n}`, pageId, at: new Date(all.clock.now().getTime() + n), searchedText: 'wombat' },
        data: { authorId: all.owner.id, text: 'wombat', threadId: 0, anchor: null },
      })),
    )

    expect(await textsFound(all.reader, 'wombat')).toEqual(['wombat of old'])
    expect(await textsFound(all.editor, 'wombat')).toHaveLength(20)
  })

  it('comments of pages and items in a recycle bin, which are found again with the page', async () => {
    await say(all.owner, 'wombat')
    expect(await textsFound(all.owner, 'wombat')).toHaveLength(1)

    await all.owner.do(coreOperations.page.delete, { pageId: page.id })
    for (const itemId of [0, item.id]) expect(await searchedBy(all.owner, itemId)).toEqual(nothing)
    await all.owner.do(coreOperations.recycle.recover, { itemId: item.id, pageId: page.id })
    expect(await textsFound(all.owner, 'wombat')).toHaveLength(1)

    await all.owner.do(coreOperations.item.delete, { itemId: item.id, password: all.password })
    for (const person of [all.owner, all.editor]) expect(await searchedBy(person)).toEqual(nothing)
    expect(await outcomeOf(searchedBy(all.owner, item.id))).toBe('itemClosed')
  })

  it('any comment, for a program with a token, whomever it acts for', async () => {
    await all.owner.do(allow, { itemId: item.id, commenters: 'accounts' })
    await say(all.owner, 'wombat')

    for (const onBehalfOf of [null, all.owner.id]) {
      const actor = verifiedProgram({ itemId: item.id, scopes: ['read'], onBehalfOf })
      const input = { keyword: 'wombat', itemId: item.id }
      const caller = { actor, session: new TestSession() }
      expect(await outcomeOf(perform(all.product, findElsewhere, caller, input))).toBe('loginRequired')
    }
  })
})
