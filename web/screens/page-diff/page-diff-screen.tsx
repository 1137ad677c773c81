import './page-diff.css'
import { ArrowLeft, Columns2, Rows2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, useParams } from 'wouter'
import { isPasswordDue, passwordPath, refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { Button, ButtonLink } from '#web/parts/button.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { TopBar } from '#web/parts/top-bar.tsx'
import { useDocumentTitle } from '#web/parts/use-document-title.ts'
import { NotFoundScreen } from '../not-found/not-found-screen.tsx'
import { DiffTable } from './diff-table.tsx'
import { lineChanges } from './line-changes.ts'

/** What changed between a former state of a page and the page as it is, `/page/diff/{page_id}/{page_history_id}`. */
export function PageDiffScreen() {
  const { t } = useTranslation('reader')
  const params = useParams()
  const pageId = Number(params['pageId'])
  const diff = api.page.diff.useQuery(
    { pageId, pageHistoryId: Number(params['versionId']) },
    { meta: { isQuiet: true } },
  )
  const [isInline, setInline] = useState(() => innerWidth < 1000)
  const { page, historyPage } = diff.data ?? {}
  const rows = useMemo(
    () => (page && historyPage ? lineChanges(historyPage.pageContent, page.pageContent) : null),
    [page, historyPage],
  )
  useDocumentTitle(t('diff.title'), page?.pageTitle)

  const refusal = refusalOf(diff.error)
  if (refusal?.kind === 'notFound' || refusal?.kind === 'invalidInput') return <NotFoundScreen />
  if (isPasswordDue(refusal)) return <Redirect replace to={passwordPath(0, pageId)} />
  return (
    <>
      <TopBar title={page?.pageTitle} />
      <main className="diff">
        <header className="diff-head">
          <h1>{t('diff.title')}</h1>
          <Button aria-pressed={isInline} onClick={() => setInline(!isInline)}>
            {isInline ? <Columns2 aria-hidden /> : <Rows2 aria-hidden />}
            {t(isInline ? 'diff.sideBySide' : 'diff.inline')}
          </Button>
          {page && (
            <ButtonLink href={`/${page.itemId}/${page.pageId}`}>
              <ArrowLeft aria-hidden />
              {t('diff.back')}
            </ButtonLink>
          )}
        </header>
        {diff.isLoading && <Skeleton lines={12} />}
        {diff.error && <ErrorState title={t('diff.failed')} error={diff.error} onRetry={() => void diff.refetch()} />}
        {page && historyPage && (
          <>
            <div className="diff-sides" data-inline={isInline || undefined}>
              <p>
                <strong>{t('diff.before')}</strong> <Time at={historyPage.addtime} /> {historyPage.authorUsername}
              </p>
              <p>
                <strong>{t('diff.after')}</strong> <Time at={page.addtime} /> {page.authorUsername}
              </p>
            </div>
            {historyPage.pageTitle !== page.pageTitle && (
              <p className="diff-titles">
                <del>{historyPage.pageTitle}</del> <ins>{page.pageTitle}</ins>
              </p>
            )}
            {rows ? <DiffTable rows={rows} isInline={isInline} /> : <p>{t('diff.tooDifferent')}</p>}
          </>
        )}
      </main>
    </>
  )
}
