import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { isTrialOf } from '#web/setting-form/is-trial-of.ts'
import type { FieldValues } from '#web/setting-form/shown-field.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { useBackstageText } from './texts.ts'

export interface MailTrialProps {
  /** Unsaved changes of the form. */
  readonly changed: FieldValues
  isComplete(): boolean
  onRefused(error: unknown): void
  /** What of it is not told at a field. */
  headOf(error: unknown): unknown
}

/** Sends an e-mail through the server in the form, and shows the server's replies. */
export function MailTrial({ changed, isComplete, onRefused, headOf }: MailTrialProps) {
  const t = useBackstageText()
  const { data: user } = api.account.me.useQuery({}, { meta: { isQuiet: true } })
  const [typed, setTyped] = useState<string | null>(null)
  const to = typed ?? user?.email ?? ''
  const trial = api.siteConfig.tryMail.useMutation({ meta: { isQuiet: true }, onError: onRefused })
  const run = () => {
    if (isComplete()) trial.mutate({ to: to.trim(), values: { ...changed } })
  }
  const { variables } = trial
  const isCurrent = isTrialOf(variables?.values, changed)
  const result = isCurrent ? trial.data : undefined
  return (
    <div className="mail-trial">
      <FormAlert error={isCurrent ? headOf(trial.error) : null} />
      <TextInput
        type="email"
        label={t('mail.trialTo')}
        autoComplete="email"
        value={to}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <WaitingButton isOff={trial.isPending || to.trim() === ''} onClick={run}>
        {t(trial.isPending ? 'mail.trialRunning' : 'mail.trial')}
      </WaitingButton>
      <p className="form-text">{t('mail.trialHint')}</p>
      <div role="status">
        {result && (
          <>
            <p className={result.problem === null ? 'trial-good' : 'trial-bad'}>
              {result.problem === null
                ? t('mail.trialDone', { to: variables?.to ?? '' })
                : t(`mail.trialProblem.${result.problem}`)}
            </p>
            {result.answer !== '' && <p className="trial-answer">{t('mail.trialAnswer', { answer: result.answer })}</p>}
          </>
        )}
      </div>
    </div>
  )
}
