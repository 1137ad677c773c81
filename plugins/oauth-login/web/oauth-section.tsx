import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useFormKey } from '#web/setting-form/use-form-key.ts'
import { oauthApi } from './oauth-api.ts'
import { OauthForm } from './oauth-form.tsx'
import { SiteList } from './site-list.tsx'
import { useOauthText } from './texts.ts'

/** Settings for logging in at another site (spec §2, external login). */
export function OauthSection() {
  const t = useOauthText()
  const config = oauthApi.loadConfig.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const [formKey, renew] = useFormKey(config)

  if (config.isLoadingError)
    return <ErrorState title={t('loadFailed')} error={config.error} onRetry={() => void config.refetch()} />
  if (!config.data) return <Skeleton lines={8} />
  return (
    <>
      <OauthForm key={formKey} config={config.data} onSaved={renew} />
      <SiteList />
    </>
  )
}
