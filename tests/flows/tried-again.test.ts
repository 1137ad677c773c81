import { usersIn } from '#core/access/facts.ts'
import { expect, it } from 'vitest'
import { accountOperations } from '#core/account/operations.ts'
import { auditOperations } from '#core/audit/operations.ts'
import { DomainError } from '#core/errors.ts'
import { coreOperations } from '#core/operations.ts'
import { named } from '#core/operation.ts'
import { command, nothing } from '#core/plugin.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

/** Commands that write, and that find what they looked at changed as often as is said. */
function commandsInTheWay(times: number) {
  let tries = 0
  const run = (name: string, once: boolean) =>
    command({
      summary: 'Renames the caller, and finds something changed by others.',
      audience: 'user',
      input: nothing(),
      output: nothing(),
      ...(once && { isTriedOnce: true }),
      async run({ actor, store, emit, audit }) {
        tries += 1
        const userId = actor.kind === 'user' ? actor.id : 0
        await usersIn(store).update(userId, { name: `${name} ${tries}` })
        emit('account.registered', { userId, isAdmin: false })
        audit({ action: 'account.login', object: { kind: 'account', id: userId }, detail: `${name} ${tries}` })
        if (tries <= times) throw new DomainError('changedMeanwhile')
        return {}
      },
    })
  const around = command({
    summary: 'Has the same done within its own transaction.',
    audience: 'user',
    input: nothing(),
    output: nothing(),
    async run({ perform }) {
      // What it makes of the refusal does not matter: half of it cannot be kept.
      await perform('renaming.again', {}).catch(() => undefined)
      return {}
    },
  })
  const { renaming } = named({ renaming: { again: run('again', false), once: run('once', true), around } })
  return { renaming, tries: () => tries, operations: { ...coreOperations, renaming } }
}

it.each(['again', 'around'] as const)(
  'a command that others were in the way of is done as if only once: %s',
  async (name) => {
    const { renaming, tries, operations } = commandsInTheWay(2)
    const told: number[] = []
    const after = [
      { 'account.registered': async (_: unknown, { userId }: { userId: number }) => void told.push(userId) },
    ]
    const { editor, admin } = await world({ operations, after })

    await editor.do(renaming[name], {})

    expect(tries()).toBe(3)
    expect((await editor.do(accountOperations.me, {})).name).toBe('again 3')
    expect(told).toEqual([editor.id])
    const { list } = await admin.do(auditOperations.list, { action: 'account.login', actorId: editor.id })
    expect(list.map(({ detail }) => detail)).toEqual(['again 3'])
  },
)

it('a command is refused when others are in its way each time, and nothing of it is kept', async () => {
  const { renaming, tries, operations } = commandsInTheWay(100)
  const { editor } = await world({ operations })
  const before = await editor.do(accountOperations.me, {})

  expect(await outcomeOf(editor.do(renaming.again, {}))).toBe('changedMeanwhile')

  expect(tries()).toBeGreaterThan(1)
  expect(await editor.do(accountOperations.me, {})).toEqual(before)
})

it('a command that does more than its rows is tried once', async () => {
  const { renaming, tries, operations } = commandsInTheWay(1)
  const { editor } = await world({ operations })

  expect(await outcomeOf(editor.do(renaming.once, {}))).toBe('changedMeanwhile')
  expect(tries()).toBe(1)
})
