import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '#web/api/errors.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import type { LockKeeper } from './lock-keeper.ts'

export interface BreakLockDialogProps {
  /** The person who has the page locked. */
  readonly who: string
  readonly keeper: LockKeeper
  onClose(): void
}

/** Asks a manager for confirmation before taking a page over from somebody who is editing it. */
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
