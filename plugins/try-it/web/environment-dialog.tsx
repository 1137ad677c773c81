import { Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { hostsIn, linesOf, variablesIn } from '../environment-lines.ts'
import type { Environment } from '../environment.ts'
import { useTryText } from './texts.ts'

export interface EnvironmentDialogProps {
  /** Null for a new one. */
  readonly environment: Environment | null
  /** Names of other environments. */
  readonly taken: readonly string[]
  readonly isBusy: boolean
  readonly error: unknown
  onSave(environment: Environment): void
  onDelete(): void
  onClose(): void
}

const FORM_ID = 'try-environment'
const MONO = { input: { fontFamily: 'var(--font-mono)' } }

/** Values by name, and the hosts they may be sent to. */
export function EnvironmentDialog(props: EnvironmentDialogProps) {
  const { environment, taken, isBusy, error, onSave, onDelete, onClose } = props
  const { t: common } = useTranslation()
  const t = useTryText()
  const [name, setName] = useState(environment?.name ?? '')
  const [variables, setVariables] = useState(linesOf(environment?.variables ?? []))
  const [hosts, setHosts] = useState((environment?.hosts ?? []).join('\n'))
  const [isNameWrong, setNameWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isWrong = name.trim() === '' || taken.includes(name.trim())
    setNameWrong(isWrong)
    if (!isWrong) onSave({ name: name.trim(), variables: variablesIn(variables), hosts: [...hostsIn(hosts)] })
  }
  return (
    <Dialog
      title={t(environment ? 'environment.edit' : 'environment.add')}
      onClose={onClose}
      actions={
        <>
          {environment && (
            <WaitingButton look="danger" isOff={isBusy} onClick={onDelete}>
              {t('environment.delete')}
            </WaitingButton>
          )}
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          <WaitingButton type="submit" form={FORM_ID} look="primary" isOff={isBusy}>
            {t('environment.save')}
          </WaitingButton>
        </>
      }
    >
      <form id={FORM_ID} className="form" noValidate onSubmit={submit}>
        <FormAlert error={error} />
        <p className="form-text">{t('environment.where')}</p>
        <TextInput
          label={t('environment.name')}
          value={name}
          maxLength={100}
          error={isNameWrong && t('environment.nameProblem')}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={t('environment.variables')}
          description={t('environment.variablesHint', { variable: '{{token}}' })}
          value={variables}
          rows={5}
          spellCheck={false}
          autoComplete="off"
          styles={MONO}
          onChange={(event) => setVariables(event.currentTarget.value)}
        />
        <Textarea
          label={t('environment.hosts')}
          description={t('environment.hostsHint')}
          value={hosts}
          rows={3}
          spellCheck={false}
          styles={MONO}
          onChange={(event) => setHosts(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
