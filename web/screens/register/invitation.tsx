import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { AccountForm } from '#web/account/account-form.tsx'
import { AuthFrame } from '#web/account/auth-frame.tsx'
import { storeUser } from '#web/session/stored-user.ts'
import { atSite, goTo, pathHere } from '#web/site-path.ts'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'

/** What stands above, by what is known of the invitation. */
const WORDS = {
  asked: { title: 'invitation.title', text: 'invitation.checking' },
  unknown: { title: 'invitation.title', text: 'invitation.notChecked' },
  good: { title: 'invitation.title', text: 'invitation.text' },
  over: { title: 'invitation.over.title', text: 'invitation.over.text' },
  off: { title: 'invitation.off.title', text: 'invitation.off.text' },
} as const

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
  const check = api.invitation.check.useMutation({ meta: { isQuiet: true } })
  const { mutate: ask } = check
  const kinds = [check.error, accept.error].map((error) => refusalOf(error)?.kind)
  const end = kinds.includes('linkNotGood') ? 'over' : kinds.includes('passwordsOff') ? 'off' : null
  const state = end ?? (check.isSuccess ? 'good' : check.isError ? 'unknown' : 'asked')
  const { title, text } = WORDS[state]
  useDocumentTitle(t(title))

  useEffect(() => {
    history.replaceState(null, '', atSite(pathHere()))
  }, [])
  useEffect(() => ask({ token }), [ask, token])

  return (
    <AuthFrame
      title={t(title)}
      text={t(text)}
      below={
        <>
          {t('register.haveAccount')} <Link href="/user/login">{t('register.loginLink')}</Link>
        </>
      }
    >
      {state === 'asked' && <Skeleton lines={4} />}
      {state === 'unknown' && <ErrorState error={check.error} onRetry={() => ask({ token })} />}
      {state === 'good' && (
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
