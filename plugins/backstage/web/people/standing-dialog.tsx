import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useCurrentUser } from '#web/session/current-user.tsx'
import { goTo } from '#web/site-path.ts'
import { useBackstageText } from '../texts.ts'
import type { ListedAccount } from './listed-account.ts'

/** The actions on an account that need a confirmation, by their operation. */
export type StandingAction =
  'endSessions' | 'removeSecondFactor' | 'switchOff' | 'switchOn' | 'makeAdministrator' | 'unmakeAdministrator'

export interface StandingDialogProps {
  readonly action: StandingAction
  readonly account: ListedAccount
  onClose(): void
}

export function StandingDialog({ action, account: { userId, username }, onClose }: StandingDialogProps) {
  const t = useBackstageText()
  const cache = api.useUtils()
  const isOwnLoss = useCurrentUser()?.username === username && action === 'unmakeAdministrator'
  const act = api.adminUser[action].useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: () => {
      // A new document: this person no longer has access to the administration.
      if (isOwnLoss) return goTo('/item/index')
      showToast(t(`people.${action}.done`, { username }))
      onClose()
    },
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () => void cache.adminUser.invalidate(),
  })
  return (
    <ConfirmDialog
      title={t(`people.${action}.title`, { username })}
      text={t(isOwnLoss ? 'people.unmakeAdministrator.ownText' : `people.${action}.text`)}
      action={t(`people.${action}.action`)}
      isDangerous={action === 'switchOff' || action === 'unmakeAdministrator' || action === 'removeSecondFactor'}
      isBusy={act.isPending}
      onConfirm={() => act.mutate({ userId, ...(isOwnLoss && { isConfirmed: true }) })}
      onClose={onClose}
    >
      <FormAlert error={act.error} />
    </ConfirmDialog>
  )
}
