import { describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { emptyServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const { adminUser, item: items, member, team } = coreOperations

// The embedded database has one session, in which nothing happens at the same time.
describe.skipIf(POSTGRES_URL === undefined)('an account that is deleted while something becomes its own', () => {
  it('is gone with nothing of an owner left, or stays with all of it (D27)', { timeout: 60_000 }, async () => {
    const database = await emptyServerDatabase()
    const here = await world({ database })
    try {
      const item = await here.addItem()
      for (let round = 0; round < 12; round += 1) {
        const person = await here.addUser(`leaver-${round}-`)
        const [deleted, ...others] = await Promise.all([
          outcomeOf(here.admin.do(adminUser.delete, { userId: person.id })),
          outcomeOf(person.do(items.add, { itemName: 'Own' })),
          outcomeOf(person.do(team.save, { teamName: 'Own' })),
          outcomeOf(here.owner.do(member.save, { itemId: item.id, username: [person.username], role: 'manager' })),
        ])

        const isThere = (await database.users.byId(person.id)) !== null
        const { items: ownItems, teams } = await database.users.holdingsOf(person.id)
        const isMember = (await database.access.partsOf(person.id)).length > 0
        expect(isThere, `round ${round}: ${deleted}, ${others.join(', ')}`).toBe(deleted !== 'nothing')
        expect(['nothing', 'ownsSomething']).toContain(deleted)
        if (isThere) expect(ownItems + teams).toBeGreaterThan(0)
        else expect([ownItems, teams, isMember]).toEqual([0, 0, false])
        for (const other of others)
          expect(['nothing', 'unknownUser', 'changedMeanwhile', 'loginRequired']).toContain(other)
      }
    } finally {
      await database.close()
    }
  })
})
