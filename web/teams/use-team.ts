import { api } from '../api/trpc.ts'

export interface KnownTeam {
  /** Undefined until it is known, and for teams of others. */
  readonly name: string | undefined
  /** Whether the caller manages the team; false until it is known. */
  readonly isManaged: boolean
}

/** A team out of the caller's own ones. */
export function useTeam(teamId: number): KnownTeam {
  const teams = api.team.list.useQuery({}, { meta: { isQuiet: true } })
  const team = teams.data?.find(({ id }) => id === teamId)
  return { name: team?.teamName, isManaged: team?.canManage ?? false }
}
