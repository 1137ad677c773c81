import { TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { PasswordField } from '#web/parts/password-field.tsx'
import { isTrialOf } from '#web/setting-form/is-trial-of.ts'
import { TrialSteps } from '#web/setting-form/trial-steps.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { ldapApi, type Tried } from './ldap-api.ts'
import { useLdapText } from './texts.ts'

export interface TryDirectoryProps {
  /** Unsaved changes of the form. */
  readonly form: Readonly<Record<string, string | number | boolean>>
  isComplete(): boolean
  onRefused(error: unknown): void
  /** What of it is not told at a field. */
  headOf(error: unknown): unknown
}

/** Tests a login with the values of the form, and shows each step. */
export function TryDirectory({ form, isComplete, onRefused, headOf }: TryDirectoryProps) {
  const t = useLdapText()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const trial = ldapApi.tryConfig.useMutation({ meta: { isQuiet: true }, onError: onRefused })
  const isCurrent = isTrialOf(trial.variables?.ldapForm, form)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!trial.isPending && isComplete()) trial.mutate({ ldapForm: form, username, password })
  }
  return (
    <section className="panel ldap-try" aria-labelledby="ldap-try">
      <h2 id="ldap-try">{t('try.title')}</h2>
      <p className="form-text">{t('try.text')}</p>
      <form className="form" onSubmit={submit}>
        <FormAlert error={isCurrent ? headOf(trial.error) : null} />
        <TextInput
          label={t('try.username')}
          autoComplete="off"
          value={username}
          onChange={({ currentTarget }) => setUsername(currentTarget.value)}
        />
        <PasswordField
          label={t('try.password')}
          description={t('try.passwordHint')}
          autoComplete="off"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <div className="form-actions">
          <WaitingButton type="submit" isOff={trial.isPending}>
            {trial.isPending ? t('try.running') : t('try.run')}
          </WaitingButton>
        </div>
      </form>
      <div role="status">{isCurrent && trial.data && <Steps tried={trial.data} />}</div>
    </section>
  )
}

function Steps({ tried: { steps, person, teams } }: { readonly tried: Tried }) {
  const t = useLdapText()
  return (
    <>
      <TrialSteps
        done={t('step.done')}
        steps={steps.map(({ step, problem }) => ({
          ...{ step, name: t(`step.${step}`) },
          problem: problem === null ? null : t(`problem.${problem}`),
        }))}
      />
      {person && (
        <dl className="ldap-person">
          <dt>{t('person.dn')}</dt>
          <dd>{person.dn}</dd>
          <dt>{t('person.username')}</dt>
          <dd>{person.username}</dd>
          <dt>{t('person.name')}</dt>
          <dd>{person.name || '–'}</dd>
          <dt>{t('person.email')}</dt>
          <dd>{person.email || '–'}</dd>
          {teams && (
            <>
              <dt>{t('person.teams')}</dt>
              <dd>{teams.join(t('person.teamsBetween')) || '–'}</dd>
            </>
          )}
        </dl>
      )}
    </>
  )
}
