import '../../parts/table.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MemberRow } from './member-row.tsx'
import type { MembersTabProps } from './members-tab-props.ts'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { useFirstCatalogs, type ShownMember } from './shown-member.ts'

export interface MemberTableProps extends MembersTabProps {
  readonly members: readonly ShownMember[]
}

/** Members with their rights, which are changed in place and saved immediately. */
export function MemberTable({ item: { itemId, isArchived }, members }: MemberTableProps) {
  const { t } = useTranslation('members')
  const catalogs = useFirstCatalogs(itemId)
  const [removed, setRemoved] = useState<ShownMember | null>(null)

  return (
    <>
      <table className="table members-table">
        <thead>
          <tr>
            <th scope="col">{t('column.username')}</th>
            <th scope="col">{t('column.name')}</th>
            <th scope="col">{t('column.added')}</th>
            <th scope="col">{t('column.role')}</th>
            <th scope="col">{t('column.catalog')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('column.operations')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.membershipId}
              itemId={itemId}
              member={member}
              catalogs={catalogs}
              isArchived={isArchived}
              onRemove={() => setRemoved(member)}
            />
          ))}
        </tbody>
      </table>
      {removed && <RemoveMemberDialog itemId={itemId} member={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}
