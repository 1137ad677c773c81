import { TEST_PASSWORD } from '#tests/support/services.ts'
import { call, spoilingCall, type Input, type SceneCall } from './scene-call.ts'

const team: Input = ({ teamId }) => ({ teamId })
const boundItem: Input = ({ teamId, itemId }) => ({ teamId, itemId })
const teamById: Input = ({ teamId }) => ({ id: teamId })

/** How the calls on a team or on something of it are made, by their names in the matrix. */
export const TEAM_CALLS: Readonly<Record<string, SceneCall>> = {
  'team/save': call(({ teamId }) => ({ id: teamId, teamName: 'Changed' })),
  'team/delete': spoilingCall(teamById),
  'team/attorn': spoilingCall(({ teamId, freeUsername }) => ({
    teamId,
    username: freeUsername,
    password: TEST_PASSWORD,
  })),
  'team/exit': spoilingCall(teamById),
  'teamMember/getList': call(team),
  'teamMember/save': call(({ teamId, freeUsername }) => ({
    teamId,
    memberUsername: [freeUsername],
    role: 'member',
  })),
  'teamMember/delete': spoilingCall(({ teamMemberId }) => ({ id: teamMemberId })),
  'teamItem/getListByTeam': call(team),
  'teamItem/save': call(({ teamId, itemId }) => ({ teamId, itemIds: [itemId] })),
  'teamItem/delete': spoilingCall(({ teamItemId }) => ({ id: teamItemId })),
  'teamItemMember/getList': call(boundItem),
  'teamItemMember/getCatalogs': call(boundItem),
  'teamItemMember/save': call(({ teamItemMemberId }) => ({ id: teamItemMemberId, role: 'reader' })),
  'teamItemMember/add': call((scene) => ({ ...boundItem(scene), memberUsername: scene.mateUsername })),
}
