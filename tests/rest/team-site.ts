import type { Person } from '#tests/support/people.ts'
import { site, type Browser, type Site } from './harness.ts'
import { dataOf } from './replies.ts'

/** A moment as REST writes it. */
export const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** A site with three people who own nothing and are in no team but those of the tests. */
export interface TeamSite extends Site {
  readonly olga: Browser
  readonly creator: Person
  readonly tom: Browser
  readonly ordinary: Person
  readonly stu: Browser
  readonly stranger: Person
  /** Olga's; the id. */
  newTeam(name?: string): Promise<number>
  /** Usernames separated by commas; group 1 ordinary, 2 team admin. */
  addMember(teamId: number, usernames: string, group?: 1 | 2): Promise<void>
  /** A team of Olga's in which Tom is an ordinary member. */
  teamWithTom(): Promise<number>
  /** A private item of Olga's; the id. */
  newItem(name?: string): Promise<number>
  bind(teamId: number, ...itemIds: readonly number[]): Promise<void>
  /** Olga's team with Tom, and one of Olga's items bound to it. */
  boundItem(): Promise<{ readonly teamId: number; readonly itemId: number }>
  /** Whether the person may edit and manage the item, or the code of the refusal. */
  rightsOf(browser: Browser, itemId: number): Promise<readonly [boolean, boolean] | number>
}

export async function teamSite(): Promise<TeamSite> {
  const here = await site()
  const [creator, ordinary, stranger] = [
    await here.world.addUser('olga'),
    await here.world.addUser('tom'),
    await here.world.addUser('stu'),
  ]
  const [olga, tom, stu] = [
    await here.browserOf(creator),
    await here.browserOf(ordinary),
    await here.browserOf(stranger),
  ]
  const newTeam: TeamSite['newTeam'] = async (name = 'Core') =>
    (await dataOf(olga, 'team/save', { team_name: name })).id as number
  const addMember: TeamSite['addMember'] = async (teamId, usernames, group = 1) => {
    const role = { team_member_group_id: group }
    await dataOf(olga, 'teamMember/save', { team_id: teamId, member_username: usernames, ...role })
  }
  const teamWithTom = async () => {
    const teamId = await newTeam()
    await addMember(teamId, ordinary.username)
    return teamId
  }
  const newItem: TeamSite['newItem'] = async (name = 'Ledger') =>
    (await dataOf(olga, 'item/add', { item_type: 1, item_name: name, password: 'sesame' })).item_id as number
  const bind: TeamSite['bind'] = async (teamId, ...itemIds) => {
    await dataOf(olga, 'teamItem/save', { team_id: teamId, item_id: itemIds.join(',') })
  }
  return {
    ...here,
    ...{ olga, creator, tom, ordinary, stu, stranger },
    ...{ newTeam, addMember, teamWithTom, newItem, bind },
    async boundItem() {
      const [teamId, itemId] = [await teamWithTom(), await newItem()]
      await bind(teamId, itemId)
      return { teamId, itemId }
    },
    async rightsOf(browser, itemId) {
      const { error_code: code, data } = await browser.post('item/info', { item_id: itemId })
      return code === 0 ? [data.item_edit, data.item_manage] : code
    },
  }
}
