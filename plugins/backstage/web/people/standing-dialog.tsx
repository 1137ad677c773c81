import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useBackstageText } from '../texts.ts'
import type { ListedAccount } from './listed-account.ts'

/** What is done to somebody's account after a question, by its call. */
export type StandingDeed = 'endSessions' | 'switchOff' | 'switchOn'

export interface StandingDialogProps {
  readonly deed: StandingDeed
  readonly account: ListedAccount
  onClose(): void
}

export function StandingDialog({ deed, account: { userId, username }, onClose }: StandingDialogProps) {
  const t = useBackstageText()
  const cache = api.useUtils()
  const act = api.adminUser[deed].useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      showToast(t(`people.${deed}.done`, { username }))
      onClose()
      await cache.adminUser.invalidate()
    },
  })
  return (
    <ConfirmDialog
      title={t(`people.${deed}.title`, { username })}
      text={t(`people.${deed}.text`)}
      action={t(`people.${deed}.action`)}
      isDangerous={deed === 'switchOff'}
      isBusy={act.isPending}
      onConfirm={() => act.mutate({ userId })}
      onClose={onClose}
    >
      <FormAlert error={act.error} />
    </ConfirmDialog>
  )
}
