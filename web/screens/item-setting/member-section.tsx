import { TextInput } from '@mantine/core'
import { Search, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { AddMembersDialog } from './add-members-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import type { MembersTabProps } from './members-tab.tsx'
import type { ShownMember } from './shown-member.ts'

const FEW = 10

/** The people who are members by themselves. */
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
      {members.data && members.data.length > 0 && <FoundMembers item={item} members={members.data} />}
      {isAdding && <AddMembersDialog item={item} members={members.data ?? []} onClose={() => setAdding(false)} />}
    </section>
  )
}

interface FoundMembersProps extends MembersTabProps {
  readonly members: readonly ShownMember[]
}

/** The members in the order in which they came; many are shown in parts, with a box to find one. */
function FoundMembers({ item, members }: FoundMembersProps) {
  const { t } = useTranslation('members')
  const [typed, setTyped] = useState('')
  const [count, setCount] = useState<number>(limits.membersShown)
  const wanted = typed.trim().toLowerCase()
  const matching = members.filter(({ username, name }) => `${username}\n${name}`.toLowerCase().includes(wanted))

  return (
    <>
      {members.length > FEW && (
        <TextInput
          className="members-find"
          type="search"
          aria-label={t('find')}
          placeholder={t('find')}
          leftSection={<Search size={15} aria-hidden />}
          maxLength={limits.keywordLength}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {matching.length === 0 ? (
        <p className="form-text">{t('noMatch', { filter: typed.trim() })}</p>
      ) : (
        <MemberTable item={item} members={matching.slice(0, count)} />
      )}
      {matching.length > count && (
        <Button onClick={() => setCount(count + limits.membersShown)}>
          {t('more', { count: matching.length - count })}
        </Button>
      )}
    </>
  )
}
