import { expect, it } from 'vitest'
import { condensed } from './condense.ts'

it('many people who join a team with many items are one change of each item', () => {
  const told = Array.from({ length: 50_000 }, (_, index) => {
    const team = { object: 'team', objectId: 7, objectName: 'Gateway', details: { person: `p${index % 200}` } } as const
    return { actorId: 1, draft: { ...team, itemId: Math.floor(index / 200), action: 'join' } as const }
  })

  const changes = condensed(told)

  expect(changes).toHaveLength(250)
  expect(changes[0]).toMatchObject({ draft: { itemId: 0, action: 'join', details: {} } })
})
