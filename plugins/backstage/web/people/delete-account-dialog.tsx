import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useBackstageText } from '../texts.ts'
import type { ListedAccount } from './listed-account.ts'

export interface DeleteAccountDialogProps {
  readonly account: ListedAccount
  onClose(): void
}

export function DeleteAccountDialog({ account: { userId, username }, onClose }: DeleteAccountDialogProps) {
  const t = useBackstageText()
  const cache = api.useUtils()
  const owned = api.adminUser.belongings.useQuery({ userId, count: 1 }, { staleTime: 0, meta: { isQuiet: true } })
  const unclaimed = owned.data?.besides ?? []
  const remove = api.adminUser.delete.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: () => {
      showToast(t('people.deleted', { username }))
      onClose()
    },
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () => void cache.adminUser.invalidate(),
  })
  return (
    <ConfirmDialog
      title={t('people.deleteTitle', { username })}
      text={t('people.deleteText')}
      action={t('people.deleteAction')}
      isDangerous
      isBusy={remove.isPending || owned.isPending}
      onConfirm={() => remove.mutate({ userId })}
      onClose={onClose}
    >
      {unclaimed.length > 0 && (
        <p>
          {t('people.deleteUnclaimed', {
            what: unclaimed.map((each) => t('people.counted', { ...each })).join(t('people.comma')),
          })}
        </p>
      )}
      <FormAlert error={remove.error ?? owned.error} />
    </ConfirmDialog>
  )
}
