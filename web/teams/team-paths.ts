interface TeamAddress {
  readonly id: number
  readonly canManage: boolean
}

/** The query is a hint for others who read the address (spec §2); what may be done comes with the data. */
const query = ({ canManage }: TeamAddress): string => `?team_manage=${canManage ? 1 : 0}`

export const teamMembersPath = (team: TeamAddress): string => `/team/member/${team.id}${query(team)}`
export const teamItemsPath = (team: TeamAddress): string => `/team/item/${team.id}${query(team)}`
