import { PasswordInput, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Button } from '#web/parts/button.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { TrialSteps } from '#web/setting-form/trial-steps.tsx'
import { ldapApi, type Tried } from './ldap-api.ts'
import { useLdapText } from './texts.ts'

export interface TryDirectoryProps {
  /** Unsaved changes of the form. */
  readonly form: Readonly<Record<string, string | number | boolean>>
  isComplete(): boolean
  onRefused(error: unknown): void
}

/** Tests a login with the values of the form, and shows each step. */
export function TryDirectory({ form, isComplete, onRefused }: TryDirectoryProps) {
  const t = useLdapText()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const trial = ldapApi.tryConfig.useMutation({ meta: { isQuiet: true }, onError: onRefused })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete()) trial.mutate({ ldapForm: form, username, password })
  }
  return (
    <section className="panel ldap-try" aria-labelledby="ldap-try">
      <h2 id="ldap-try">{t('try.title')}</h2>
      <p className="form-text">{t('try.text')}</p>
      <form className="form" onSubmit={submit}>
        <FormAlert error={trial.error} />
        <TextInput
          label={t('try.username')}
          autoComplete="off"
          value={username}
          onChange={({ currentTarget }) => setUsername(currentTarget.value)}
        />
        <PasswordInput
          label={t('try.password')}
          description={t('try.passwordHint')}
          autoComplete="off"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <div className="form-actions">
          <Button type="submit" disabled={trial.isPending}>
            {trial.isPending ? t('try.running') : t('try.run')}
          </Button>
        </div>
      </form>
      <div role="status">{trial.data && <Steps tried={trial.data} />}</div>
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
