import { api } from '#web/api/trpc.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useBackstageText } from '../texts.ts'
import { SiteSectionForm } from './site-section-form.tsx'

export interface SiteTabProps {
  onUnsaved(isUnsaved: boolean): void
}

/** The settings of the site. */
export function SiteTab({ onUnsaved }: SiteTabProps) {
  const t = useBackstageText()
  const config = api.siteConfig.load.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  if (config.isLoadingError)
    return <ErrorState title={t('settings.loadFailed')} error={config.error} onRetry={() => void config.refetch()} />
  if (!config.data) return <Skeleton lines={8} />
  const reload = async () => (await config.refetch()).data
  return <SiteSectionForm config={config.data} reload={reload} onUnsaved={onUnsaved} />
}
