import '#web/parts/table.css'
import { keepPreviousData } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Time } from '#web/parts/time.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useOpenDialog } from '#web/parts/use-open-dialog.ts'
import { ColumnHeads } from '../../column-heads.tsx'
import { ListFoot } from '../../list-foot.tsx'
import { useBackstageText } from '../../texts.ts'
import { useListedPages } from '../../use-listed-pages.ts'

const COLUMNS = ['for', 'by', 'until', 'operations'] as const

/** Unused invitations; nothing when there are none. */
export function InvitationTable() {
  const t = useBackstageText()
  const cache = api.useUtils()
  const pages = useListedPages()
  const invitations = api.invitation.list.useQuery(
    { page: pages.page, count: pages.count },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  const asking = useOpenDialog<{ readonly id: number; readonly whom: string }>()
  const withdraw = api.invitation.withdraw.useMutation({
    onSuccess: () => showToast(t('people.invite.withdrawn')),
    onSettled: () => void cache.invitation.invalidate(),
  })
  const { data } = invitations
  if (data && !invitations.isPlaceholderData) pages.fit(data.total)
  const asked = asking.about
  if (!data || data.list.length === 0) return null
  return (
    <section className="invitations">
      <h2>{t('people.invite.open')}</h2>
      <table className="table backstage-table">
        <ColumnHeads labels={COLUMNS.map((column) => t(`people.invite.column.${column}`))} />
        <tbody>
          {data.list.map(({ id, email, name, invitedBy, until }) => {
            const whom = email || name || t('people.invite.byLink')
            return (
              <tr key={id}>
                <td className="table-main">
                  {whom}
                  {email !== '' && name !== '' && <span className="table-note">{name}</span>}
                </td>
                <td className="table-quiet" data-label={t('people.invite.column.by')}>
                  {invitedBy}
                </td>
                <td className="table-quiet" data-label={t('people.invite.column.until')}>
                  <Time at={until} />
                </td>
                <td className="table-actions">
                  <IconButton
                    label={t('people.invite.withdraw', { whom })}
                    onClick={() => {
                      withdraw.reset()
                      asking.open({ id, whom })
                    }}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <ListFoot pages={pages} total={data.total} />
      {asked && (
        <ConfirmDialog
          title={t('people.invite.withdraw', { whom: asked.whom })}
          text={t('people.invite.withdrawText')}
          action={t('people.invite.withdrawAction')}
          isDangerous
          isBusy={withdraw.isPending}
          onConfirm={() => withdraw.mutate({ id: asked.id }, { onSettled: asking.close })}
          onClose={asking.close}
        />
      )}
    </section>
  )
}
