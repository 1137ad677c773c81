import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { ldapApi } from './ldap-api.ts'
import { LdapForm } from './ldap-form.tsx'
import { useLdapText } from './texts.ts'

/** How people of a directory log in (spec §2, external login). */
export function LdapSection() {
  const t = useLdapText()
  const config = ldapApi.loadConfig.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })

  if (config.isError)
    return <ErrorState title={t('loadFailed')} error={config.error} onRetry={() => void config.refetch()} />
  if (!config.data) return <Skeleton lines={8} />
  return <LdapForm key={config.dataUpdatedAt} config={config.data} onSaved={() => void config.refetch()} />
}
