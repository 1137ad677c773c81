import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '#web/api/errors.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import type { LockKeeper } from './lock-keeper.ts'

export interface BreakLockDialogProps {
  /** Who has the page. */
  readonly who: string
  readonly keeper: LockKeeper
  onClose(): void
}

/** Asks a manager before they take a page from somebody who is writing in it. */
export function BreakLockDialog({ who, keeper, onClose }: BreakLockDialogProps) {
  const { t } = useTranslation('lock')
  const [isBusy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      await keeper.seize()
      onClose()
    } catch (error) {
      setBusy(false)
      showToast(refusalOf(error)?.message ?? t('error.connection', { ns: 'common' }), 'bad')
    }
  }
  return (
    <ConfirmDialog
      title={t('break.title', { who })}
      text={t('break.text', { who })}
      action={t('break.action')}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void take()}
      onClose={onClose}
    />
  )
}
