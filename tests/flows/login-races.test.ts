import { expect, it } from 'vitest'
import { idleSince } from '#core/account/sessions.ts'
import { coreOperations } from '#core/operations.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const { account } = coreOperations

it('[USET-04] a login that is still being checked while the password changes opens no session (threats T2)', async () => {
  const here = await world()
  const { owner, password, services } = here
  const { passwords } = services
  const changesMeanwhile = {
    hash: (plain: string) => passwords.hash(plain),
    isOutdated: (hash: string) => passwords.isOutdated(hash),
    async matches(plain: string, hash: string | null) {
      const isRight = await passwords.matches(plain, hash)
      await owner.do(account.changePassword, { password, newPassword: 'another long sentence' })
      return isRight
    },
  }
  const product = { ...here.product, services: { ...services, passwords: changesMeanwhile } }
  const thief = new Person(product, null)

  expect(await outcomeOf(thief.do(account.login, { username: owner.username, password }))).toBe('wrongLogin')

  const now = services.clock.now()
  const left = await here.product.database.logins.ofUser(owner.id, now, idleSince(now))
  expect(left.map(({ tokenDigest }) => tokenDigest)).toEqual([services.keys.digest(owner.session.token ?? '')])
  expect(thief.session.token).toBeNull()
})
