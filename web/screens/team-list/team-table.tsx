import '../../parts/table.css'
import { ArrowRightLeft, BookOpen, LogOut, Pencil, Trash2, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { IconButton } from '../../parts/icon-button.tsx'
import { IconLink } from '../../parts/icon-link.tsx'
import type { ShownTeam } from './shown-team.ts'
import type { OpenDialog } from './team-dialogs.tsx'

export interface TeamTableProps {
  readonly teams: readonly ShownTeam[]
  onOpen(dialog: OpenDialog): void
}

export function TeamTable({ teams, onOpen }: TeamTableProps) {
  const { t } = useTranslation('teams')
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('list.name')}</th>
          <th scope="col">{t('list.memberCount')}</th>
          <th scope="col">{t('list.itemCount')}</th>
          <th scope="col">{t('list.operations')}</th>
        </tr>
      </thead>
      <tbody>
        {teams.map((team) => (
          <tr key={team.id}>
            <td className="table-main">{team.teamName}</td>
            <td className="table-quiet">
              <Link href={teamMembersPath(team)}>{t('list.members', { count: team.memberCount })}</Link>
            </td>
            <td className="table-quiet">
              <Link href={teamItemsPath(team)}>{t('list.items', { count: team.itemCount })}</Link>
            </td>
            <td className="table-actions">
              <TeamActions team={team} onOpen={onOpen} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface TeamActionsProps {
  readonly team: ShownTeam
  onOpen(dialog: OpenDialog): void
}

function TeamActions({ team, onOpen }: TeamActionsProps) {
  const { t } = useTranslation('teams')
  const name = team.teamName
  return (
    <>
      <IconLink label={t('list.action.members', { name })} href={teamMembersPath(team)}>
        <Users aria-hidden />
      </IconLink>
      <IconLink label={t('list.action.items', { name })} href={teamItemsPath(team)}>
        <BookOpen aria-hidden />
      </IconLink>
      {team.canManage ? (
        <>
          <IconButton label={t('list.action.rename', { name })} onClick={() => onOpen({ kind: 'rename', team })}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={t('list.action.transfer', { name })} onClick={() => onOpen({ kind: 'transfer', team })}>
            <ArrowRightLeft aria-hidden />
          </IconButton>
          <IconButton label={t('list.action.delete', { name })} onClick={() => onOpen({ kind: 'delete', team })}>
            <Trash2 aria-hidden />
          </IconButton>
        </>
      ) : (
        <IconButton label={t('list.action.exit', { name })} onClick={() => onOpen({ kind: 'exit', team })}>
          <LogOut aria-hidden />
        </IconButton>
      )}
    </>
  )
}

interface TeamAddress {
  readonly id: number
  readonly canManage: boolean
}

/** The query is a hint for people who read the address (spec §2); rights come with the data. */
const query = ({ canManage }: TeamAddress): string => `?team_manage=${canManage ? 1 : 0}`

const teamMembersPath = (team: TeamAddress): string => `/team/member/${team.id}${query(team)}`
const teamItemsPath = (team: TeamAddress): string => `/team/item/${team.id}${query(team)}`
