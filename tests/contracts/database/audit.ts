import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#core/audit/entry.ts'
import type { New } from '#core/new.ts'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { anItem, aUser, type Opener } from './things.ts'

const DAY_MS = 24 * 3_600_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS)

const anEntry = (facts: Partial<AuditEntry> = {}): New<AuditEntry> => ({
  at: daysAgo(1),
  actorId: null,
  address: '192.0.2.1',
  agentDigest: 'digest',
  action: 'account.login',
  objectKind: null,
  objectId: null,
  userId: null,
  detail: '',
  result: 'done',
  operation: 'account.login',
  requestId: 'a request',
  ...facts,
})

/** The audit record, as the port promises it. */
export function auditContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  const everything = { page: 1, count: 1000 }

  it('is read as it was written, newest first, with the names of those who acted', async () => {
    const { id: actorId, username } = await aUser(database)
    const first = anEntry({ actorId, objectKind: 'item', objectId: '7', userId: 8, detail: 'manager' })
    const second = anEntry({ actorId, action: 'access.refused', result: 'notAllowed', operation: 'page.save' })

    await database.audit.append([first, second])

    const { list, total } = await database.audit.find({ actorId }, everything)
    expect(total).toBe(2)
    const names = { id: expect.any(Number), actorUsername: username, concernedUsername: '', objectName: '' }
    expect(list).toEqual([
      { ...second, ...names },
      { ...first, ...names },
    ])
  })

  it('names accounts, items and teams as they are called now, and nothing that is gone or of another kind', async () => {
    const { id: actorId, username } = await aUser(database)
    const item = await anItem(database, { ownerId: actorId })
    const team = await database.teams.insert({ name: 'Gateway', ownerId: actorId, createdAt: new Date() })
    const objects = [
      ['item', String(item.id), item.name],
      ['team', String(team.id), 'Gateway'],
      ['account', String(actorId), username],
      ['account', '2147483647', ''],
      ['plugin', 'word-count', ''],
      ['settings', 'storage', ''],
      ['page', '1', ''],
      // What somebody asked for who was refused: no id of anything.
      ['item', '99999999999', ''],
      ['item', '1.5', ''],
      ['team', '1e+21', ''],
    ] as const
    await database.audit.append(
      objects.map(([objectKind, objectId]) => anEntry({ actorId, objectKind, objectId, userId: actorId })),
    )

    const { list } = await database.audit.find({ actorId }, everything)
    expect(list.map(({ objectKind, objectId, objectName }) => [objectKind, objectId, objectName]).toReversed()).toEqual(
      objects,
    )
    expect(new Set(list.map(({ concernedUsername }) => concernedUsername))).toEqual(new Set([username]))
  })

  it('is found by a person who acted, to whom it was done, or whom it concerns, and read on without a gap', async () => {
    const [{ id: personId }, { id: actorId }] = [await aUser(database), await aUser(database)]
    const objectId = String(personId)
    await database.audit.append([
      anEntry({ actorId: personId, detail: 'acted' }),
      anEntry({ actorId, objectKind: 'account', objectId, detail: 'done to' }),
      anEntry({ actorId, userId: personId, detail: 'concerned' }),
      anEntry({ actorId, objectKind: 'page', objectId, detail: 'a page of that number' }),
    ])

    const { list, total } = await database.audit.find({ personId }, everything)
    expect([total, ...list.map(({ detail }) => detail)]).toEqual([3, 'concerned', 'done to', 'acted'])
    const earlier = await database.audit.find({ personId, beforeId: list[0]?.id }, { page: 1, count: 1 })
    expect([earlier.total, ...earlier.list.map(({ detail }) => detail)]).toEqual([2, 'done to'])
  })

  it('is found by actor, action and time, in slices', async () => {
    const { id: actorId } = await aUser(database)
    const at = [daysAgo(5), daysAgo(4), daysAgo(3)] as const
    await database.audit.append([
      anEntry({ actorId, at: at[0] }),
      anEntry({ actorId, at: at[1], action: 'item.deleted' }),
      anEntry({ actorId, at: at[2] }),
    ])
    const timesOf = async (filter: object, paging = everything) => {
      const { list, total } = await database.audit.find({ actorId, ...filter }, paging)
      return [total, ...list.map((entry) => entry.at)]
    }

    expect(await timesOf({ action: 'account.login' })).toEqual([2, at[2], at[0]])
    expect(await timesOf({ from: at[1] })).toEqual([2, at[2], at[1]])
    expect(await timesOf({ to: at[2] })).toEqual([2, at[1], at[0]])
    expect(await timesOf({}, { page: 2, count: 2 })).toEqual([3, at[0]])
  })

  it('loses what is older than 180 days, and nothing younger even when it is asked to', async () => {
    const { id: actorId } = await aUser(database)
    const [old, young] = [daysAgo(181), daysAgo(179)]
    await database.audit.append([anEntry({ actorId, at: old }), anEntry({ actorId, at: young })])

    expect(await database.audit.sweep(daysAgo(180))).toBe(1)
    expect(await database.audit.sweep(daysAgo(0))).toBe(0)

    expect((await database.audit.find({ actorId }, everything)).list.map(({ at }) => at)).toEqual([young])
  })

  describe('refuses through the database itself', () => {
    it.each([
      ['changing an entry', `update audit set result = 'forged'`],
      ['forgetting an entry', 'delete from audit'],
      ['forgetting all of them', 'truncate audit'],
    ])('%s', async (_, sql) => {
      const { id: actorId } = await aUser(database)
      await database.audit.append([anEntry({ actorId })])

      await expect(database.script(sql)).rejects.toThrow('the audit record can only be added to')

      expect((await database.audit.find({ actorId }, everything)).list).toMatchObject([{ result: 'done' }])
    })
  })

  it('goes with the transaction it is written in', async () => {
    const { id: actorId } = await aUser(database)

    const work = database.transaction(async (store) => {
      await store.audit.append([anEntry({ actorId })])
      throw new Error('undo')
    })

    await expect(work).rejects.toThrow('undo')
    expect((await database.audit.find({ actorId }, everything)).total).toBe(0)
  })
}
