import { UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { MemberAuthority } from '#web/people/member-authority/member-authority.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { BindTeamDialog } from './bind-team-dialog.tsx'
import { ItemTeamTable, type BoundTeam } from './item-team-table.tsx'
import type { MembersTabProps } from './members-tab-props.ts'
import { UnbindTeamDialog } from './unbind-team-dialog.tsx'

type OpenDialog = { readonly kind: 'bind' } | { readonly kind: 'authority' | 'unbind'; readonly binding: BoundTeam }

/** The teams bound to the item. Their managers decide about the rights of their members. */
export function ItemTeams({ item: { itemId, isArchived } }: MembersTabProps) {
  const { t } = useTranslation('members')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const bindings = api.teamItem.list.useQuery({ itemId })
  const teams = api.team.list.useQuery({})
  const managed = (teams.data ?? []).filter(({ canManage }) => canManage)
  const close = () => setDialog(null)

  return (
    <section>
      <div className="members-head">
        <h2>{t('teams.title')}</h2>
        {!isArchived && (
          <WaitingButton isOff={!bindings.data || !teams.data} onClick={() => setDialog({ kind: 'bind' })}>
            <UsersRound aria-hidden />
            {t('teams.bind.open')}
          </WaitingButton>
        )}
      </div>
      {bindings.isPending && <Skeleton lines={3} />}
      {bindings.isError && (
        <ErrorState title={t('teams.loadFailed')} error={bindings.error} onRetry={() => void bindings.refetch()} />
      )}
      {bindings.data?.length === 0 && <p className="form-text">{t('teams.none')}</p>}
      {bindings.data && bindings.data.length > 0 && (
        <ItemTeamTable
          bindings={bindings.data}
          managedIds={managed.map(({ id }) => id)}
          onAuthority={(binding) => setDialog({ kind: 'authority', binding })}
          onUnbind={(binding) => setDialog({ kind: 'unbind', binding })}
        />
      )}
      {dialog?.kind === 'bind' && (
        <BindTeamDialog
          itemId={itemId}
          teams={managed.filter(({ id }) => bindings.data?.every(({ teamId }) => teamId !== id))}
          onClose={close}
        />
      )}
      {dialog?.kind === 'authority' && (
        // It uses the texts of teams: while they are loading, the list stays.
        <Suspense>
          <MemberAuthority itemId={itemId} teamId={dialog.binding.teamId} onClose={close} />
        </Suspense>
      )}
      {dialog?.kind === 'unbind' && <UnbindTeamDialog binding={dialog.binding} onClose={close} />}
    </section>
  )
}
