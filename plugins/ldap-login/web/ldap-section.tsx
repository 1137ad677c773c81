import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { GroupList } from './group-list.tsx'
import { ldapApi, useLdapUtils } from './ldap-api.ts'
import { LdapForm } from './ldap-form.tsx'
import { useLdapText } from './texts.ts'

/** Settings for logging in with a directory (spec §2, external login). */
export function LdapSection() {
  const t = useLdapText()
  const cache = useLdapUtils()
  const config = ldapApi.loadConfig.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const reload = async () => {
    // Other settings may mean another directory, in which the groups are looked for again.
    void cache.ldapGroups.invalidate()
    const { data, isSuccess } = await config.refetch()
    return isSuccess ? data : undefined
  }

  if (config.isLoadingError)
    return <ErrorState title={t('loadFailed')} error={config.error} onRetry={() => void config.refetch()} />
  if (!config.data) return <Skeleton lines={8} />
  return (
    <>
      <LdapForm config={config.data} reload={reload} />
      <GroupList isOn={config.data.ldapOpen} />
    </>
  )
}
