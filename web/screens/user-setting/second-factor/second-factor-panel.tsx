import './second-factor.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/trpc.ts'
import { Button } from '../../../parts/button.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { showToast } from '../../../parts/toast-store.ts'
import { ConfirmCodeDialog } from './confirm-code-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'

/** Whether logins of this account require a code besides the password. */
export function SecondFactorPanel() {
  const { t } = useTranslation('account')
  const [dialog, setDialog] = useState<'setUp' | 'renew' | 'end' | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const state = api.secondFactor.state.useQuery({}, { meta: { isQuiet: true } })
  const utils = api.useUtils()
  const changed = () => {
    void utils.secondFactor.state.invalidate()
    void utils.account.me.invalidate()
    void utils.session.list.invalidate()
  }
  const shown = (codes: readonly string[]) => {
    setDialog(null)
    setRecoveryCodes(codes)
    changed()
  }
  const close = () => setDialog(null)

  const renew = api.secondFactor.renewRecoveryCodes.useMutation({
    meta: { isQuiet: true },
    onSuccess: (answer) => shown(answer.recoveryCodes),
  })
  const end = api.secondFactor.switchOff.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => {
      close()
      changed()
      showToast(t('secondFactor.ended'))
    },
  })
  const confirm = { renew, end }
  const open = (wanted: 'setUp' | 'renew' | 'end') => {
    if (wanted !== 'setUp') confirm[wanted].reset()
    setDialog(wanted)
  }

  if (state.isLoadingError)
    return <ErrorState title={t('secondFactor.loadFailed')} error={state.error} onRetry={() => void state.refetch()} />
  // People who log in elsewhere have their second factor there.
  if (!state.data?.isPossible) return null
  const { isOn, isDue, recoveryCodesLeft } = state.data

  return (
    <section className="panel">
      <div className="panel-row">
        <div>
          <h2>
            {t('secondFactor.title')}{' '}
            <span className="setting-badge" data-state={isOn ? 'verified' : 'unbound'}>
              {t(isOn ? 'secondFactor.state.on' : 'secondFactor.state.off')}
            </span>
          </h2>
          {isDue && <p className="second-factor-due">{t('secondFactor.due')}</p>}
          <p>{t(isOn ? 'secondFactor.onText' : 'secondFactor.offText')}</p>
          {isOn && <p>{t('secondFactor.left', { count: recoveryCodesLeft })}</p>}
        </div>
        <div className="setting-actions">
          {isOn ? (
            <>
              <Button onClick={() => open('renew')}>{t('secondFactor.renew')}</Button>
              <Button onClick={() => open('end')}>{t('secondFactor.end')}</Button>
            </>
          ) : (
            <Button onClick={() => open('setUp')}>{t('secondFactor.setUp')}</Button>
          )}
        </div>
      </div>
      {dialog === 'setUp' && (
        <SetUpDialog
          onSwitchedOn={(codes) => {
            shown(codes)
            showToast(t('secondFactor.switchedOn'))
          }}
          onClose={close}
        />
      )}
      {dialog === 'renew' && (
        <ConfirmCodeDialog
          title={t('secondFactor.renew')}
          text={t('secondFactor.renewText')}
          action={t('secondFactor.renew')}
          isBusy={renew.isPending}
          error={renew.error}
          onConfirm={(confirmed) => renew.mutate(confirmed)}
          onClose={close}
        />
      )}
      {dialog === 'end' && (
        <ConfirmCodeDialog
          isDangerous
          title={t('secondFactor.endTitle')}
          text={t('secondFactor.endText')}
          action={t('secondFactor.end')}
          isBusy={end.isPending}
          error={end.error}
          onConfirm={(confirmed) => end.mutate(confirmed)}
          onClose={close}
        />
      )}
      {recoveryCodes && <RecoveryCodesDialog codes={recoveryCodes} onClose={() => setRecoveryCodes(null)} />}
    </section>
  )
}
