import { describe, expect, it } from 'vitest'
import { siteRules } from '#core/access/site-rules.ts'
import { accountOperations } from '#core/account/operations.ts'
import { adminUserOperations } from '#core/account/admin-operations.ts'
import { emailOperations } from '#core/account/email-operations.ts'
import { itemOperations } from '#core/item/operations.ts'
import { writeSettings } from '#core/settings.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const DAY_MS = 24 * 3_600_000

async function ruled(rules: Parameters<typeof writeSettings<typeof siteRules.schema>>[2]) {
  const people = await world()
  await writeSettings(people.product.database, siteRules, rules)
  return people
}

describe('the rules of the site', () => {
  it('have nobody but administrators add items, in whatever way, once they say so', async () => {
    const { owner, admin, addItem } = await ruled({ whoAddsItems: 'administrators' })
    const item = await addItem()
    const add = (wishes: object = {}) => ({ itemName: 'Payments', ...wishes })

    expect(await outcomeOf(owner.do(itemOperations.add, add()))).toBe('itemsByAdministrators')
    expect(await outcomeOf(owner.do(itemOperations.add, add({ copyItemId: item.id })))).toBe('itemsByAdministrators')
    expect(await owner.do(itemOperations.mayAdd, {})).toEqual({ mayAdd: false })
    expect(await admin.do(itemOperations.mayAdd, {})).toEqual({ mayAdd: true })
    expect((await admin.do(itemOperations.add, add())).itemId).toBeGreaterThan(0)
    // What is there stays as it is.
    expect(await owner.do(itemOperations.update, { itemId: item.id, itemName: 'Renamed' })).toEqual({})
  })

  it('bind addresses of the named domains alone, without regard to case', async () => {
    const { owner, password } = await ruled({ mailDomains: ['Example.COM', 'example.net'] })
    const bind = (email: string) => outcomeOf(owner.do(emailOperations.changeEmail, { email, password }))

    for (const email of ['a@example.org', 'a@sub.example.com', 'a@notexample.com', 'a@example.com.evil.org'])
      expect([email, await bind(email)]).toEqual([email, 'emailDomain'])
    expect(await bind('olivia@EXAMPLE.com')).not.toBe('emailDomain')
  })

  it('ask new passwords for more characters, and leave those that are there alone', async () => {
    const { owner, admin, visitor, password } = await ruled({ passwordShortest: 24 })
    const short = 'twenty-three-characters'
    const long = 'four-and-twenty-letters.'

    expect(await outcomeOf(owner.do(accountOperations.changePassword, { password, newPassword: short }))).toBe(
      'passwordTooWeak',
    )
    expect(
      await outcomeOf(admin.do(adminUserOperations.save, { userId: 0, username: 'newcomer', password: short })),
    ).toBe('passwordTooWeak')
    expect(await visitor.do(accountOperations.registerInfo, {})).toMatchObject({ passwordShortest: 24 })
    expect((await owner.do(accountOperations.changePassword, { password, newPassword: long })).userId).toBe(owner.id)
  })

  it('end sessions that begin from then on after so many days', async () => {
    const { owner, product, clock } = await ruled({ sessionDays: 2 })
    const { services, database } = product
    const { loginToken } = await owner.do(accountOperations.login, {
      username: (await database.users.byId(owner.id))?.username ?? '',
      password: 'correct horse battery',
    })
    const isGood = async () => {
      const now = clock.now()
      const before = new Date(now.getTime() - 30 * DAY_MS)
      return (await database.logins.userOf(services.keys.digest(loginToken), now, before)) !== null
    }

    clock.advance(2 * DAY_MS - 1_000)
    expect(await isGood()).toBe(true)
    clock.advance(2_000)
    expect(await isGood()).toBe(false)
  })
})
