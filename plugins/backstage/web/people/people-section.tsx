import '../backstage.css'
import { Select, TextInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { MailPlus, Sheet, UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { STANDINGS } from '#core/account/user.ts'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOpenDialog } from '#web/parts/use-open-dialog.ts'
import { ListFoot } from '../list-foot.tsx'
import { useBackstageText } from '../texts.ts'
import { useListedPages } from '../use-listed-pages.ts'
import { AccountDialog } from './account-dialog.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { HandOverDialog } from './hand-over/hand-over-dialog.tsx'
import { InvitationTable } from './invite/invitation-table.tsx'
import { InviteDialog } from './invite/invite-dialog.tsx'
import { SeveralDialog } from './several/several-dialog.tsx'
import { PartsDialog } from './parts-dialog.tsx'
import { PeopleTable } from './people-table.tsx'
import { StandingDialog, type StandingAction } from './standing-dialog.tsx'
import type { ListedAccount } from './listed-account.ts'

type Asked =
  | { readonly what: 'add' | 'invite' | 'several' }
  | { readonly what: 'edit' | 'delete' | 'handOver' | 'parts'; readonly account: ListedAccount }
  | { readonly what: 'action'; readonly action: StandingAction; readonly account: ListedAccount }

/** All accounts (ADMIN-03 to ADMIN-16). */
export function PeopleSection() {
  const t = useBackstageText()
  const pages = useListedPages()
  const [username, setUsername] = useState('')
  const [standing, setStanding] = useState<(typeof STANDINGS)[number]>('all')
  const { about: asked, open, close } = useOpenDialog<Asked>()
  const people = api.adminUser.list.useQuery(
    { username, standing, page: pages.page, count: pages.count },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  if (people.data && !people.isPlaceholderData) pages.fit(people.data.total)

  return (
    <div className="backstage-list">
      <div className="list-head">
        <TextInput
          type="search"
          label={t('people.search')}
          autoComplete="off"
          spellCheck={false}
          value={username}
          onChange={({ currentTarget: { value } }) => {
            setUsername(value)
            pages.rewind()
          }}
        />
        <Select
          label={t('people.standing.label')}
          data={STANDINGS.map((value) => ({ value, label: t(`people.standing.${value}`) }))}
          value={standing}
          allowDeselect={false}
          onChange={(chosen) => {
            setStanding(STANDINGS.find((each) => each === chosen) ?? 'all')
            pages.rewind()
          }}
        />
        <div className="list-actions">
          <Button look="primary" onClick={() => open({ what: 'add' })}>
            <UserPlus aria-hidden />
            {t('people.add')}
          </Button>
          <Button onClick={() => open({ what: 'invite' })}>
            <MailPlus aria-hidden />
            {t('people.invite.openDialog')}
          </Button>
          <Button onClick={() => open({ what: 'several' })}>
            <Sheet aria-hidden />
            {t('people.several.open')}
          </Button>
        </div>
      </div>
      {people.isPending && <Skeleton lines={6} />}
      {people.isError && (
        <ErrorState title={t('people.loadFailed')} error={people.error} onRetry={() => void people.refetch()} />
      )}
      {people.data?.total === 0 && <EmptyState icon={<UsersRound />} title={t('people.nobody')} />}
      {people.data && people.data.users.length > 0 && (
        <PeopleTable
          accounts={people.data.users}
          onEdit={(account) => open({ what: 'edit', account })}
          onDelete={(account) => open({ what: 'delete', account })}
          onAsk={(action, account) => open({ what: 'action', action, account })}
          onHandOver={(account) => open({ what: 'handOver', account })}
          onParts={(account) => open({ what: 'parts', account })}
        />
      )}
      {people.data && <ListFoot pages={pages} total={people.data.total} />}
      <InvitationTable />
      {asked?.what === 'add' && <AccountDialog account={null} onClose={close} />}
      {asked?.what === 'invite' && <InviteDialog onClose={close} />}
      {asked?.what === 'several' && <SeveralDialog onClose={close} />}
      {asked?.what === 'edit' && <AccountDialog account={asked.account} onClose={close} />}
      {asked?.what === 'delete' && <DeleteAccountDialog account={asked.account} onClose={close} />}
      {asked?.what === 'handOver' && <HandOverDialog account={asked.account} onClose={close} />}
      {asked?.what === 'parts' && <PartsDialog account={asked.account} onClose={close} />}
      {asked?.what === 'action' && <StandingDialog action={asked.action} account={asked.account} onClose={close} />}
    </div>
  )
}
