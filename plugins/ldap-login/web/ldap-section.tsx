import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useFormKey } from '#web/setting-form/use-form-key.ts'
import { GroupList } from './group-list.tsx'
import { ldapApi } from './ldap-api.ts'
import { LdapForm } from './ldap-form.tsx'
import { useLdapText } from './texts.ts'

/** Settings for logging in with a directory (spec §2, external login). */
export function LdapSection() {
  const t = useLdapText()
  const config = ldapApi.loadConfig.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const [formKey, renew] = useFormKey(config)

  if (config.isLoadingError)
    return <ErrorState title={t('loadFailed')} error={config.error} onRetry={() => void config.refetch()} />
  if (!config.data) return <Skeleton lines={8} />
  return (
    <>
      <LdapForm key={formKey} config={config.data} onSaved={renew} />
      {/* Other settings may mean another directory, in which the groups are looked for again. */}
      <GroupList key={`groups ${formKey}`} isOn={config.data.ldapOpen} />
    </>
  )
}
