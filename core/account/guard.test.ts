import { expect, it } from 'vitest'
import { itemOperations } from '#core/item/operations.ts'
import { accountOperations } from './operations.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const { transfer, archive, delete: remove, info } = itemOperations

it('[ISET-19] people whom an outside authority vouches for confirm by the name of the item', async () => {
  const { addUser, addItem, stranger } = await world()
  const guest = await addUser('gunda', { passwordHash: null })
  const { id: itemId } = await addItem({ ownerId: guest.id, name: 'Zahlungen für später' })
  const tries = (password: string) =>
    Promise.all([
      outcomeOf(guest.do(transfer, { itemId, username: stranger.username, password })),
      outcomeOf(guest.do(archive, { itemId, password })),
      outcomeOf(guest.do(remove, { itemId, password })),
    ])

  expect(await guest.do(accountOperations.me, {})).toMatchObject({ hasPassword: false })
  for (const typed of ['', 'zahlungen für später', 'Zahlungen']) expect(new Set(await tries(typed))).toEqual(new Set(['nameDiffers'])) // prettier-ignore
  // A form may send it decomposed, or with a blank at the end.
  await guest.do(archive, { itemId, password: `${'Zahlungen für später'.normalize('NFD')} ` })

  expect(await guest.do(info, { itemId })).toMatchObject({ isArchived: true, isOwner: true })
})

it('people with a password do not confirm by the name', async () => {
  const { owner, addItem } = await world()
  const item = await addItem()

  expect(await owner.do(accountOperations.me, {})).toMatchObject({ hasPassword: true })
  expect(await outcomeOf(owner.do(archive, { itemId: item.id, password: item.name }))).toBe('wrongPassword')
})

it('people without a password cannot set one by leaving the old one empty', async () => {
  const { addUser } = await world()
  const guest = await addUser('guido', { passwordHash: null })

  const change = guest.do(accountOperations.changePassword, { password: '', newPassword: 'a quieter owl at dawn' })

  expect(await outcomeOf(change)).toBe('wrongPassword')
})

it('[ISET-22] wrong confirmations count like failed logins, whatever they were for', async () => {
  const { owner, addItem, clock, password } = await world()
  const { id: itemId } = await addItem()
  for (let n = 0; n < 10; n += 1) {
    expect(await outcomeOf(owner.do(archive, { itemId, password: `wrong ${n}` }))).toBe('wrongPassword')
    expect(await outcomeOf(owner.do(remove, { itemId, password: `wrong ${n}` }))).toBe('wrongPassword')
  }

  expect(await outcomeOf(owner.do(archive, { itemId, password }))).toBe('tooManyFailures')
  clock.advance(60 * 60_000 + 1)
  expect(await outcomeOf(owner.do(archive, { itemId, password }))).toBe('nothing')
})
