import { api } from '../../api/trpc.ts'

/** Asks again for what shows who is in the team. */
export function useMembersChanged(teamId: number) {
  const cache = api.useUtils()
  return () =>
    Promise.all([
      cache.teamMember.list.invalidate({ teamId }),
      cache.teamGrant.invalidate(),
      // Perhaps the caller left.
      cache.team.invalidate(),
    ])
}
