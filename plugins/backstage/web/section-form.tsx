import { useEffect, type FormEvent } from 'react'
import type { CoreOperations } from '#core/operations.ts'
import { api } from '#web/api/trpc.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { SaveRow } from '#web/setting-form/save-row.tsx'
import { SettingFields } from '#web/setting-form/setting-fields.tsx'
import { useCheckedSave } from '#web/setting-form/use-checked-save.ts'
import { useSettingValues } from '#web/setting-form/use-setting-values.ts'
import { LogoField } from './look/logo-field.tsx'
import { MailTrial } from './mail-trial.tsx'
import { useBackstageText } from './texts.ts'

export type ShownSection = AnswerOf<CoreOperations['settings']['write']>

export interface SectionFormProps {
  /** The values when the form was opened. */
  readonly section: ShownSection
  /** Reads the stored values; undefined when that failed. */
  reload(): Promise<ShownSection | undefined>
  onUnsaved(isUnsaved: boolean): void
}

/** The form of one section of the settings. Only changes are sent, so the changes of another administrator are kept. */
export function SectionForm({ section: { id, fields }, reload, onUnsaved }: SectionFormProps) {
  const t = useBackstageText()
  const form = useSettingValues(fields)
  const { values, problems, changed, isUnsaved, idOf, change, check, showRefused } = form
  const write = api.settings.write.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => showToast(t('settings.saved')),
    onError: showRefused,
  })
  const { isPending, submit } = useCheckedSave(form, {
    reload,
    fieldsOf: (stored) => stored.fields,
    send: (seen) => write.mutateAsync({ section: id, values: { ...changed }, seen }),
  })
  // The form is newer than its parent, and is unmounted with it.
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void submit()
  }
  const isOpen = fields.some(({ setBy }) => setBy === undefined)
  return (
    <form ref={focusFirstField} className="form setting-form" noValidate onSubmit={onSubmit}>
      {Object.keys(problems).length === 0 && <FormAlert error={form.headOf(write.error)} />}
      <SettingFields fields={fields} values={values} problems={problems} idOf={idOf} onChange={change} />
      {isOpen && (
        <SaveRow
          label={t('settings.save')}
          isUnsaved={isUnsaved}
          isSaving={isPending}
          unsavedText={t('settings.unsaved')}
        />
      )}
      {id === 'look' && <LogoField />}
      {id === 'mail' && <MailTrial changed={changed} isComplete={check} onRefused={showRefused} headOf={form.headOf} />}
    </form>
  )
}
