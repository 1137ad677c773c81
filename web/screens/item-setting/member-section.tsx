import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { FoundPeople } from '#web/people/found-people.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { AddMembersDialog } from './add-members-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import type { MembersTabProps } from './members-tab-props.ts'

/** The people with a personal membership. */
export function MemberSection({ item }: MembersTabProps) {
  const { t } = useTranslation('members')
  const { itemId, isArchived } = item
  const [isAdding, setAdding] = useState(false)
  const members = api.member.list.useQuery({ itemId })
  const add = !isArchived && (
    <Button look="primary" onClick={() => setAdding(true)}>
      <UserPlus aria-hidden />
      {t('add.open')}
    </Button>
  )

  return (
    <section>
      <div className="members-head">
        <h2>{t('title')}</h2>
        {members.data && members.data.length > 0 && add}
      </div>
      {members.isPending && <Skeleton lines={5} />}
      {members.isError && (
        <ErrorState title={t('loadFailed')} error={members.error} onRetry={() => void members.refetch()} />
      )}
      {members.data?.length === 0 && (
        <EmptyState icon={<Users />} title={t('empty.title')} text={t('empty.text')} actions={add} />
      )}
      {members.data && members.data.length > 0 && (
        <FoundPeople people={members.data} namesOf={({ username, name }) => [username, name]}>
          {(shown) => <MemberTable item={item} members={shown} />}
        </FoundPeople>
      )}
      {isAdding && <AddMembersDialog item={item} members={members.data ?? []} onClose={() => setAdding(false)} />}
    </section>
  )
}
