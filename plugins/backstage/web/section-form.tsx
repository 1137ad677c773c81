import { useEffect, useId, useState, type FormEvent } from 'react'
import type { CoreOperations } from '#core/operations.ts'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { SaveRow } from '#web/setting-form/save-row.tsx'
import { SettingFields } from '#web/setting-form/setting-fields.tsx'
import {
  changedValues,
  problemsOf,
  valuesAfterSave,
  valuesOf,
  type FieldProblems,
} from '#web/setting-form/shown-field.ts'
import { LogoField } from './look/logo-field.tsx'
import { MailTrial } from './mail-trial.tsx'
import { useBackstageText } from './texts.ts'

type ShownSection = AnswerOf<CoreOperations['settings']['write']>

export interface SectionFormProps {
  /** The values when the form was opened; after a save, the saved ones. */
  readonly section: ShownSection
  onUnsaved(isUnsaved: boolean): void
}

/** The form of one section of the settings. Only changes are sent, so the changes of another administrator are kept. */
export function SectionForm({ section: { id, fields: atFirst }, onUnsaved }: SectionFormProps) {
  const t = useBackstageText()
  const prefix = useId()
  const [fields, setFields] = useState(atFirst)
  const [values, setValues] = useState(() => valuesOf(atFirst))
  const [problems, setProblems] = useState<FieldProblems>({})
  const changed = changedValues(fields, values)
  const isUnsaved = Object.keys(changed).length > 0
  const idOf = (name: string) => `${prefix}-${name}`
  const show = (found: FieldProblems) => {
    setProblems(found)
    const first = fields.find(({ name }) => found[name] !== undefined)
    if (first) document.getElementById(idOf(first.name))?.focus()
  }
  function showRefused(error: unknown) {
    const name = fieldIn(error)
    if (fields.some((field) => field.name === name)) show({ [name]: 'refused' })
  }
  const isComplete = (): boolean => {
    const found = problemsOf(fields, values)
    show(found)
    return Object.keys(found).length === 0
  }
  const write = api.settings.write.useMutation({
    meta: { isQuiet: true },
    onSuccess: (saved, { values: sent }) => {
      setFields(saved.fields)
      setValues((now) => valuesAfterSave(valuesOf(saved.fields), { ...valuesOf(fields), ...sent }, now))
      setProblems({})
      showToast(t('settings.saved'))
    },
    onError: showRefused,
  })
  // The form is newer than its parent, and is unmounted with it.
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete()) write.mutate({ section: id, values: { ...changed } })
  }
  const change = (name: string, value: string | boolean) => {
    setValues({ ...values, [name]: value })
    setProblems(Object.fromEntries(Object.entries(problems).filter(([each]) => each !== name)))
  }
  const isOpen = fields.some(({ setBy }) => setBy === undefined)
  return (
    <form className="form setting-form" noValidate onSubmit={submit}>
      {Object.keys(problems).length === 0 && <FormAlert error={write.error} />}
      <SettingFields fields={fields} values={values} problems={problems} idOf={idOf} onChange={change} />
      {isOpen && (
        <SaveRow
          label={t('settings.save')}
          isUnsaved={isUnsaved}
          isSaving={write.isPending}
          unsavedText={t('settings.unsaved')}
        />
      )}
      {id === 'look' && <LogoField />}
      {id === 'mail' && (
        // The result of a trial does not apply to other settings.
        <MailTrial key={JSON.stringify(changed)} {...{ changed, isComplete }} onRefused={showRefused} />
      )}
    </form>
  )
}

/** The field that the server refused; entries of a list are named by their position after it. */
function fieldIn(error: unknown): string {
  const refusal = refusalOf(error)
  const field = refusal?.kind === 'invalidInput' ? refusal.details['field'] : ''
  return String(field ?? '').split('.')[0] ?? ''
}
