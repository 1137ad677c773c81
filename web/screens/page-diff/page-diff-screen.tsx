import './page-diff.css'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, useLocation, useParams, useSearch } from 'wouter'
import { isMissing, isPasswordDue, passwordPath, refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { lazyPart, Part } from '#web/parts/part.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { TopBar } from '#web/parts/top-bar.tsx'
import { useDocumentTitle } from '#web/parts/use-document-title.ts'
import { FindButton } from '#web/search/find-button.tsx'
import { SiteWatermark } from '#web/watermark/watermark.tsx'
import { NotFoundScreen } from '#web/parts/not-found-screen.tsx'
import { ChangesList } from './changes-list.tsx'
import { DiffTools } from './diff-tools.tsx'
import { FactChanges } from './fact-changes.tsx'
import { MeantChanges } from './meant-changes.tsx'
import { PlainTexts } from './plain-texts.tsx'
import { comparePath } from '#web/page-history/compare-path.ts'
import { useChangeSteps } from './use-change-steps.ts'
import { useComparison } from './use-comparison.ts'
import { VersionChoice } from './version-choice.tsx'

const RenderedTexts = lazyPart(async () => (await import('./rendered-texts.tsx')).RenderedTexts)

/**
 * The changes between a former version of a page and the current one, `/page/diff/{page_id}/{page_history_id}`, or
 * another version, `?with={page_history_id}`.
 */
export function PageDiffScreen() {
  const { t } = useTranslation('compare')
  const [, navigate] = useLocation()
  const params = useParams()
  const [pageId, versionId] = [Number(params['pageId']), Number(params['versionId'])]
  const otherVersionId = Number(new URLSearchParams(useSearch()).get('with') ?? 0)
  const compared = api.page.compare.useQuery(
    { pageId, versionId, otherVersionId },
    // The current page may have been saved a moment ago; former versions never change.
    { ...(otherVersionId === 0 && { staleTime: 0 }), meta: { isQuiet: true } },
  )
  const { before, after } = compared.data ?? {}
  // The kind converts its content to other lines for the comparison.
  const textBefore = compared.data?.texts?.before ?? before?.pageContent
  const textAfter = compared.data?.texts?.after ?? after?.pageContent
  const comparison = useComparison(textBefore, textAfter)
  const steps = useChangeSteps(comparison)
  const isNarrow = useMediaQuery('(max-width: 999px)', undefined, { getInitialValueInEffect: false })
  const [isInlineChosen, setInline] = useState(false)
  const isInline = isNarrow || isInlineChosen
  const [isRendered, setRendered] = useState(false)
  useDocumentTitle(t('title'), after?.pageTitle)

  const refusal = refusalOf(compared.error)
  if (isMissing(refusal)) return <NotFoundScreen />
  if (isPasswordDue(refusal)) return <Redirect replace to={passwordPath(0, pageId)} />
  return (
    <>
      <TopBar title={after?.pageTitle}>
        <FindButton />
      </TopBar>
      <main className="diff">
        <header className="diff-head">
          <h1>{t('title')}</h1>
          <DiffTools
            back={compared.data ? `/${compared.data.itemId}/${pageId}` : null}
            changes={comparison?.changes ?? 0}
            steps={steps}
            isInline={isInline}
            onInline={isNarrow ? null : setInline}
          />
        </header>
        {compared.isLoading && <Skeleton lines={12} />}
        {compared.error && (
          <ErrorState title={t('failed')} error={compared.error} onRetry={() => void compared.refetch()} />
        )}
        {compared.data && before && after && (
          <>
            <VersionChoice
              pageId={pageId}
              before={before}
              after={after}
              onChoose={(one, other) => navigate(comparePath(pageId, one, other), { replace: true })}
            />
            <FactChanges compared={compared.data} />
            <MeantChanges compared={compared.data} />
            <div className="diff-view" role="group" aria-label={t('view')}>
              <Button aria-pressed={!isRendered} onClick={() => setRendered(false)}>
                {t('asText')}
              </Button>
              <Button aria-pressed={isRendered} onClick={() => setRendered(true)}>
                {t('asRendered')}
              </Button>
            </div>
            {isRendered && (
              <Part waiting={<Skeleton lines={8} />}>
                <RenderedTexts before={textBefore ?? ''} after={textAfter ?? ''} />
              </Part>
            )}
            {!isRendered && (
              <>
                {comparison === undefined && <Skeleton lines={8} />}
                {comparison === null && <PlainTexts before={textBefore ?? ''} after={textAfter ?? ''} />}
                {comparison?.changes === 0 && <p className="diff-same">{t('same')}</p>}
                {comparison && comparison.changes > 0 && (
                  <ChangesList
                    key={`${before.versionId} ${after.versionId}`}
                    comparison={comparison}
                    before={textBefore ?? ''}
                    isInline={isInline}
                    drawn={steps.drawn}
                    onDrawMore={steps.drawMore}
                  />
                )}
              </>
            )}
          </>
        )}
      </main>
      <SiteWatermark />
    </>
  )
}
