import type { FormEvent } from 'react'
import { LeaveGuard } from '#web/leaving/leave-guard.tsx'
import { Button } from '#web/parts/button.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { SettingFields } from '#web/setting-form/setting-fields.tsx'
import { useSettingValues } from '#web/setting-form/use-setting-values.ts'
import { wholeAddress } from '#web/site-path.ts'
import { sitesApi, type OauthSite } from './oauth-api.ts'
import { CONDITIONS, PATHS } from './oauth-fields.ts'
import { siteFields } from './site-fields.ts'
import { useOauthText } from './texts.ts'

export interface SiteFormProps {
  readonly site: OauthSite
  onSaved(): void
}

/** How people log in at a further site. */
export function SiteForm({ site, onSaved }: SiteFormProps) {
  const t = useOauthText()
  const all = siteFields(site, 'custom', t)
  const everyField = [
    ...new Map([...all, ...siteFields(site, 'wecom', t)].map((field) => [field.name, field])).values(),
  ]
  const { values, problems, changed, isUnsaved, idOf, change, check, showRefused } = useSettingValues(everyField)
  const save = sitesApi.save.useMutation({
    meta: { isQuiet: true },
    onSuccess() {
      showToast(t('saved'))
      onSaved()
    },
    onError: showRefused,
  })
  const isAsked = (name: string) => CONDITIONS[name] === undefined || CONDITIONS[name] === values['newAccounts']
  const isDiscovered = values['issuer'] !== ''
  const shown = siteFields(site, String(values['preset']), t).filter(
    ({ name }) => isAsked(name) && (values['preset'] !== 'custom' || !isDiscovered || !PATHS.has(name)),
  )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { isOpen, ...form } = changed
    if (check()) save.mutate({ id: site.id, ...(isOpen !== undefined && { isOpen: isOpen === true }), form })
  }
  return (
    <form className="form oauth-form" noValidate onSubmit={submit}>
      <p className="form-text">
        {t('callback')} <code>{wholeAddress(`/user/login/oauth2-${site.id}/finish`)}</code>
      </p>
      {Object.keys(problems).length === 0 && <FormAlert error={save.error} />}
      <SettingFields fields={shown} values={values} problems={problems} idOf={idOf} onChange={change} />
      <div className="form-actions">
        <Button type="submit" look="primary" disabled={!isUnsaved || save.isPending}>
          {t('save')}
        </Button>
        <span className="form-text" role="status">
          {isUnsaved && t('unsaved')}
        </span>
      </div>
      <LeaveGuard isUnsaved={() => isUnsaved} text={t('leave')} />
    </form>
  )
}
