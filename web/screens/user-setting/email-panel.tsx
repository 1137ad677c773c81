import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

export interface EmailPanelProps {
  /** '' when none is bound. */
  readonly email: string
  readonly isVerified: boolean
  onBind(): void
}

/** The e-mail address of the account, and whether it was confirmed (USET-09). */
export function EmailPanel({ email, isVerified, onBind }: EmailPanelProps) {
  const { t } = useTranslation('account')
  const { data: mail } = api.account.mailInfo.useQuery({})
  const ask = api.account.askConfirmation.useMutation({ onSuccess: () => showToast(t('email.linkSent')) })
  const isBound = email !== ''
  const state = !isBound ? 'unbound' : isVerified ? 'verified' : 'unverified'

  return (
    <section className="panel">
      <div className="panel-row">
        <div>
          <h2>
            {t('email.title')} <EmailBadge state={state} />
          </h2>
          <p className="setting-email">{isBound ? email : t('email.unboundText')}</p>
          {state === 'unverified' && (
            <p>{t(mail?.isOn === false ? 'email.unverifiedNoMail' : 'email.unverifiedText')}</p>
          )}
        </div>
        <div className="setting-actions">
          {state === 'unverified' && mail?.isOn && (
            <WaitingButton isOff={ask.isPending} onClick={() => ask.mutate({})}>
              {t('email.sendAgain')}
            </WaitingButton>
          )}
          <Button onClick={onBind}>{t(isBound ? 'email.changeAction' : 'email.bindAction')}</Button>
        </div>
      </div>
    </section>
  )
}

const BADGES = {
  verified: 'email.state.verified',
  unverified: 'email.state.unverified',
  unbound: 'email.state.unbound',
} as const

function EmailBadge({ state }: { readonly state: keyof typeof BADGES }) {
  const { t } = useTranslation('account')
  return (
    <span className="setting-badge" data-state={state}>
      {t(BADGES[state])}
    </span>
  )
}
