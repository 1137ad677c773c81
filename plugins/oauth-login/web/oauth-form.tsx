import './oauth.css'
import type { FormEvent } from 'react'
import { LeaveGuard } from '#web/leaving/leave-guard.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { SaveRow } from '#web/setting-form/save-row.tsx'
import { SettingFields } from '#web/setting-form/setting-fields.tsx'
import { useSettingValues } from '#web/setting-form/use-setting-values.ts'
import { wholeAddress } from '#web/site-path.ts'
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
  const { values, problems, changed, isUnsaved, idOf, change, check, noted, isStillOwn, showRefused } =
    useSettingValues(fields)
  const save = oauthApi.saveConfig.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => showToast(t('saved')),
    onError: showRefused,
  })
  const isDiscovered = values['issuer'] !== ''
  const shown = fields.filter(({ name }) => isAsked(name, values) && (!isDiscovered || !PATHS.has(name)))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { isOpen, ...oauth2Form } = changed
    if (!check()) return
    const take = noted()
    const before = await reload()
    if (!isStillOwn(before && oauthFields(before, t))) return
    const isSaved = await save
      .mutateAsync({ ...(isOpen !== undefined && { oauth2Open: isOpen === true }), oauth2Form })
      .then(
        () => true,
        () => false,
      )
    if (!isSaved) return
    const stored = await reload()
    take(stored && oauthFields(stored, t))
  }
  return (
    <>
      <form className="form oauth-form" noValidate onSubmit={(event) => void submit(event)}>
        <p className="form-text">{t('text')}</p>
        <p className="form-text">
          {t('callback')} <code>{wholeAddress('/user/login/oauth2/finish')}</code>
        </p>
        {Object.keys(problems).length === 0 && <FormAlert error={save.error} />}
        <SettingFields fields={shown} values={values} problems={problems} idOf={idOf} onChange={change} />
        <SaveRow label={t('save')} isSaving={save.isPending} unsavedText={t('unsaved')} isUnsaved={isUnsaved} />
      </form>
      <LeaveGuard isUnsaved={() => isUnsaved} text={t('leave')} />
    </>
  )
}
