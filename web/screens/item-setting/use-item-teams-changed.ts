import { api } from '../../api/trpc.ts'

/** Refetches everything that depends on which teams are bound to which items. */
export function useItemTeamsChanged(): () => Promise<unknown> {
  const cache = api.useUtils()
  return () =>
    Promise.all([
      cache.teamItem.invalidate(),
      cache.teamGrant.invalidate(),
      cache.team.invalidate(),
      cache.member.invalidate(),
    ])
}
