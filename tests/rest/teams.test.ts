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

const teamOf = async (browser: Browser, teamId: number) =>
  (await dataOf(browser, 'team/getList')).find(({ id }: { id: number }) => id === teamId)
const membersOf = (teamId: number, browser = olga) => dataOf(browser, 'teamMember/getList', { team_id: teamId })
const itemsOf = (teamId: number, browser = olga) => dataOf(browser, 'teamItem/getListByTeam', { team_id: teamId })

describe('teams over REST', () => {
  it('[TEAM-02] [TEAM-03] [API-070] [API-071] [ENT-TEAM-01] [ENT-TEAM-02] [ENT-TEAM-03] [ENT-TEAM-04] [ENT-TEAM-05] are added by anybody, who manages them', async () => {
    const id = await here.newTeam('Gateway')

    expect(await teamOf(olga, id)).toEqual({
      ...{ id, team_name: 'Gateway', memberCount: 0, itemCount: 0, team_manage: 1 },
    })
    expect(await codeOf(olga, 'team/save', { team_name: '  ' })).toBe(10101)
    expect(await codeOf(here.browser(), 'team/save', { team_name: 'x' })).toBe(10102)
  })

  it('[TEAM-09] [PERM-11] are listed for ordinary members, who do not manage them, and for nobody else', async () => {
    const { teamId } = await here.boundItem()

    expect(await teamOf(tom, teamId)).toMatchObject({ team_manage: 0, memberCount: 1, itemCount: 1 })
    expect(await teamOf(stu, teamId)).toBeUndefined()
  })

  it('[TEAM-04] [PERM-10] are renamed by their managers only', async () => {
    const teamId = await here.teamWithTom()

    await dataOf(olga, 'team/save', { id: teamId, team_name: 'Renamed' })

    expect(await teamOf(tom, teamId)).toMatchObject({ team_name: 'Renamed' })
    for (const browser of [tom, stu]) {
      expect(await codeOf(browser, 'team/save', { id: teamId, team_name: 'Mine' })).toBe(10103)
    }
    expect(await teamOf(olga, teamId)).toMatchObject({ team_name: 'Renamed' })
  })

  it('[TEAM-05] [TEAM-39] [API-072] are deleted by their managers, which ends what their members could do', async () => {
    const { teamId, itemId } = await here.boundItem()
    expect(await codeOf(tom, 'team/delete', { id: teamId })).toBe(10103)
    expect(await here.rightsOf(tom, itemId)).toEqual([true, false])

    await dataOf(olga, 'team/delete', { id: teamId })

    expect(await teamOf(olga, teamId)).toBeUndefined()
    expect(await here.rightsOf(tom, itemId)).toBe(10303)
    expect(await dataOf(olga, 'teamItem/getList', { item_id: itemId })).toEqual([])
  })

  it('[TEAM-08] [API-074] are left by members, who lose what they could do there', async () => {
    const { teamId, itemId } = await here.boundItem()

    await dataOf(tom, 'team/exit', { id: teamId })

    expect(await teamOf(tom, teamId)).toBeUndefined()
    expect(await teamOf(olga, teamId)).toMatchObject({ memberCount: 0 })
    expect(await here.rightsOf(tom, itemId)).toBe(10303)
    for (const browser of [tom, stu, olga]) expect(await codeOf(browser, 'team/exit', { id: teamId })).toBe(10101)
  })
})

describe('giving a team to somebody', () => {
  const give = (browser: Browser, teamId: number, username: string, password = here.world.password) =>
    codeOf(browser, 'team/attorn', { team_id: teamId, username, password })

  it('[TEAM-06] [API-073] wants the login password and a username there is', async () => {
    const teamId = await here.teamWithTom()

    expect(await give(olga, teamId, here.ordinary.username, 'wrong')).not.toBe(0)
    expect(await give(olga, teamId, 'nobody-of-this-name')).toBe(10101)
    expect(await give(olga, teamId, here.ordinary.account.email ?? '')).toBe(10101)
    expect(await give(tom, teamId, here.ordinary.username)).toBe(10103)
    expect(await teamOf(tom, teamId)).toMatchObject({ team_manage: 0 })
  })

  it('[TEAM-07] makes the new owner its manager in place of the old one', async () => {
    const teamId = await here.teamWithTom()

    expect(await give(olga, teamId, here.ordinary.username.toUpperCase())).toBe(0)

    expect(await teamOf(tom, teamId)).toMatchObject({ team_manage: 1 })
    expect(await teamOf(olga, teamId)).toBeUndefined()
    expect(await codeOf(olga, 'team/save', { id: teamId, team_name: 'Still mine' })).toBe(10103)
  })

  it('[D38] takes along the bound items the caller owns, and no others', async () => {
    const { teamId, itemId } = await here.boundItem()
    const unbound = await here.newItem('Diary')
    const foreign = await here.world.addItem({ visitPassword: 'x' })
    await here.world.addMember(foreign, here.creator, 'manager')
    await here.bind(teamId, foreign.id)

    expect(await give(olga, teamId, here.ordinary.username)).toBe(0)

    const owned = async (browser: Browser) =>
      (await dataOf(browser, 'item/myList'))
        .filter(({ creator: isOwner }: { creator: number }) => isOwner === 1)
        .map(({ item_id: id }: { item_id: number }) => id)
    expect(await owned(tom)).toContain(itemId)
    expect(await owned(tom)).not.toContain(foreign.id)
    expect(await owned(olga)).toContain(unbound)
    expect(await owned(olga)).not.toContain(itemId)
    expect(await here.rightsOf(olga, itemId)).toBe(10303)
  })

  it('[D39] is for every manager, whose own items go along', async () => {
    const { teamId, itemId } = await here.boundItem()
    await here.addMember(teamId, here.ordinary.username, 2)

    expect(await give(tom, teamId, here.stranger.username)).toBe(0)

    expect(await teamOf(stu, teamId)).toMatchObject({ team_manage: 1 })
    expect(await teamOf(tom, teamId)).toMatchObject({ team_manage: 1 })
    expect(await here.rightsOf(olga, itemId)).toEqual([true, true])
  })

  it('changes nothing when the password is wrong', async () => {
    const { teamId, itemId } = await here.boundItem()

    await give(olga, teamId, here.ordinary.username, 'wrong')

    expect(await teamOf(olga, teamId)).toMatchObject({ team_manage: 1 })
    expect(await here.rightsOf(olga, itemId)).toEqual([true, true])
  })
})

