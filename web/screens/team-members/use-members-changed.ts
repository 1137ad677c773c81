import { api } from '../../api/trpc.ts'

/** Refetches everything that depends on the members of the team. */
export function useMembersChanged(teamId: number) {
  const cache = api.useUtils()
  return () =>
    Promise.all([
      cache.teamMember.list.invalidate({ teamId }),
      cache.teamGrant.invalidate(),
      // The user may have left.
      cache.team.invalidate(),
    ])
}
