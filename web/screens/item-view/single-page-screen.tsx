import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, useParams } from 'wouter'
import { isMissing, isPasswordDue, passwordPath, refusalOf } from '#web/api/errors.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { ContentsList } from './contents-list.tsx'
import { PageArticle } from './page-article.tsx'
import { ReaderLayout } from './reader-layout.tsx'
import { usePageArrival } from './use-page-arrival.ts'
import { siteLook } from '#web/session/site-look.ts'
import { lazyPart } from '#web/parts/part.tsx'

const NotFoundScreen = lazyPart(async () => (await import('#web/parts/not-found-screen.tsx')).NotFoundScreen)

/** A single page, `/page/{page_id}`. */
export function SinglePageScreen() {
  const { t } = useTranslation('reader')
  const pageId = Number(useParams()['pageId'])
  const view = useAnswer('page', 'view', { pageId })
  const [isFullScreen, setFullScreen] = useState(false)
  usePageArrival(siteLook().name, view.data ?? null)

  const refusal = refusalOf(view.error)
  if (isMissing(refusal)) return <NotFoundScreen />
  // Item 0: the gate finds the item by the page (spec §2).
  if (isPasswordDue(refusal)) return <Redirect replace to={passwordPath(0, pageId)} />
  return (
    <ReaderLayout
      title={view.data?.pageTitle}
      contents={view.data && <ContentsList headings={view.data.headings} />}
      isFullScreen={isFullScreen}
    >
      {view.data && (
        <PageArticle page={view.data} isFullScreen={isFullScreen} onFullScreen={() => setFullScreen(!isFullScreen)} />
      )}
      {view.isLoading && <Skeleton lines={12} />}
      {view.error && <ErrorState title={t('page.failed')} error={view.error} onRetry={view.refetch} />}
    </ReaderLayout>
  )
}
