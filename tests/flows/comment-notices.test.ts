import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commentsOperations } from '#plugins/comments/operations.ts'
import notices from '#plugins/notices/plugin.ts'
import { noticesOperations } from '#plugins/notices/operations.ts'
import type { Person } from '#tests/support/people.ts'
import { outboxSite, type OutboxSite } from '#tests/support/outbox-site.ts'

let here: OutboxSite
beforeAll(async () => {
  here = await outboxSite(notices)
})
afterAll(() => here.close())

const { add, update } = commentsOperations.comment
const titlesOf = async (person: Person) => {
  await here.deliver()
  const list = await person.do(noticesOperations.notice.list, {})
  return list.map(({ noticeTitle }) => noticeTitle)
}
/** A private item with a page that its editor saved, and people who were told nothing yet. */
async function discussed() {
  const { addItem, addPage, addUser, addMember, editor } = here.world
  const item = await addItem({ visitPassword: 'sesame' })
  const page = await addPage(item, { title: 'Refunds', authorId: editor.id })
  const number = item.id
  const [ann, bob, eve] = [await addUser(`ann${number}`), await addUser(`bob${number}`), await addUser(`eve${number}`)]
  for (const person of [ann, bob]) await addMember(item, person, 'reader')
  const say = (person: Person, text: string, threadId = 0) => person.do(add, { pageId: page.id, text, threadId })
  return { item, page, ann, bob, eve, say }
}

describe('notices of comments', () => {
  it('tell whom a comment names, once, and name nobody who may not see it', async () => {
    const { page, ann, bob, eve, say } = await discussed()

    const { commentId } = await say(ann, `@${bob.username} and @${eve.username}, is this so?`)

    const title = `${ann.account.name || ann.username} mentioned you in a comment on “Refunds”`
    expect(await titlesOf(bob)).toEqual([title])
    expect(await titlesOf(eve)).toEqual([])
    await ann.do(update, { commentId, text: `@${bob.username}, is this so?` })
    expect(await titlesOf(bob)).toEqual([title])
    expect(await bob.do(noticesOperations.notice.list, {})).toMatchObject([
      { itemId: page.itemId, pageId: page.id, commentId },
    ])
  })

  it('tell those who take part in a thread of answers, and not who answers', async () => {
    const { ann, bob, say } = await discussed()
    const { threadId } = await say(ann, 'Is this so?')

    await say(bob, 'Yes.', threadId)

    expect(await titlesOf(ann)).toEqual([`${bob.account.name || bob.username} replied to a comment on “Refunds”`])
    expect(await titlesOf(bob)).toEqual([])
  })

  it('name the page no more once it may not be read, and never say what was said', async () => {
    const { item, ann, bob, say } = await discussed()
    await say(ann, `@${bob.username}: the planted secret`)
    await titlesOf(bob)

    await here.world.product.database.members.remove(item.id, bob.id)

    const list = await bob.do(noticesOperations.notice.list, {})
    expect(list).toMatchObject([{ itemId: 0, pageId: 0, commentId: 0 }])
    expect(JSON.stringify(list)).not.toMatch(/Refunds|planted/)
  })
})
