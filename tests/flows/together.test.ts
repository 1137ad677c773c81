import { usersIn } from '#core/access/facts.ts'
import { describe, expect, it } from 'vitest'
import { accountOperations } from '#core/account/operations.ts'
import { pageFileOperations } from '#core/attachment/page-operations.ts'
import { auditOperations } from '#core/audit/operations.ts'
import type { EventName } from '#core/events.ts'
import type { Follower } from '#core/handlers.ts'
import { coreOperations } from '#core/operations.ts'
import { named } from '#core/operation.ts'
import { command, definePlugin, nothing, type Outbox } from '#core/plugin.ts'
import { notesKept } from '#server/compose/plugin-outbox.ts'
import { received } from '#tests/support/random-items.ts'
import { PNG } from '#tests/support/sample-files.ts'
import { TEST_PASSWORD } from '#tests/support/services.ts'
import { world, type World } from '#tests/support/world.ts'

const slow = named({
  slow: {
    half: command({
      summary: 'Does one thing, is refused another, and fails.',
      audience: 'user',
      withoutTransaction: true,
      input: nothing(),
      output: nothing(),
      async run(ctx) {
        const userId = ctx.actor.kind === 'user' ? ctx.actor.id : 0
        const registered = (name: string) =>
          ctx.together(async ({ store, emit, audit }) => {
            await usersIn(store).update(userId, { name })
            emit('account.registered', { userId, isAdmin: false })
            audit({ action: 'account.login', object: { kind: 'account', id: userId }, detail: name })
            if (name === 'refused') throw new Error('refused')
          })
        await registered('done')
        await registered('refused').catch(() => undefined)
        throw new Error('failed')
      },
    }),
    astray: command({
      summary: 'Announces what no row says.',
      audience: 'user',
      withoutTransaction: true,
      input: nothing(),
      output: nothing(),
      async run(ctx) {
        ctx.emit('account.registered', { userId: 1, isAdmin: false })
        return {}
      },
    }),
  },
})
const operations = { ...coreOperations, ...slow }
const account = { username: 'newcomer', password: 'a long sentence', confirmPassword: 'a long sentence' }

const failingAfter =
  (event: EventName): Follower =>
  async (_, facts) => {
    if (facts.some(([name]) => name === event)) throw new Error('the follower failed')
  }

it('a slow command keeps its row and what follows from it, or neither', async () => {
  const { visitor, product } = await world({
    hasLegibleCaptchas: true,
    within: [failingAfter('account.registered')],
  })

  const captcha = new TextDecoder().decode((await visitor.do(coreOperations.site.captcha, {})).bytes)
  await expect(visitor.do(accountOperations.register, { ...account, captcha })).rejects.toThrow('the follower failed')

  expect(await product.database.users.byLogin('newcomer')).toBeNull()
})

/** A file of its editor, uploaded to a page, or as an image for its text. */
const uploads = {
  file: async (home: World) => {
    const page = await home.addPage(await home.addItem())
    const file = await received(home, PNG, 'plan.png')
    return home.editor.do(pageFileOperations.upload, { file, pageId: page.id })
  },
  image: async (home: World) =>
    home.editor.do(pageFileOperations.uploadImage, { image: await received(home, PNG, 'plan.png') }),
}
const filesOf = ({ editor, product }: World) =>
  product.database.attachments.search(
    { ownerId: editor.id, ownerName: '', displayName: '', kind: 'all' },
    { page: 1, count: 10 },
  )

describe.each(['file', 'image'] as const)('an upload of a %s', (kind) => {
  it('leaves no attachment when a follower fails', async () => {
    const home = await world({ within: [failingAfter('attachment.added')] })

    await expect(uploads[kind](home)).rejects.toThrow('the follower failed')

    expect((await filesOf(home)).list).toEqual([])
  })

  it('keeps its attachment and the note of an outbox together, or neither', async () => {
    const outbox: Outbox = {
      notes: { 'attachment.added': ({ attachment }) => ({ name: attachment.displayName }) },
      deliver: async () => {},
    }
    const plugin = definePlugin({ id: `test-${kind}`, apiVersion: 2, summary: 'Of a test.', outbox })
    const notes = ({ product }: World) => product.database.documents.collection(`${plugin.id}.outbox`).find({})
    const undone = await world({ within: [notesKept([plugin]), failingAfter('attachment.added')] })
    const kept = await world({ within: [notesKept([plugin])] })

    await expect(uploads[kind](undone)).rejects.toThrow('the follower failed')
    expect((await notes(undone)).total).toBe(0)
    await uploads[kind](kept)

    expect((await notes(kept)).list.map(({ data }) => data)).toEqual([{ name: 'plan.png' }])
    expect((await filesOf(kept)).total).toBe(1)
  })
})

it('what a slow command did together stays and is told, also when it fails afterwards', async () => {
  const told: number[] = []
  const { editor, admin } = await world({
    operations,
    after: [{ 'account.registered': async (_, { userId }) => void told.push(userId) }],
  })

  await expect(editor.do(slow.slow.half, {})).rejects.toThrow('failed')

  expect((await editor.do(accountOperations.me, {})).name).toBe('done')
  expect(told).toEqual([editor.id])
  const { list } = await admin.do(auditOperations.list, { action: 'account.login', actorId: editor.id })
  expect(list.map(({ detail }) => detail)).toEqual(['done'])
})

it('what a slow command did together is on record once', async () => {
  const { editor, admin, product } = await world()
  const { username = '' } = (await product.database.users.byId(editor.id)) ?? {}

  await editor.do(accountOperations.login, { username, password: TEST_PASSWORD, captcha: '' })

  const { list } = await admin.do(auditOperations.list, { action: 'account.login', actorId: editor.id })
  expect(list).toHaveLength(1)
})

it('nothing is announced outside of the transaction of its rows', async () => {
  const { editor } = await world({ operations })

  await expect(editor.do(slow.slow.astray, {})).rejects.toThrow('outside of the transaction')
})
