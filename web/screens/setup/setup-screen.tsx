import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { AuthFrame } from '#web/account/auth-frame.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { storeUser } from '../../session/stored-user.ts'
import { AccountForm } from '#web/account/account-form.tsx'
import { goTo } from '#web/site-path.ts'

/** `/setup?token=…`, as printed by the first start of the server: creates the first administrator. */
export function SetupScreen() {
  const { t } = useTranslation('setup')
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const [failures, setFailures] = useState(0)
  const setUp = api.account.setUp.useMutation({
    meta: { isQuiet: true },
    onSuccess: (user) => {
      storeUser(user)
      goTo('/item/index')
    },
    onError: () => setFailures(failures + 1),
  })
  useDocumentTitle(t('setup.title'))

  if (token === '') return <AuthFrame title={t('setup.noToken.title')} text={t('setup.noToken.text')} />
  if (refusalOf(setUp.error)?.kind === 'setupClosed') {
    return (
      <AuthFrame title={t('setup.closed.title')} text={t('setup.closed.text')}>
        <ButtonLink href="/user/login">{t('setup.loginLink')}</ButtonLink>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('setup.title')} text={t('setup.text')}>
      <AccountForm
        action={t('setup.action')}
        hasCaptcha={false}
        failures={failures}
        error={setUp.error}
        isBusy={setUp.isPending || setUp.isSuccess}
        onSend={(account) => setUp.mutate({ ...account, token })}
      />
    </AuthFrame>
  )
}
