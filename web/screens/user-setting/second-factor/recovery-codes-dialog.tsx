import { useTranslation } from 'react-i18next'
import { Button } from '../../../parts/button.tsx'
import { copyText } from '../../../parts/copy-text.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { showToast } from '../../../parts/toast-store.ts'

export interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  onClose(): void
}

/** The recovery codes, which are only shown once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation('account')
  const copy = async () => {
    const isCopied = await copyText(codes.join('\n'))
    showToast(t(isCopied ? 'secondFactor.copied' : 'secondFactor.copyFailed'), isCopied ? 'ok' : 'bad')
  }
  return (
    <Dialog
      title={t('secondFactor.recoveryTitle')}
      actions={
        <>
          <Button onClick={() => void copy()}>{t('secondFactor.copy')}</Button>
          <Button look="primary" onClick={onClose}>
            {t('secondFactor.kept')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <p className="form-text">{t('secondFactor.recoveryText')}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