describe('members of a team over REST', () => {
  it('[TEAM-13] [TEAM-14] [API-075] [API-076] [ENT-TM-01] [ENT-TM-02] [ENT-TM-03] [ENT-TM-04] [ENT-TM-05] [CONST-38] are added several at once', async () => {
    const teamId = await here.newTeam()

    await here.addMember(teamId, `${here.ordinary.username},${here.stranger.username}`, 2)

    const member = { id: expect.any(Number), addtime: expect.stringMatching(TIME), team_member_group_id: 2 }
    expect(await membersOf(teamId)).toEqual([
      { ...member, member_username: here.ordinary.username, name: 'tom' },
      { ...member, member_username: here.stranger.username, name: 'stu' },
    ])
  })

  it('[TEAM-36] are in the team once, and get the role they were given last', async () => {
    const teamId = await here.teamWithTom()

    await here.addMember(teamId, `${here.ordinary.username},${here.ordinary.username.toUpperCase()}`, 2)

    expect(await membersOf(teamId)).toMatchObject([
      { member_username: here.ordinary.username, team_member_group_id: 2 },
    ])
  })

  it('are added all or none: one unknown name refuses the call', async () => {
    const teamId = await here.newTeam()
    const fields = { team_id: teamId, team_member_group_id: 1 }

    const names = `${here.ordinary.username},nobody-of-this-name`
    expect(await codeOf(olga, 'teamMember/save', { ...fields, member_username: names })).toBe(10101)
    expect(await codeOf(olga, 'teamMember/save', { ...fields, member_username: '' })).toBe(10101)
    const third = { member_username: here.ordinary.username, team_member_group_id: 3 }
    expect(await codeOf(olga, 'teamMember/save', { ...fields, ...third })).toBe(10101)
    expect(await membersOf(teamId)).toEqual([])
  })

  it('[TEAM-15] [API-077] lose what they could do there when they are removed', async () => {
    const { teamId, itemId } = await here.boundItem()
    const [{ id }] = await membersOf(teamId)
    expect(await codeOf(tom, 'teamMember/delete', { id })).toBe(10103)

    await dataOf(olga, 'teamMember/delete', { id })

    expect(await membersOf(teamId)).toEqual([])
    expect(await here.rightsOf(tom, itemId)).toBe(10303)
    expect(await codeOf(tom, 'teamMember/getList', { team_id: teamId })).toBe(10103)
  })

  it('[TEAM-16] [PERM-11] are decided about by managers only', async () => {
    const teamId = await here.teamWithTom()
    const fields = { team_id: teamId, member_username: here.stranger.username, team_member_group_id: 1 }

    for (const browser of [tom, stu]) expect(await codeOf(browser, 'teamMember/save', fields)).toBe(10103)
    expect(await membersOf(teamId)).toHaveLength(1)
  })

  it('[TEAM-17] manage the team when they are in group 2', async () => {
    const teamId = await here.newTeam()
    await here.addMember(teamId, here.ordinary.username, 2)

    expect(await teamOf(tom, teamId)).toMatchObject({ team_manage: 1 })
    const fields = { team_id: teamId, member_username: here.stranger.username, team_member_group_id: 1 }
    await dataOf(tom, 'teamMember/save', fields)
    expect(await membersOf(teamId)).toHaveLength(2)
  })

  it('[TEAM-37] [TEAM-38] [D40] are shown to everybody in the team, and to no one else', async () => {
    const { teamId, itemId } = await here.boundItem()

    expect(await membersOf(teamId, tom)).toMatchObject([{ member_username: here.ordinary.username }])
    expect(await itemsOf(teamId, tom)).toMatchObject([{ item_id: itemId }])
    for (const call of ['teamMember/getList', 'teamItem/getListByTeam']) {
      expect(await codeOf(stu, call, { team_id: teamId })).toBe(10103)
      expect(await codeOf(here.browser(), call, { team_id: teamId })).toBe(10102)
    }
  })

  it('a membership of another team is refused like a missing one (threats A3)', async () => {
    const [{ id }] = await membersOf(await here.teamWithTom())

    const foreign = await stu.post('teamMember/delete', { id })
    const missing = await stu.post('teamMember/delete', { id: 2_000_000_000 })

    expect(missing).toEqual(foreign)
  })
})
