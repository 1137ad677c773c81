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
import { PRESETS } from '../preset-names.ts'
import { sitesApi, type OauthSite } from './oauth-api.ts'
import { isAsked, PATHS } from './oauth-fields.ts'
import { fieldsOf, siteFields } from './site-fields.ts'
import { useOauthText } from './texts.ts'

export interface SiteFormProps {
  readonly site: OauthSite
  /** Called after a save, for the stored values; undefined when they could not be read. */
  reload(): Promise<OauthSite | undefined>
}

/** Settings for logging in at a further site. */
export function SiteForm({ site, reload }: SiteFormProps) {
  const t = useOauthText()
  const fields = siteFields(site, t)
  const form = useSettingValues(fields)
  const { values, problems, changed, isUnsaved, idOf, change, showRefused } = form
  const save = sitesApi.save.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => showToast(t('saved')),
    onError: showRefused,
  })
  const isDiscovered = values['issuer'] !== ''
  const preset = PRESETS.find((each) => each === values['preset']) ?? site.form.preset
  const shown = fieldsOf(preset, fields, t).filter(
    ({ name }) => isAsked(name, values) && (preset !== 'custom' || !isDiscovered || !PATHS.has(name)),
  )

  const { isOpen, ...sentForm } = changed
  const { isPending, submit } = useCheckedSave(form, {
    reload,
    fieldsOf: (stored) => siteFields(stored, t),
    send: (seen) =>
      save.mutateAsync({ id: site.id, ...(isOpen !== undefined && { isOpen: isOpen === true }), form: sentForm, seen }),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void submit()
  }
  return (
    <form ref={focusFirstField} className="form oauth-form" noValidate onSubmit={onSubmit}>
      <CallbackAddress path={`/user/login/oauth2-${site.id}/finish`} />
      {Object.keys(problems).length === 0 && <FormAlert error={form.headOf(save.error)} />}
      <SettingFields fields={shown} values={values} problems={problems} idOf={idOf} onChange={change} />
      <SaveRow label={t('save')} isSaving={isPending} unsavedText={t('unsaved')} isUnsaved={isUnsaved} />
      <LeaveGuard isUnsaved={() => isUnsaved} text={t('leave')} />
    </form>
  )
}
