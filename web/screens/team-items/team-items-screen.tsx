import { BookOpen, BookPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { MemberAuthority } from '#web/people/member-authority/member-authority.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTeam } from '#web/teams/use-team.ts'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { BindItemsDialog } from './bind-items-dialog.tsx'
import { ItemTable, type OpenDialog } from './item-table.tsx'
import { UnbindItemDialog } from './unbind-item-dialog.tsx'

/** `/team/item/:teamId`: the items bound to a team. */
export function TeamItemsScreen() {
  const { t } = useTranslation('teams')
  const teamId = Number(useParams<{ teamId: string }>().teamId)
  const [dialog, setDialog] = useState<OpenDialog | { readonly kind: 'bind' } | null>(null)
  const close = () => setDialog(null)
  const team = useTeam(teamId)
  const items = api.teamItem.listOfTeam.useQuery({ teamId })
  const bindButton = team.isManaged && (
    <Button look="primary" onClick={() => setDialog({ kind: 'bind' })}>
      <BookPlus aria-hidden />
      {t('items.action.bind')}
    </Button>
  )

  return (
    <WorkFrame
      title={t('items.title')}
      place={team.name}
      back={{ href: '/team/index', label: t('nav.back') }}
      actions={items.data && items.data.length > 0 && bindButton}
    >
      {items.isPending && <Skeleton lines={6} />}
      {items.isError && (
        <ErrorState title={t('items.loadFailed')} error={items.error} onRetry={() => void items.refetch()} />
      )}
      {items.data?.length === 0 && (
        <EmptyState
          icon={<BookOpen />}
          title={t('items.empty.title')}
          text={t(team.isManaged ? 'items.empty.text' : 'items.empty.textOrdinary')}
          actions={bindButton}
        />
      )}
      {items.data && items.data.length > 0 && (
        <ItemTable items={items.data} mayManage={team.isManaged} onOpen={setDialog} />
      )}
      {dialog?.kind === 'bind' && <BindItemsDialog teamId={teamId} bound={items.data ?? []} onClose={close} />}
      {dialog?.kind === 'unbind' && <UnbindItemDialog item={dialog.item} onClose={close} />}
      {dialog?.kind === 'authority' && <MemberAuthority itemId={dialog.item.itemId} teamId={teamId} onClose={close} />}
    </WorkFrame>
  )
}
