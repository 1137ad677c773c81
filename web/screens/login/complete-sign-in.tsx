import { useLocation } from 'wouter'
import { SecondFactorForm } from '#web/account/second-factor-form.tsx'
import { goTo } from '#web/site-path.ts'
import { api } from '../../api/trpc.ts'
import { storeUser } from '../../session/stored-user.ts'

export interface CompleteSignInProps {
  /** A path of this site. */
  readonly destination: string
}

/** Asks a person returning from another site for the second factor. */
export function CompleteSignIn({ destination }: CompleteSignInProps) {
  const [, navigate] = useLocation()
  const complete = api.account.completeSignIn.useMutation({
    meta: { isQuiet: true },
    onSuccess: (user) => {
      storeUser(user)
      goTo(destination, { replace: true })
    },
  })
  return (
    <SecondFactorForm
      isBusy={complete.isPending || complete.isSuccess}
      error={complete.error}
      onSend={(secondFactor) => complete.mutate({ secondFactor })}
      onBack={() => navigate('/user/login', { replace: true })}
    />
  )
}
