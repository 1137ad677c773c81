import { expect, it } from 'vitest'
import { accountOperations } from '#core/account/operations.ts'
import { auditOperations } from '#core/audit/operations.ts'
import { coreOperations } from '#core/operations.ts'
import { named } from '#core/operation.ts'
import { command, nothing } from '#core/plugin.ts'
import { TEST_PASSWORD } from '#tests/support/services.ts'
import { world } from '#tests/support/world.ts'

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
            await store.users.update(userId, { name })
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

it('a slow command keeps its row and what follows from it, or neither', async () => {
  const { visitor, product } = await world({
    hasLegibleCaptchas: true,
    within: [
      async (_, facts) => {
        if (facts.some(([name]) => name === 'account.registered')) throw new Error('the follower failed')
      },
    ],
  })

  const captcha = new TextDecoder().decode((await visitor.do(coreOperations.site.captcha, {})).bytes)
  await expect(visitor.do(accountOperations.register, { ...account, captcha })).rejects.toThrow('the follower failed')

  expect(await product.database.users.byLogin('newcomer')).toBeNull()
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
