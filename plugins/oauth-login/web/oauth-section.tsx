import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { oauthApi } from './oauth-api.ts'
import { OauthForm } from './oauth-form.tsx'
import { SiteList } from './site-list.tsx'
import { useOauthText } from './texts.ts'

/** Settings for logging in at another site (spec §2, external login). */
export function OauthSection() {
  const t = useOauthText()
  const config = oauthApi.loadConfig.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const reload = async () => {
    const { data, isSuccess } = await config.refetch()
    return isSuccess ? data : undefined
  }

  if (config.isLoadingError)
    return <ErrorState title={t('loadFailed')} error={config.error} onRetry={() => void config.refetch()} />
  if (!config.data) return <Skeleton lines={8} />
  return (
    <>
      <OauthForm config={config.data} reload={reload} />
      <SiteList />
    </>
  )
}
