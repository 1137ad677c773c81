import { beforeEach, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import { siteSettings } from '#core/site/settings.ts'
import { writeSettings } from '#core/settings.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import type { Person } from '#tests/support/people.ts'
import { namesIn } from './comment.ts'
import { commentsOperations } from './operations.ts'
import plugin from './plugin.ts'

const { list, add, update, delete: remove, resolve, allow, people } = commentsOperations.comment

let all: Awaited<ReturnType<typeof plugWorld>>
let item: Item
let page: Page
beforeEach(async () => {
  all = await plugWorld(plugin)
  item = await all.addItem()
  page = await all.addPage(item, { content: '# Refunds\n\nRefunds take **two days**. Ask the bank.' })
})

const anchor = { quote: 'take two days', before: 'Refunds ', after: '. Ask the bank.' }
const say = (person: Person, text: string, more: object = {}) => person.do(add, { pageId: page.id, text, ...more })
const seenBy = (person: Person) => person.do(list, { pageId: page.id })
const write = (pageContent: string) =>
  all.editor.do(coreOperations.page.save, { pageId: page.id, itemId: item.id, pageTitle: page.title, pageContent })

describe('comments', () => {
  it('stand in threads that are answered, settled and opened again by an answer', async () => {
    const { threadId } = await say(all.reader, 'Is this still so?', anchor)
    await say(all.editor, 'Yes.', { threadId })
    await all.reader.do(resolve, { threadId })
    expect(await seenBy(all.owner)).toMatchObject({
      openCount: 0,
      threads: [{ quote: anchor.quote, isResolved: true, resolvedBy: all.reader.username }],
    })

    await say(all.reader, 'But not on Sundays.', { threadId })

    const { openCount, threads } = await seenBy(all.owner)
    expect(openCount).toBe(1)
    expect(threads[0]?.comments.map(({ text }) => text)).toEqual(['Is this still so?', 'Yes.', 'But not on Sundays.'])
  })

  it('say whether their passage is there, changed or gone', async () => {
    await say(all.reader, 'Is this still so?', anchor)
    await say(all.reader, 'Good page.')
    const passages = async () => (await seenBy(all.reader)).threads.map(({ passage }) => passage)

    expect(await passages()).toEqual(['there', 'none'])
    await write('# Refunds\n\nIn most countries refunds *take* two days. Ask the bank.')
    expect(await passages()).toEqual(['there', 'none'])
    await write('# Refunds\n\nRefunds need an hour. Ask the bank.')
    expect(await passages()).toEqual(['changed', 'none'])
    await write('Nothing of it.')
    expect(await passages()).toEqual(['gone', 'none'])
  })

  it('of a very long page are searched for the newest alone, so that their list is bounded', async () => {
    const long = await all.addPage(item, { content: 'twelveletter '.repeat(150_000) })
    for (let number = 0; number < 14; number += 1)
      await all.reader.do(add, { pageId: long.id, text: 'So?', ...anchor, quote: 'not there at all' })

    const { threads } = await all.reader.do(list, { pageId: long.id })

    const searched = threads.map(({ passage }) => passage === 'gone')
    expect(searched.slice(0, 2)).not.toContain(true)
    expect(searched.slice(-8)).not.toContain(false)
  })

  it('are for those with a part in the item until its managers say otherwise', async () => {
    await say(all.reader, 'Is this still so?')
    const nothing = { mayComment: false, openCount: 0, threads: [] }

    expect(await seenBy(all.stranger)).toMatchObject(nothing)
    expect(await outcomeOf(say(all.stranger, 'Hello'))).toBe('notAllowed')
    expect(await outcomeOf(seenBy(all.visitor))).toBe('loginRequired')
    await all.manager.do(allow, { itemId: item.id, commenters: 'accounts' })
    await say(all.stranger, 'Hello')
    expect((await seenBy(all.stranger)).threads).toHaveLength(2)
    await all.manager.do(allow, { itemId: item.id, commenters: 'editors' })
    for (const person of [all.stranger, all.reader]) {
      expect(await seenBy(person)).toMatchObject(nothing)
      expect(await person.do(people, { pageId: page.id })).toEqual([])
    }
    expect((await seenBy(all.editor)).threads).toHaveLength(2)
  })

  it('name the author of the page and who commented', async () => {
    const names = async (person: Person) =>
      (await person.do(people, { pageId: page.id })).map(({ username }) => username)
    const author = (await all.owner.do(coreOperations.page.info, { pageId: page.id })).authorUsername
    await say(all.reader, 'Is this still so?')

    expect((await names(all.reader)).toSorted()).toEqual([author, all.reader.username].toSorted())
  })

  it('are taken with the page: who may not read it any more sees, changes and answers none, not even own ones', async () => {
    await all.manager.do(allow, { itemId: item.id, commenters: 'accounts' })
    const { commentId, threadId } = await say(all.stranger, 'Hello')
    const close = { itemId: item.id, itemName: item.name, visibility: 'members' } as const

    await all.manager.do(coreOperations.item.update, close)

    expect(await outcomeOf(seenBy(all.stranger))).toBe('itemClosed')
    expect(await outcomeOf(all.stranger.do(update, { commentId, text: 'Hello again' }))).toBe('notFound')
    expect(await outcomeOf(all.stranger.do(remove, { commentId }))).toBe('notFound')
    expect(await outcomeOf(all.stranger.do(resolve, { threadId }))).toBe('notFound')
    expect(await outcomeOf(say(all.stranger, 'Hello', { threadId }))).toBe('itemClosed')
  })

  it('go with a page into the recycle bin, and come back with it', async () => {
    const { commentId } = await say(all.reader, 'Is this still so?')
    await all.editor.do(coreOperations.page.delete, { pageId: page.id })
    expect(await outcomeOf(all.reader.do(update, { commentId, text: 'changed' }))).toBe('notFound')

    await all.manager.do(coreOperations.recycle.recover, { itemId: item.id, pageId: page.id })

    expect((await seenBy(all.reader)).threads).toHaveLength(1)
  })

  it('are changed by their authors and deleted by them and by managers; what was answered keeps its place', async () => {
    const first = await say(all.reader, 'Is this still so?')
    const answer = await say(all.editor, 'Yes.', { threadId: first.threadId })

    expect(await outcomeOf(all.editor.do(update, { commentId: first.commentId, text: 'No.' }))).toBe('notAllowed')
    expect(await outcomeOf(all.editor.do(remove, { commentId: first.commentId }))).toBe('notAllowed')
    await all.manager.do(remove, { commentId: first.commentId })
    expect((await seenBy(all.owner)).threads[0]?.comments).toMatchObject([
      { text: '', isRemoved: true },
      { text: 'Yes.', isRemoved: false },
    ])
    expect(await outcomeOf(all.reader.do(update, { commentId: first.commentId, text: 'Still so?' }))).toBe('notAllowed')
    await all.editor.do(remove, { commentId: answer.commentId })
    expect((await seenBy(all.owner)).threads[0]?.comments).toHaveLength(1)
  })

  it('are read in an archived item, and none is added there', async () => {
    const { commentId, threadId } = await say(all.reader, 'Is this still so?')
    await all.product.database.items.update({ ...item, isArchived: true })

    expect(await seenBy(all.reader)).toMatchObject({ mayComment: false, threads: [{ threadId }] })
    expect(await outcomeOf(say(all.reader, 'More'))).toBe('notAllowed')
    expect(await outcomeOf(all.manager.do(remove, { commentId }))).toBe('notAllowed')
  })

  it('are closed to people in an archived item, and opened to none there', async () => {
    const { allowance } = commentsOperations.comment
    await all.manager.do(allow, { itemId: item.id, commenters: 'accounts' })
    await all.product.database.items.update({ ...item, isArchived: true })

    await all.manager.do(allow, { itemId: item.id, commenters: 'members' })
    expect(await seenBy(all.stranger)).toMatchObject({ threads: [] })
    expect(await outcomeOf(all.manager.do(allow, { itemId: item.id, commenters: 'accounts' }))).toBe('notAllowed')
    expect(await outcomeOf(all.editor.do(allow, { itemId: item.id, commenters: 'editors' }))).toBe('itemClosed')
    await all.manager.do(allow, { itemId: item.id, commenters: 'editors' })
    expect(await all.manager.do(allowance, { itemId: item.id })).toEqual({ commenters: 'editors' })
  })

  it('stay when their author is gone, without a name', async () => {
    const person = await all.addUser('leaver')
    await all.addMember(item, person, 'reader')
    await say(person, 'Is this still so?')
    await all.product.database.users.delete(person.id)

    expect((await seenBy(all.owner)).threads[0]?.comments).toMatchObject([{ text: 'Is this still so?', username: '' }])
  })

  it('answer nothing of another page', async () => {
    const { threadId } = await say(all.reader, 'Is this still so?')
    const other = await all.addPage(item)

    expect(await outcomeOf(all.reader.do(add, { pageId: other.id, text: 'No.', threadId }))).toBe('notFound')
  })
})

describe('the names in a comment', () => {
  it('are found whatever ends the sentence, and never in an address', () => {
    expect(namesIn('@tom: ask @小王，and @ann.lee. Not me@example.org')).toEqual(['tom', '小王', 'ann.lee.', 'ann.lee'])
  })
})

describe('the texts of comments', () => {
  const counted = async () => [
    await all.product.database.textBytes.ofItem(item.id),
    await all.product.database.textBytes.byAuthor(all.reader.id),
  ]

  it('count for the item and their author, until they are deleted', async () => {
    const [before = 0] = await counted()
    const first = await say(all.reader, '支付')
    const second = await say(all.reader, 'x'.repeat(100))
    expect(await counted()).toEqual([before + 106, 106])

    await all.reader.do(update, { commentId: second.commentId, text: 'y' })
    expect(await counted()).toEqual([before + 7, 7])
    await say(all.editor, 'z', { threadId: first.threadId })
    await all.reader.do(remove, { commentId: first.commentId })
    await all.reader.do(remove, { commentId: second.commentId })

    expect(await counted()).toEqual([before + 1, 0])
  })

  it('are refused once the item or their author has used up the room', async () => {
    await writeSettings(all.product.database, siteSettings, { textMegabytesPerPerson: 0, textMegabytesPerItem: 1 })
    await all.editor.do(coreOperations.page.save, {
      ...{ itemId: item.id, pageTitle: 'Long', pageContent: 'x'.repeat(1024 * 1024 - 100) },
    })

    expect(await outcomeOf(say(all.reader, 'x'.repeat(200)))).toBe('itemFull')
    await writeSettings(all.product.database, siteSettings, { textMegabytesPerPerson: 1, textMegabytesPerItem: 0 })
    all.clock.advance(10_000)
    expect(await outcomeOf(say(all.editor, 'x'.repeat(200)))).toBe('tooMuchText')
    expect(await outcomeOf(say(all.reader, 'x'.repeat(200)))).toBe('nothing')
  })
})
