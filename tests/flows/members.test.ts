import { bind, putMember } from '#tests/support/teams.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EventName, Events } from '#core/events.ts'
import { itemOperations } from '#core/item/operations.ts'
import { memberOperations } from '#core/member/operations.ts'
import { world, type World } from '#tests/support/world.ts'

const { save, delete: remove, list } = memberOperations
const EVENTS = ['member.added', 'member.updated', 'member.removed', 'teamGrant.updated'] as const

let home: World
let said: { readonly name: EventName; readonly fact: unknown }[]
beforeEach(async () => {
  said = []
  const tell =
    <N extends EventName>(name: N) =>
    async (_: unknown, fact: Events[N]) => {
      said.push({ name, fact })
    }
  home = await world({ after: [Object.fromEntries(EVENTS.map((name) => [name, tell(name)]))] })
})

describe('what is announced of members', () => {
  it('is who was added, changed and removed, by whom; nothing when nothing changed', async () => {
    const item = await home.addItem()
    const { manager, stranger } = home
    const give = (role: 'reader' | 'editor') =>
      manager.do(save, { itemId: item.id, username: [stranger.username], role, catalogId: 0 })

    await give('reader')
    await give('reader')
    await give('editor')
    const members = await manager.do(list, { itemId: item.id })
    const { membershipId = 0 } = members.find(({ username }) => username === stranger.username) ?? {}
    await manager.do(remove, { itemId: item.id, membershipId })

    const facts = { id: membershipId, itemId: item.id, userId: stranger.id, catalogId: null, addedAt: home.clock.now() }
    const [reader, editor] = [{ ...facts, role: 'reader' }, { ...facts, role: 'editor' }] // prettier-ignore
    const actorId = manager.id
    expect(said).toEqual([
      { name: 'member.added', fact: { membership: reader, actorId } },
      { name: 'member.updated', fact: { membership: editor, before: reader, actorId } },
      { name: 'member.removed', fact: { membership: editor, actorId } },
    ])
  })

  it('[TEAM-42] is the end of the membership and of each grant when somebody leaves', async () => {
    const item = await home.addItem()
    const { editor, owner, product } = home
    const { teams, members } = product.database
    const addedAt = home.clock.now()
    const team = await teams.insert({ name: 'Core', ownerId: owner.id, createdAt: addedAt })
    await bind(teams, { teamId: team.id, itemId: item.id, addedAt })
    await putMember(teams, { teamId: team.id, userId: editor.id, role: 'member', addedAt })
    const grant = { teamId: team.id, itemId: item.id, userId: editor.id, role: 'reader', catalogId: null, givenBy: owner.id, addedAt } as const // prettier-ignore
    await teams.putGrants([grant])
    const [kept] = await teams.grantsOn(team.id, item.id)
    const membership = (await members.ofItem(item.id)).find(({ userId }) => userId === editor.id)

    await editor.do(itemOperations.leave, { itemId: item.id })

    expect(said).toEqual([
      { name: 'member.removed', fact: { membership, actorId: editor.id } },
      { name: 'teamGrant.updated', fact: { team, before: kept, grant: null, actorId: editor.id } },
    ])
  })
})
