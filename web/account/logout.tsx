import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/trpc.ts'
import { endDrafts, hasUnsavedDrafts } from '../editor/drafts.ts'
import { forgetAccount } from '../session/stored-user.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { goTo } from '#web/site-path.ts'

export interface LogoutProps {
  /** Cancels the logout. */
  onStay(): void
}

/** Ends the session; asks first if texts on this device would be lost. */
export function Logout({ onStay }: LogoutProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  /** The target once the person has confirmed the loss of drafts; null when there are none. */
  const [leftBehind, setLeftBehind] = useState<string | null>(null)
  const logout = api.account.logout.useMutation({
    onSuccess: async ({ logoutRedirectUri }) => {
      const target = logoutRedirectUri || '/'
      const isClean = await endDrafts().then(
        () => true,
        () => false,
      )
      forgetAccount()
      // A new document, so that no account data stays in memory.
      if (isClean) goTo(target)
      else setLeftBehind(target)
    },
    onError: onStay,
  })
  const leave = () => logout.mutate({ confirm: true })
  const start = useEffectEvent((hasDrafts: boolean) => (hasDrafts ? setAsking(true) : leave()))

  useEffect(() => {
    let isHere = true
    hasUnsavedDrafts().then(
      (hasDrafts) => isHere && start(hasDrafts),
      () => isHere && start(false),
    )
    return () => {
      isHere = false
    }
  }, [])

  if (leftBehind !== null)
    return (
      <Dialog
        title={t('nav.logoutDone')}
        onClose={() => goTo(leftBehind)}
        actions={
          <Button look="primary" onClick={() => goTo(leftBehind)}>
            {t('nav.logoutGoOn')}
          </Button>
        }
      >
        <p>{t('nav.logoutUndeleted')}</p>
      </Dialog>
    )
  if (!isAsking) return null
  return (
    <ConfirmDialog
      title={t('nav.logoutTitle')}
      text={t('nav.logoutDrafts')}
      action={t('nav.logoutAnyway')}
      isDangerous
      isBusy={logout.isPending}
      onConfirm={leave}
      onClose={onStay}
    />
  )
}
