import '../../parts/table.css'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../parts/icon-button.tsx'
import { Time } from '../../parts/time.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { RoleButton } from './role-button.tsx'
import type { ShownMember } from './shown-member.ts'

export interface MemberTableProps {
  readonly teamId: number
  readonly members: readonly ShownMember[]
  readonly mayManage: boolean
}

export function MemberTable({ teamId, members, mayManage }: MemberTableProps) {
  const { t } = useTranslation('teams')
  const [leaving, setLeaving] = useState<ShownMember | null>(null)
  return (
    <>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('members.username')}</th>
            <th scope="col">{t('members.role')}</th>
            <th scope="col">{t('members.name')}</th>
            <th scope="col">{t('members.added')}</th>
            {mayManage && <th scope="col">{t('members.operations')}</th>}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id}>
              <td className="table-main">
                {member.memberUsername}
                {member.addedBy !== null && (
                  <span className="table-note">
                    {member.addedBy === ''
                      ? t('members.addedElsewhere')
                      : t('members.addedBy', { authority: member.addedBy })}
                  </span>
                )}
                {member.isSwitchedOff && <span className="table-note">{t('members.switchedOff')}</span>}
              </td>
              <td className="table-quiet">{t(`members.role.${member.role}`)}</td>
              <td className="table-quiet">{member.name}</td>
              <td className="table-quiet">
                <Time at={member.addedAt} />
              </td>
              {mayManage && (
                <td className="table-actions">
                  <RoleButton teamId={teamId} member={member} />
                  <IconButton
                    label={t('members.action.remove', { name: member.memberUsername })}
                    onClick={() => setLeaving(member)}
                  >
                    <UserMinus aria-hidden />
                  </IconButton>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {leaving && <RemoveMemberDialog teamId={teamId} member={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}
