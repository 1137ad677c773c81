import './user-setting.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { AppearancePanel } from './appearance-panel.tsx'
import { DeletedItemsPanel } from './deleted-items-panel.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { EmailPanel } from './email-panel.tsx'
import { NameForm } from './name-form.tsx'
import { LinkedLoginsPanel } from './linked-logins/linked-logins-panel.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SecondFactorPanel } from './second-factor/second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** `/user/setting`. */
export function UserSettingScreen() {
  const { t } = useTranslation('account')
  const [dialog, setDialog] = useState<'email' | 'password' | null>(null)
  const me = api.account.me.useQuery({})

  return (
    <WorkFrame title={t('setting.title')} width="narrow" back={{ href: '/item/index', label: t('setting.back') }}>
      {me.isPending && <Skeleton lines={6} />}
      {me.isError && <ErrorState title={t('setting.loadFailed')} error={me.error} onRetry={() => void me.refetch()} />}
      {me.data && (
        <>
          <section className="panel">
            <h2>{t('setting.account')}</h2>
            <NameForm username={me.data.username} name={me.data.name} />
          </section>
          <LinkedLoginsPanel username={me.data.username} />
          {/* For people who log in elsewhere, that site manages the password and e-mail address. */}
          {me.data.hasPassword && (
            <>
              <EmailPanel
                email={me.data.email}
                isVerified={me.data.isEmailVerified}
                onBind={() => setDialog('email')}
              />
              <section className="panel">
                <div className="panel-row">
                  <div>
                    <h2>{t('setting.password')}</h2>
                    <p>{t('setting.passwordText')}</p>
                  </div>
                  <Button onClick={() => setDialog('password')}>{t('setting.passwordAction')}</Button>
                </div>
              </section>
              <SecondFactorPanel />
            </>
          )}
        </>
      )}
      <AppearancePanel />
      <SessionsPanel />
      <DeletedItemsPanel />
      {dialog === 'password' && <PasswordDialog onClose={() => setDialog(null)} />}
      {dialog === 'email' && <EmailDialog onClose={() => setDialog(null)} />}
    </WorkFrame>
  )
}
