import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Follower } from '#core/handlers.ts'
import { coreOperations } from '#core/operations.ts'
import templates from '#plugins/templates/plugin.ts'
import { emptyServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import type { Person } from '#tests/support/people.ts'
import { outcomeOf, outcomesOf } from '#tests/support/refusal.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { world } from '#tests/support/world.ts'
import { deeds, pictureOf, tried, type Stage } from './taken-stays-taken.ts'

const { adminUser, attachment, audit, item: items, team } = coreOperations
// Another one in each run; `LEAVER_SEED` repeats a run.
const SEED = Number(process.env['LEAVER_SEED'] ?? Date.now() % 1_000_000)

const teamOf = (person: Person, teamName: string) => person.do(team.save, { teamName })

describe('what somebody owns', () => {
  it('is listed in pages, the teams first, for site administrators alone', async () => {
    const here = await world()
    const leaver = await here.addUser('leaver')
    const [one, other] = [await here.addItem({ ownerId: leaver.id }), await here.addItem({ ownerId: leaver.id })]
    const { id: teamId } = await teamOf(leaver, 'Gateway')
    const { belongings } = adminUser
    const userId = leaver.id

    expect(await here.admin.do(belongings, { userId, count: 2 })).toEqual({
      total: 3,
      besides: [],
      list: [
        { kind: 'team', id: teamId, name: 'Gateway' },
        { kind: 'item', id: one.id, name: one.name },
      ],
    })
    expect((await here.admin.do(belongings, { userId, page: 2, count: 2 })).list).toMatchObject([{ id: other.id }])
    expect(await here.admin.do(belongings, { userId: here.stranger.id })).toEqual({ total: 0, list: [], besides: [] })
    expect(
      await outcomesOf({
        leaver: leaver.do(belongings, { userId }),
        visitor: here.visitor.do(belongings, { userId }),
      }),
    ).toEqual({ leaver: 'notAllowed', visitor: 'loginRequired' })
  })
})

describe('a hand-over', () => {
  it('gives all of it to one person, is on record, and leaves an account that can be deleted', async () => {
    const here = await world()
    const { admin, stranger, editor } = here
    const leaver = await here.addUser('leaver')
    const shared = await here.addItem({ ownerId: leaver.id, visitPassword: 'sesame' })
    const archived = await here.addItem({ ownerId: leaver.id, isArchived: true })
    const { id: teamId } = await teamOf(leaver, 'Gateway')
    await here.admin.do(adminUser.switchOff, { userId: leaver.id })

    const given = await admin.do(adminUser.handOver, { userId: leaver.id, username: stranger.username })

    expect(given).toEqual({ items: 2, teams: 1, besides: [] })
    for (const itemId of [shared.id, archived.id])
      expect(await stranger.do(items.info, { itemId })).toMatchObject({ isOwner: true })
    expect(await editor.do(items.info, { itemId: shared.id })).toMatchObject({ canEdit: true })
    expect(await stranger.do(team.list, {})).toMatchObject([{ id: teamId }])
    const { list } = await admin.do(audit.list, { count: 4 })
    expect(list.map(({ action }) => action).toSorted()).toEqual([
      'account.handedOver',
      'item.transferred',
      'item.transferred',
      'team.transferred',
    ])
    expect(list.find(({ action }) => action === 'account.handedOver')).toMatchObject({
      ...{ objectId: String(leaver.id), concernedUserId: stranger.id, detail: 'items: 2, teams: 1' },
    })
    expect(await outcomeOf(admin.do(adminUser.delete, { userId: leaver.id }))).toBe('nothing')
  })

  it('is refused with nothing given to whoever cannot take it, and by whoever is no administrator', async () => {
    const here = await world()
    const { admin, owner, stranger } = here
    const { id: itemId } = await here.addItem()
    const off = await here.addUser('off', { isSwitchedOff: true })
    const to = (username: string, userId = owner.id, by = admin) => by.do(adminUser.handOver, { userId, username })

    expect(
      await outcomesOf({
        nobody: to('nobody at all'),
        themselves: to(owner.username.toUpperCase()),
        switchedOff: to(off.username),
        fromNobody: to(stranger.username, 2_000_000_000),
        byOwner: to(stranger.username, owner.id, owner),
      }),
    ).toEqual({
      nobody: 'unknownUser',
      themselves: 'sameOwner',
      switchedOff: 'receiverSwitchedOff',
      fromNobody: 'notFound',
      byOwner: 'notAllowed',
    })
    expect(await owner.do(items.info, { itemId })).toMatchObject({ isOwner: true })
  })

  it('is undone whole when a part of it fails', async () => {
    const failing: Follower = (_, facts) =>
      facts.some(([name]) => name === 'item.transferred')
        ? Promise.reject(new Error('no more room'))
        : Promise.resolve()
    const here = await world({ within: [failing] })
    const leaver = await here.addUser('leaver')
    for (let at = 0; at < 3; at += 1) await here.addItem({ ownerId: leaver.id })
    await teamOf(leaver, 'Gateway')

    const work = here.admin.do(adminUser.handOver, { userId: leaver.id, username: here.stranger.username })
    await expect(work).rejects.toThrow('no more room')

    expect(await here.product.database.users.holdingsOf(leaver.id)).toEqual({ items: 3, teams: 1 })
  })

  it(`leaves nothing with the leaver, and raises nobody where nothing was handed over (seed ${SEED})`, async () => {
    const here = await world({ fresh: true })
    const { access, teams, users } = here.product.database
    let crowd = 0
    const stageOf = async (): Promise<Stage> => {
      const number = (crowd += 1)
      const people: Person[] = []
      for (const name of ['ann', 'bo', 'cy', 'di']) people.push(await here.addUser(`${name}${number}x`))
      const createdAt = here.clock.now()
      const ids = people.map(({ id }) => id)
      const itemIds: number[] = []
      const teamIds: number[] = []
      for (const ownerId of ids.slice(0, 3)) itemIds.push((await here.addItem({ ownerId })).id)
      for (const ownerId of ids.slice(0, 3)) teamIds.push((await teams.insert({ name: 'Core', ownerId, createdAt })).id)
      return { world: here, people, itemIds, teamIds }
    }
    let handedOver = 0

    const property = fc.asyncProperty(
      deeds(4, 3, 3),
      fc.nat(3),
      fc.integer({ min: 1, max: 3 }),
      async (all, at, by) => {
        const stage = await stageOf()
        for (const deed of all) await tried(stage, deed, await pictureOf(stage))
        const [leaver, receiver] = [stage.people[at], stage.people[(at + by) % 4]]
        if (!leaver || !receiver) throw new Error('there is nobody')
        const before = await pictureOf(stage)
        const owned = await access.ownedBy(leaver.id)

        await here.admin.do(adminUser.handOver, { userId: leaver.id, username: receiver.username })

        handedOver += owned.itemIds.length
        const after = await pictureOf(stage)
        expect(await users.holdingsOf(leaver.id)).toEqual({ items: 0, teams: 0 })
        for (const [itemId, ownerId] of before.owners)
          expect(after.owners.get(itemId)).toBe(ownerId === leaver.id ? receiver.id : ownerId)
        for (const [place, rank] of before.ranks) {
          const [itemId = 0, userId] = place.split(':').map(Number)
          const isGiven = userId === receiver.id && owned.itemIds.includes(itemId)
          if (!isGiven) expect(after.ranks.get(place), place).toBeLessThanOrEqual(rank)
        }
        for (const place of after.teamManagers) {
          const [teamId = 0, userId] = place.split(':').map(Number)
          const isGiven = userId === receiver.id && owned.teamIds.includes(teamId)
          if (!isGiven) expect(before.teamManagers).toContain(place)
        }
        expect(await outcomeOf(here.admin.do(adminUser.delete, { userId: leaver.id }))).toBe('nothing')
      },
    )
    await fc.assert(property, { seed: SEED, numRuns: 10, endOnFailure: true })

    expect(handedOver).toBeGreaterThan(0)
    await here.close()
  }, 240_000)
})

describe.each([
  ['embedded', true, emptyDatabase],
  ['PostgreSQL', POSTGRES_URL !== undefined, emptyServerDatabase],
] as const)('files and templates of somebody who leaves, on the database %s', (_, isThere, opened) => {
  it.skipIf(!isThere)('are listed, handed over with everything else, and usable afterwards', async () => {
    const database = await opened()
    onTestFinished(() => database.close())
    const here = await plugWorld(templates, { database })
    const { admin, stranger, editor } = here
    const leaver = await here.addUser('leaver')
    const item = await here.addItem({ ownerId: leaver.id })
    const foreign = await here.addItem()
    await here.addMember(foreign, leaver, 'editor')
    const { template } = templates.operations
    const { id: templateId } = await leaver.do(template.save, {
      templateTitle: 'Minutes',
      templateContent: '# Minutes',
    })
    await leaver.do(template.share, { templateId, itemIds: [foreign.id] })
    const page = await here.addPage(item)
    const fileOf = async (displayName: string, pageId: number | null) => {
      const place = { storage: 'local', key: displayName, token: displayName.padEnd(32, 'x') }
      const facts = { ownerId: leaver.id, displayName, kind: 'general', mediaType: 'text/plain', bytes: 9 } as const
      const added = { ...facts, ...place, isOfHub: pageId === null, addedAt: here.clock.now() }
      return (await database.attachments.insert(added, pageId))?.id ?? 0
    }
    const [used, unused] = [await fileOf('used', page.id), await fileOf('unused', null)]
    const userId = leaver.id

    const owned = await admin.do(adminUser.belongings, { userId, count: 2 })
    const { list: rest } = await admin.do(adminUser.belongings, { userId, count: 2, page: 2 })
    const given = await admin.do(adminUser.handOver, { userId, username: stranger.username })

    expect([...owned.list, ...rest]).toEqual([
      { kind: 'item', id: item.id, name: item.name },
      { kind: 'file', id: unused, name: 'unused' },
      { kind: 'template', id: templateId, name: 'Minutes' },
    ])
    const besides = [
      { kind: 'file', total: 1 },
      { kind: 'template', total: 1 },
    ]
    expect(owned).toMatchObject({ total: 3, besides })
    expect(given).toMatchObject({ items: 1, teams: 0, besides })
    expect(await admin.do(adminUser.belongings, { userId })).toEqual({ list: [], total: 0, besides: [] })
    await admin.do(adminUser.delete, { userId })
    expect(await editor.do(template.headsOfItem, { itemId: foreign.id })).toMatchObject([
      { templateTitle: 'Minutes', username: stranger.username },
    ])
    expect(await stranger.do(template.text, { templateId })).toEqual({ templateContent: '# Minutes' })
    expect((await stranger.do(attachment.listMine, {})).list).toMatchObject([{ fileId: unused }])
    // It stays with its page, whose readers alone may have it.
    expect((await database.attachments.byId(used))?.ownerId).toBe(leaver.id)
    expect((await admin.do(audit.list, { count: 1, action: 'account.handedOver' })).list).toMatchObject([
      { detail: 'items: 1, teams: 0, file: 1, template: 1' },
    ])
  })
})

// The embedded database has one session, in which nothing happens at the same time.
describe.skipIf(POSTGRES_URL === undefined)('a hand-over while things change hands, on PostgreSQL', () => {
  it('takes all that was there, and loses nothing that comes or goes meanwhile', { timeout: 120_000 }, async () => {
    const database = await emptyServerDatabase()
    const here = await world({ database })
    const { admin, stranger, password } = here
    const colleague = await here.addUser('colleague', { isAdmin: true })
    try {
      for (let round = 0; round < 12; round += 1) {
        const leaver = await here.addUser(`leaver-${round}-`)
        const receiver = await here.addUser(`receiver-${round}-`)
        const [kept, given] = [await here.addItem({ ownerId: leaver.id }), await here.addItem({ ownerId: leaver.id })]
        const { id: teamId } = await teamOf(leaver, 'Own')
        const { id: foreignTeamId } = await teamOf(stranger, 'Foreign')
        const coming = await here.addItem({ ownerId: stranger.id })
        const ends = (person: Person) => ({ username: person.username, password })

        const [handedOver, ...others] = await Promise.all([
          outcomeOf(admin.do(adminUser.handOver, { userId: leaver.id, username: receiver.username })),
          outcomeOf(leaver.do(items.add, { itemName: 'New' })),
          outcomeOf(teamOf(leaver, 'New')),
          outcomeOf(leaver.do(items.transfer, { itemId: given.id, ...ends(stranger) })),
          outcomeOf(leaver.do(team.transfer, { teamId, ...ends(stranger) })),
          outcomeOf(stranger.do(items.transfer, { itemId: coming.id, ...ends(leaver) })),
          outcomeOf(stranger.do(team.transfer, { teamId: foreignTeamId, ...ends(receiver) })),
          outcomeOf(colleague.do(round % 2 === 0 ? adminUser.switchOff : adminUser.delete, { userId: receiver.id })),
        ])

        const story = `round ${round}: ${handedOver}, ${others.join(', ')}`
        expect(['nothing', 'unknownUser', 'receiverSwitchedOff', 'changedMeanwhile'], story).toContain(handedOver)
        for (const other of others)
          expect(
            [
              'nothing',
              'unknownUser',
              'changedMeanwhile',
              'itemClosed',
              'notAllowed',
              'ownsSomething',
              'loginRequired',
            ],
            story,
          ).toContain(other)
        const ownerOf = async (itemId: number) => (await database.access.ofItem(itemId, null))?.item.ownerId
        const expected = handedOver === 'nothing' ? receiver.id : leaver.id
        expect(await ownerOf(kept.id), story).toBe(expected)
        const [, , itemGiven, teamGiven] = others
        expect(await ownerOf(given.id), story).toBe(itemGiven === 'nothing' ? stranger.id : expected)
        const teamOwner = (await database.teams.byId(teamId))?.ownerId
        expect(teamOwner, story).toBe(teamGiven === 'nothing' ? stranger.id : expected)

        // What came after it is handed over by another one; then nothing is left.
        await admin.do(adminUser.handOver, { userId: leaver.id, username: stranger.username })
        expect(await outcomeOf(admin.do(adminUser.delete, { userId: leaver.id })), story).toBe('nothing')
      }
    } finally {
      await database.close()
    }
  })
})
