import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTeam } from '#web/teams/use-team.ts'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { AddMembersDialog } from './add-members-dialog.tsx'
import { MemberTable } from './member-table.tsx'

/** `/team/member/:teamId`: the members of a team. */
export function TeamMembersScreen() {
  const { t } = useTranslation('teams')
  const teamId = Number(useParams<{ teamId: string }>().teamId)
  const [isAdding, setAdding] = useState(false)
  const team = useTeam(teamId)
  const members = api.teamMember.list.useQuery({ teamId })
  const addButton = team.isManaged && (
    <Button look="primary" onClick={() => setAdding(true)}>
      <UserPlus aria-hidden />
      {t('members.action.add')}
    </Button>
  )

  return (
    <WorkFrame
      title={t('members.title')}
      place={team.name}
      back={{ href: '/team/index', label: t('nav.back') }}
      actions={members.data && members.data.length > 0 && addButton}
    >
      {members.isPending && <Skeleton lines={6} />}
      {members.isError && (
        <ErrorState title={t('members.loadFailed')} error={members.error} onRetry={() => void members.refetch()} />
      )}
      {members.data?.length === 0 && (
        <EmptyState
          icon={<Users />}
          title={t('members.empty.title')}
          text={t(team.isManaged ? 'members.empty.text' : 'members.empty.textOrdinary')}
          actions={addButton}
        />
      )}
      {members.data && members.data.length > 0 && (
        <MemberTable teamId={teamId} members={members.data} mayManage={team.isManaged} />
      )}
      {isAdding && (
        <AddMembersDialog
          teamId={teamId}
          present={(members.data ?? []).map(({ memberUsername }) => memberUsername)}
          onClose={() => setAdding(false)}
        />
      )}
    </WorkFrame>
  )
}
