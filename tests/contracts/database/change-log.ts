import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeEntry } from '#core/change-log/entry.ts'
import type { New } from '#core/new.ts'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { anItem, aUser, later, NOW, type Opener } from './things.ts'

const aChange = (itemId: number, facts: Partial<ChangeEntry> = {}): New<ChangeEntry> => ({
  itemId,
  at: NOW,
  actorId: 0,
  action: 'update',
  object: 'page',
  objectId: 7,
  objectName: 'Welcome',
  details: {},
  stretch: null,
  ...facts,
})

/** The change log of items, as the port promises it. */
export function changeLogContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  const namesOf = async (itemId: number, page = 1, count = 300, most = 300) => {
    const { list, total } = await database.changes.ofItem(itemId, { page, count }, most)
    return [total, ...list.map(({ objectName }) => objectName)]
  }

  it('is read as it was written, newest first, with the names of those who did it', async () => {
    const { id: itemId } = await anItem(database)
    const user = await aUser(database, { name: '小明' })
    const details = { oldName: '旧"名', role: 'editor', aspects: ['domain'], pages: 3, isAcross: true } as const
    const first = aChange(itemId, { actorId: user.id, details })
    const second = aChange(itemId, { objectName: 'Other', action: 'delete' })

    await database.changes.append([first])
    await database.changes.append([second, { ...first, action: 'create' }])

    const { list, total } = await database.changes.ofItem(itemId, { page: 1, count: 10 }, 300)
    const [id, names] = [expect.any(Number), { actorUsername: user.username, actorName: '小明' }]
    expect(total).toBe(3)
    expect(list).toEqual([
      { ...first, action: 'create', id, ...names },
      { ...second, id, actorUsername: '', actorName: '' },
      { ...first, id, ...names },
    ])
  })

  it('shows slices of the newest entries, as if there were no others', async () => {
    const { id: itemId } = await anItem(database)
    const entries = Array.from({ length: 12 }, (_, n) => aChange(itemId, { at: later(n), objectName: `${n}` }))
    await database.changes.append(entries)

    expect(await namesOf(itemId, 1, 5, 8)).toEqual([8, '11', '10', '9', '8', '7'])
    expect(await namesOf(itemId, 2, 5, 8)).toEqual([8, '6', '5', '4'])
    expect(await namesOf(itemId, 3, 5, 8)).toEqual([8])
    expect(await namesOf(itemId, 2, 10)).toEqual([12, '1', '0'])
  })

  describe('tells as one', () => {
    it('the same change of the same person in one stretch', async () => {
      const { id: itemId } = await anItem(database)
      await database.changes.append([aChange(itemId, { stretch: 4 })])
      await database.changes.append([aChange(itemId, { objectName: 'between', at: later(1) })])
      await database.changes.append([aChange(itemId, { stretch: 4, at: later(2), objectName: 'last' })])

      expect(await namesOf(itemId)).toEqual([2, 'last', 'between'])
    })

    it.each([
      ['stretch', { stretch: 5 }],
      ['actor', { actorId: 1 }],
      ['object', { objectId: 8 }],
      ['kind of object', { object: 'catalog' }],
      ['action', { action: 'sort' }],
    ] as const)('but not with another %s', async (_, difference) => {
      const { id: itemId } = await anItem(database)

      await database.changes.append([aChange(itemId, { stretch: 4 })])
      await database.changes.append([aChange(itemId, { stretch: 4, ...difference })])

      expect((await namesOf(itemId))[0]).toBe(2)
    })

    it('however many save at once', async () => {
      const { id: itemId } = await anItem(database)

      await Promise.all(
        Array.from({ length: 10 }, () =>
          database.transaction((store) => store.changes.append([aChange(itemId, { stretch: 4 })])),
        ),
      )

      expect(await namesOf(itemId)).toEqual([1, 'Welcome'])
    })
  })

  it('keeps the newest of each item', async () => {
    const [one, two] = [await anItem(database), await anItem(database)]
    for (const { id } of [one, two])
      await database.changes.append([1, 2, 3].map((n) => aChange(id, { at: later(n), objectName: `${n}` })))

    await database.changes.prune(2)

    expect(await namesOf(one.id)).toEqual([2, '3', '2'])
    expect(await namesOf(two.id)).toEqual([2, '3', '2'])
  })

  it('goes with its item', async () => {
    const [gone, kept] = [await anItem(database), await anItem(database)]
    await database.changes.append([aChange(gone.id), aChange(kept.id)])

    await database.items.delete(gone.id)
    expect(await namesOf(gone.id)).toEqual([0])
    expect((await namesOf(kept.id))[0]).toBe(1)

    await database.changes.append([aChange(gone.id)])
    await database.changes.prune(300)
    expect(await namesOf(gone.id)).toEqual([0])
  })
}
