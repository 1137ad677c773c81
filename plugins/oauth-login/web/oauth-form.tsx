import './oauth.css'
import type { FormEvent } from 'react'
import { LeaveGuard } from '#web/leaving/leave-guard.tsx'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { SaveRow } from '#web/setting-form/save-row.tsx'
import { SettingFields } from '#web/setting-form/setting-fields.tsx'
import { useCheckedSave } from '#web/setting-form/use-checked-save.ts'
import { useSettingValues } from '#web/setting-form/use-setting-values.ts'
import { CallbackAddress } from './callback-address.tsx'
import { oauthApi, type OauthConfig } from './oauth-api.ts'
import { isAsked, oauthFields, PATHS } from './oauth-fields.ts'
import { useOauthText } from './texts.ts'

export interface OauthFormProps {
  readonly config: OauthConfig
  /** Called after a save, for the stored values; undefined when they could not be read. */
  reload(): Promise<OauthConfig | undefined>
}

export function OauthForm({ config, reload }: OauthFormProps) {
  const t = useOauthText()
  const fields = oauthFields(config, t)
  const form = useSettingValues(fields)
  const { values, problems, changed, isUnsaved, idOf, change, showRefused } = form
  const save = oauthApi.saveConfig.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => showToast(t('saved')),
    onError: showRefused,
  })
  const isDiscovered = values['issuer'] !== ''
  const shown = fields.filter(({ name }) => isAsked(name, values) && (!isDiscovered || !PATHS.has(name)))

  const { isOpen, ...oauth2Form } = changed
  const { isPending, submit } = useCheckedSave(form, {
    reload,
    fieldsOf: (stored) => oauthFields(stored, t),
    send: (seen) =>
      save.mutateAsync({ ...(isOpen !== undefined && { oauth2Open: isOpen === true }), oauth2Form, seen }),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void submit()
  }
  return (
    <>
      <form ref={focusFirstField} className="form oauth-form" noValidate onSubmit={onSubmit}>
        <p className="form-text">{t('text')}</p>
        <CallbackAddress path="/user/login/oauth2/finish" />
        {Object.keys(problems).length === 0 && <FormAlert error={form.headOf(save.error)} />}
        <SettingFields fields={shown} values={values} problems={problems} idOf={idOf} onChange={change} />
        <SaveRow label={t('save')} isSaving={isPending} unsavedText={t('unsaved')} isUnsaved={isUnsaved} />
      </form>
      <LeaveGuard isUnsaved={() => isUnsaved} text={t('leave')} />
    </>
  )
}
