import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from './harness.ts'
import { codeOf, dataOf } from './replies.ts'
import { teamSite, TIME, type TeamSite } from './team-site.ts'

let here: TeamSite
let olga: Browser
let tom: Browser
let stu: Browser
beforeAll(async () => {
  here = await teamSite()
  ;({ olga, tom, stu } = here)
})
afterAll(() => here.close())

const itemsOf = (teamId: number, browser = olga) => dataOf(browser, 'teamItem/getListByTeam', { team_id: teamId })
const grantsOf = (teamId: number, itemId: number) =>
  dataOf(olga, 'teamItemMember/getList', { team_id: teamId, item_id: itemId })
const grantOf = async (teamId: number, itemId: number) => (await grantsOf(teamId, itemId))[0]
const save = (id: number, fields: Readonly<Record<string, number>>) =>
  dataOf(olga, 'teamItemMember/save', { id, ...fields })
const addCatalog = async (itemId: number, name: string, parent = 0): Promise<number> =>
  (await dataOf(olga, 'catalog/save', { item_id: itemId, cat_name: name, parent_cat_id: parent })).cat_id

describe('items of a team over REST', () => {
  it('[TEAM-21] [TEAM-23] [API-079] [API-080] [ENT-TI-01] [ENT-TI-02] [ENT-TI-03] [ENT-TI-04] [ENT-TI-06] are bound several at once', async () => {
    const teamId = await here.teamWithTom()
    const [first, second] = [await here.newItem('First'), await here.newItem('Second')]

    await here.bind(teamId, first, second)

    const bound = { id: expect.any(Number), team_id: teamId, addtime: expect.stringMatching(TIME) }
    const rows = [
      { ...bound, item_id: first, item_name: 'First' },
      { ...bound, item_id: second, item_name: 'Second' },
    ]
    expect(await itemsOf(teamId)).toEqual(rows)
    expect(await itemsOf(teamId, tom)).toEqual(rows)
  })

  it('are bound one by one from a program that sends JSON', async () => {
    const [teamId, itemId] = [await here.newTeam(), await here.newItem()]

    await olga.postJson('teamItem/save', { team_id: teamId, item_id: itemId })

    expect(await itemsOf(teamId)).toMatchObject([{ item_id: itemId }])
  })

  it('[TEAM-41] [D72] show nothing of the item but its name, to ordinary members and managers alike', async () => {
    const { teamId } = await here.boundItem()

    for (const browser of [olga, tom]) {
      const [row] = await itemsOf(teamId, browser)
      expect(Object.keys(row).toSorted()).toEqual(['addtime', 'id', 'item_id', 'item_name', 'team_id'])
    }
  })

  it('[TEAM-24] [API-078] [ENT-TI-05] tell their managers which teams they are bound to', async () => {
    const { teamId, itemId } = await here.boundItem()

    expect(await dataOf(olga, 'teamItem/getList', { item_id: itemId })).toEqual([
      {
        ...{ id: expect.any(Number), team_id: teamId, item_id: itemId },
        ...{ team_name: 'Core', addtime: expect.stringMatching(TIME), bound_by: here.creator.username },
      },
    ])
    expect(await codeOf(tom, 'teamItem/getList', { item_id: itemId })).toBe(10303)
    expect(await codeOf(stu, 'teamItem/getList', { item_id: itemId })).toBe(10303)
  })

  it('[TEAM-22] [PERM-10] are bound by those who manage both the team and the item', async () => {
    const [teamId, itemId] = [await here.newTeam(), await here.newItem()]
    await here.addMember(teamId, here.ordinary.username, 2)
    const fields = { team_id: teamId, item_id: itemId }

    expect(await codeOf(tom, 'teamItem/save', fields)).toBe(10303)
    expect(await codeOf(stu, 'teamItem/save', fields)).toBe(10103)
    const { id: foreignTeam } = await dataOf(stu, 'team/save', { team_name: 'Foreign' })
    expect(await codeOf(olga, 'teamItem/save', { team_id: foreignTeam, item_id: itemId })).toBe(10103)
    expect(await itemsOf(teamId)).toEqual([])
  })

  it('are bound all or none', async () => {
    const [teamId, itemId] = [await here.newTeam(), await here.newItem()]
    const foreign = await here.world.addItem()

    const fields = { team_id: teamId, item_id: `${itemId},${foreign.id}` }
    expect(await codeOf(olga, 'teamItem/save', fields)).toBe(10303)
    expect(await itemsOf(teamId)).toEqual([])
  })

  it('[TEAM-25] [D37] may be edited by all members of the team, in every catalog', async () => {
    const { teamId, itemId } = await here.boundItem()

    expect(await here.rightsOf(tom, itemId)).toEqual([true, false])
    expect(await grantsOf(teamId, itemId)).toMatchObject([{ member_group_id: 1, cat_id: 0 }])
    const listed = (await dataOf(tom, 'item/myList')).map(({ item_id: id }: { item_id: number }) => id)
    expect(listed).toContain(itemId)
  })

  it('[TEAM-35] [D37] may be edited by those who join the team later', async () => {
    const { teamId, itemId } = await here.boundItem()
    expect(await here.rightsOf(stu, itemId)).toBe(10303)

    await here.addMember(teamId, here.stranger.username)

    expect(await here.rightsOf(stu, itemId)).toEqual([true, false])
  })

  it('keep the rights given there when they are bound again, or somebody is added again', async () => {
    const { teamId, itemId } = await here.boundItem()
    await save((await grantOf(teamId, itemId)).id, { member_group_id: 0 })

    await here.bind(teamId, itemId)
    await here.addMember(teamId, here.ordinary.username, 2)

    expect(await grantsOf(teamId, itemId)).toMatchObject([{ member_group_id: 0 }])
    expect(await itemsOf(teamId)).toHaveLength(1)
  })

  it('[TEAM-26] [API-081] are unbound by managers of the team, which ends the rights of its members', async () => {
    const { teamId, itemId } = await here.boundItem()
    const [{ id }] = await itemsOf(teamId)
    for (const browser of [tom, stu]) expect(await codeOf(browser, 'teamItem/delete', { id })).toBe(10103)

    await dataOf(olga, 'teamItem/delete', { id })

    expect(await itemsOf(teamId)).toEqual([])
    expect(await here.rightsOf(tom, itemId)).toBe(10303)
  })

  it('are not bound once they are archived, and still unbound', async () => {
    const { teamId, itemId } = await here.boundItem()
    const [{ id }] = await itemsOf(teamId)
    const { database } = here.world.product
    const facts = await database.access.ofItem(itemId, null)
    if (facts) await database.items.update({ ...facts.item, isArchived: true })

    const fields = { team_id: await here.newTeam(), item_id: itemId }
    expect(await codeOf(olga, 'teamItem/save', fields)).toBe(10103)
    expect(await codeOf(olga, 'teamItem/delete', { id })).toBe(0)
  })
})

