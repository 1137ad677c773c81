import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import type { PageVersion } from '../article/shown-page.ts'

/** How much a browser displays at once without a noticeable delay. */
const SHOWN_CHARACTERS = 100_000

export interface VersionTextProps {
  readonly version: Pick<PageVersion, 'pageId' | 'versionId' | 'pageTitle'>
}

/** The source of a former state. */
export function VersionText({ version: { pageId, versionId, pageTitle } }: VersionTextProps) {
  const { t } = useTranslation('reader')
  // Compared with itself, so that only its own text is loaded.
  const states = { pageId, versionId, otherVersionId: versionId }
  const { data, error, refetch } = api.page.compare.useQuery(states, { meta: { isQuiet: true }, staleTime: Infinity })
  if (error) return <ErrorState title={t('history.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={3} />
  const text = data.before.pageContent
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <pre className="version-text" tabIndex={0} role="region" aria-label={pageTitle}>
        {pageTitle}
        {'\n\n'}
        {text.slice(0, SHOWN_CHARACTERS)}
      </pre>
      {text.length > SHOWN_CHARACTERS && <p className="version-comment">{t('history.cut')}</p>}
    </>
  )
}
