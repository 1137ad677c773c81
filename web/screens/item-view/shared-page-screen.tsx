import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { isMissing, refusalOf } from '#web/api/errors.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { ContentsList } from './contents-list.tsx'
import { PageArticle } from './page-article.tsx'
import { ReaderLayout } from './reader-layout.tsx'
import { usePageArrival } from './use-page-arrival.ts'
import { siteLook } from '#web/session/site-look.ts'
import { lazyPart } from '#web/parts/part.tsx'

const EndedLink = lazyPart(async () => (await import('./ended-link.tsx')).EndedLink)

/** A page for people with its key, `/p/{unique_key}`, without any information about its item. */
export function SharedPageScreen() {
  const { t } = useTranslation('reader')
  const uniqueKey = useParams()['key'] ?? ''
  const view = useAnswer('page', 'viewByKey', { uniqueKey })
  const [isFullScreen, setFullScreen] = useState(false)
  usePageArrival(siteLook().name, view.data ?? null)

  const refusal = refusalOf(view.error)
  if (isMissing(refusal)) return <EndedLink />
  return (
    <ReaderLayout
      title={null}
      contents={view.data && <ContentsList headings={view.data.headings} />}
      isFullScreen={isFullScreen}
    >
      {view.data && (
        <PageArticle
          page={view.data}
          uniqueKey={uniqueKey}
          isFullScreen={isFullScreen}
          onFullScreen={() => setFullScreen(!isFullScreen)}
        />
      )}
      {view.isLoading && <Skeleton lines={12} />}
      {view.error && <ErrorState title={t('page.failed')} error={view.error} onRetry={view.refetch} />}
    </ReaderLayout>
  )
}