describe('what members of a team may do in an item', () => {
  it('[TEAM-29] [API-082] [PERM-12] [ENT-TIM-01] [ENT-TIM-02] [ENT-TIM-03] [ENT-TIM-04] [ENT-TIM-05] [ENT-TIM-06] is listed for managers of the team', async () => {
    const { teamId, itemId } = await here.boundItem()

    expect(await grantsOf(teamId, itemId)).toEqual([
      {
        ...{ id: expect.any(Number), item_id: itemId, member_username: here.ordinary.username },
        ...{ member_group_id: 1, cat_id: 0, addtime: expect.stringMatching(TIME) },
      },
    ])
    const fields = { team_id: teamId, item_id: itemId }
    for (const browser of [tom, stu]) expect(await codeOf(browser, 'teamItemMember/getList', fields)).toBe(10103)
  })

  it('is asked for with a team and an item that belong together (threats A2)', async () => {
    const { teamId } = await here.boundItem()
    const other = await here.boundItem()

    for (const call of ['teamItemMember/getList', 'teamItemMember/getCatalogs']) {
      expect(await codeOf(olga, call, { team_id: teamId, item_id: other.itemId })).toBe(10101)
    }
    const who = { member_username: here.ordinary.username }
    const fields = { team_id: teamId, item_id: other.itemId, ...who }
    expect(await codeOf(olga, 'teamItemMember/add', fields)).toBe(10101)
  })

  it('[TEAM-30] [API-083] [CONST-39] is read, edit or manage, at once', async () => {
    const { teamId, itemId } = await here.boundItem()
    const { id } = await grantOf(teamId, itemId)

    for (const [group, rights] of [
      [0, [false, false]],
      [2, [true, true]],
      [1, [true, false]],
    ] as const) {
      await save(id, { member_group_id: group })
      expect(await here.rightsOf(tom, itemId)).toEqual(rights)
    }
    expect(await codeOf(olga, 'teamItemMember/save', { id, member_group_id: 3 })).toBe(10101)
    for (const browser of [tom, stu]) {
      expect(await codeOf(browser, 'teamItemMember/save', { id, member_group_id: 2 })).toBe(10103)
    }
  })

  it('[TEAM-31] [PERM-12] is limited to a catalog of the first level, and to all with 0', async () => {
    const { teamId, itemId } = await here.boundItem()
    const [guides, secrets] = [await addCatalog(itemId, 'Guides'), await addCatalog(itemId, 'Secrets')]
    const below = await addCatalog(itemId, 'Below', guides)
    const { id } = await grantOf(teamId, itemId)
    const shown = async () =>
      (await dataOf(tom, 'catalog/catListName', { item_id: itemId })).map(
        ({ cat_name: name }: { cat_name: string }) => name,
      )

    await save(id, { cat_id: guides })
    expect(await grantOf(teamId, itemId)).toMatchObject({ member_group_id: 1, cat_id: guides })
    expect(await shown()).toEqual(['Guides', 'Guides / Below'])
    expect(await codeOf(tom, 'catalog/save', { item_id: itemId, cat_id: secrets, cat_name: 'Mine' })).toBe(10103)

    expect(await codeOf(olga, 'teamItemMember/save', { id, cat_id: below })).toBe(10101)
    const foreign = await addCatalog(await here.newItem(), 'Foreign')
    expect(await codeOf(olga, 'teamItemMember/save', { id, cat_id: foreign })).toBe(10101)
    expect(await grantOf(teamId, itemId)).toMatchObject({ cat_id: guides })

    await save(id, { cat_id: 0 })
    expect(await shown()).toHaveLength(3)
  })

  it('keeps its catalog with another role, and has none for managers', async () => {
    const { teamId, itemId } = await here.boundItem()
    const guides = await addCatalog(itemId, 'Guides')
    const { id } = await grantOf(teamId, itemId)
    await save(id, { cat_id: guides })

    await save(id, { member_group_id: 0 })
    expect(await grantOf(teamId, itemId)).toMatchObject({ member_group_id: 0, cat_id: guides })
    await save(id, { member_group_id: 2 })
    expect(await grantOf(teamId, itemId)).toMatchObject({ member_group_id: 2, cat_id: 0 })
    await save(id, { cat_id: guides })
    expect(await grantOf(teamId, itemId)).toMatchObject({ member_group_id: 2, cat_id: 0 })
  })

  it('may be limited to the catalogs of the first level, which managers of the team are told', async () => {
    const { teamId, itemId } = await here.boundItem()
    const guides = await addCatalog(itemId, 'Guides')
    await addCatalog(itemId, 'Below', guides)
    const fields = { team_id: teamId, item_id: itemId }

    expect(await dataOf(olga, 'teamItemMember/getCatalogs', fields)).toEqual([{ cat_id: guides, cat_name: 'Guides' }])
    for (const browser of [tom, stu]) expect(await codeOf(browser, 'teamItemMember/getCatalogs', fields)).toBe(10103)
  })

  it('[D71] is given again to a member who left the item, by a manager of the team', async () => {
    const { teamId, itemId } = await here.boundItem()
    await here.world.product.database.teams.endGrants(itemId, here.ordinary.id)
    expect(await grantsOf(teamId, itemId)).toEqual([])
    const fields = { team_id: teamId, item_id: itemId, member_username: here.ordinary.username }
    for (const browser of [tom, stu]) expect(await codeOf(browser, 'teamItemMember/add', fields)).toBe(10103)

    await dataOf(olga, 'teamItemMember/add', fields)

    expect(await here.rightsOf(tom, itemId)).toEqual([true, false])
    const outsider = { ...fields, member_username: here.stranger.username }
    expect(await codeOf(olga, 'teamItemMember/add', outsider)).toBe(10101)
  })

  it('stays what it is when it is given again to somebody who has it', async () => {
    const { teamId, itemId } = await here.boundItem()
    await save((await grantOf(teamId, itemId)).id, { member_group_id: 0 })

    const fields = { team_id: teamId, item_id: itemId, member_username: here.ordinary.username }
    await dataOf(olga, 'teamItemMember/add', fields)

    expect(await grantsOf(teamId, itemId)).toMatchObject([{ member_group_id: 0 }])
  })

  it('of another team is refused like what is missing (threats A3)', async () => {
    const { teamId, itemId } = await here.boundItem()
    const { id } = await grantOf(teamId, itemId)

    const foreign = await stu.post('teamItemMember/save', { id, member_group_id: 2 })
    const missing = await stu.post('teamItemMember/save', { id: 2_000_000_000, member_group_id: 2 })

    expect(missing).toEqual(foreign)
  })
})
