import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { AuthFrame } from '#web/account/auth-frame.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { AccountForm } from '#web/account/account-form.tsx'
import { storeUser } from '../../session/stored-user.ts'
import { Invitation } from './invitation.tsx'
import { goTo } from '#web/site-path.ts'

/** `/user/register`, with the token of an invitation after a # for invited people. */
export function RegisterScreen() {
  // Kept here, because it is removed from the address immediately.
  const [token] = useState(() => location.hash.slice(1))
  return token === '' ? <Registration /> : <Invitation token={token} />
}

function Registration() {
  const { t } = useTranslation('account')
  const [failures, setFailures] = useState(0)
  const info = api.account.registerInfo.useQuery({})
  const register = api.account.register.useMutation({
    meta: { isQuiet: true },
    onSuccess: (user) => {
      storeUser(user)
      goTo('/item/index')
    },
    onError: () => setFailures(failures + 1),
  })
  const isClosed = info.data?.isOpen === false || refusalOf(register.error)?.kind === 'registrationClosed'
  useDocumentTitle(t('register.title'))

  return (
    <AuthFrame
      title={t(isClosed ? 'register.closed.title' : 'register.title')}
      text={t(isClosed ? 'register.closed.text' : 'register.text')}
      below={
        <>
          {t('register.haveAccount')} <Link href="/user/login">{t('register.loginLink')}</Link>
        </>
      }
    >
      {!isClosed && (
        <AccountForm
          action={t('register.action')}
          hasCaptcha={info.data?.needsCaptcha ?? false}
          failures={failures}
          error={register.error}
          isBusy={register.isPending || register.isSuccess}
          onSend={register.mutate}
        />
      )}
    </AuthFrame>
  )
}
