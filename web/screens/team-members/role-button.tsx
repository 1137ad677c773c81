import { ShieldMinus, ShieldPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { showToast } from '../../parts/toast-store.ts'
import { WaitingIconButton } from '#web/parts/waiting-button.tsx'
import type { ShownMember } from './shown-member.ts'
import { useMembersChanged } from './use-members-changed.ts'

export interface RoleButtonProps {
  readonly teamId: number
  readonly member: ShownMember
}

/** Promotes an ordinary member to team admin, or the reverse. */
export function RoleButton({ teamId, member }: RoleButtonProps) {
  const { t } = useTranslation('teams')
  const changed = useMembersChanged(teamId)
  const { memberUsername: name, role } = member
  const isAdmin = role === 'admin'
  const save = api.teamMember.save.useMutation({
    onSuccess: async () => {
      await changed()
      showToast(t('members.roleSaved'))
    },
  })
  return (
    <WaitingIconButton
      label={t(isAdmin ? 'members.action.demote' : 'members.action.promote', { name })}
      isOff={save.isPending}
      onClick={() => save.mutate({ teamId, memberUsername: [name], role: isAdmin ? 'member' : 'admin' })}
    >
      {isAdmin ? <ShieldMinus aria-hidden /> : <ShieldPlus aria-hidden />}
    </WaitingIconButton>
  )
}
