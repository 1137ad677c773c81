import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/trpc.ts'
import { endDrafts, hasUnsavedDrafts } from '../editor/drafts.ts'
import { forgetAccount } from '../session/stored-user.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

export interface LogoutProps {
  /** The person stays. */
  onStay(): void
}

/** Ends the session; asks first when texts on this device would go with it. */
export function Logout({ onStay }: LogoutProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const logout = api.account.logout.useMutation({
    onSuccess: async ({ logoutRedirectUri }) => {
      await endDrafts()
      forgetAccount()
      // A new document, so that nothing of the account stays in memory.
      location.assign(logoutRedirectUri || '/')
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
