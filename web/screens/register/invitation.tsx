import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { AccountForm } from '#web/account/account-form.tsx'
import { AuthFrame } from '#web/account/auth-frame.tsx'
import { storeUser } from '#web/session/stored-user.ts'
import { atSite, goTo, pathHere } from '#web/site-path.ts'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { useDocumentTitle } from '../../parts/use-document-title.ts'

export interface InvitationProps {
  /** From the part of the address after #, which no server or proxy logs. */
  readonly token: string
}

/** Creates an account by an invitation, even where registration is closed. */
export function Invitation({ token }: InvitationProps) {
  const { t } = useTranslation('account')
  const [failures, setFailures] = useState(0)
  const accept = api.invitation.accept.useMutation({
    meta: { isQuiet: true },
    onSuccess: (user) => {
      storeUser(user)
      goTo('/item/index', { replace: true })
    },
    onError: () => setFailures(failures + 1),
  })
  const isOver = refusalOf(accept.error)?.kind === 'linkNotGood'
  useDocumentTitle(t('invitation.title'))

  useEffect(() => {
    history.replaceState(null, '', atSite(pathHere()))
  }, [])

  return (
    <AuthFrame
      title={t(isOver ? 'invitation.over.title' : 'invitation.title')}
      text={t(isOver ? 'invitation.over.text' : 'invitation.text')}
      below={
        <>
          {t('register.haveAccount')} <Link href="/user/login">{t('register.loginLink')}</Link>
        </>
      }
    >
      {!isOver && (
        <AccountForm
          action={t('register.action')}
          hasCaptcha={false}
          failures={failures}
          error={accept.error}
          isBusy={accept.isPending || accept.isSuccess}
          onSend={({ username, password, confirmPassword }) =>
            accept.mutate({ token, username, password, confirmPassword })
          }
        />
      )}
    </AuthFrame>
  )
}
