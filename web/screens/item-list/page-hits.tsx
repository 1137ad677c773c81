import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { wordsOf } from '#core/page/search.ts'
import { markPassage } from '#web/search/mark-passage.ts'
import { api } from '../../api/trpc.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { FoundElsewhere, useFoundElsewhere } from './found-elsewhere.tsx'
import { HitText } from './hit-text.tsx'

const ALL_ITEMS = 0

export interface PageHitsProps {
  /** A valid search keyword. */
  readonly keyword: string
}

/** The pages of all items that contain the keyword, and below them what plugins find. */
export function PageHits({ keyword }: PageHitsProps) {
  const { t } = useTranslation('items')
  const found = api.item.search.useQuery({ keyword, itemId: ALL_ITEMS }, { meta: { isQuiet: true } })
  const elsewhere = useFoundElsewhere(keyword, found.isSuccess)
  const hasHitsElsewhere = elsewhere.sources.some(({ hits }) => hits.length > 0)

  return (
    <section className="hits" aria-live="polite">
      <h2>{t('list.searchTitle', { keyword })}</h2>
      {(found.isPending || (found.data?.pages.length === 0 && !elsewhere.isSettled)) && <Skeleton lines={4} />}
      {found.isError && (
        <ErrorState title={t('list.searchFailed')} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data?.pages.length === 0 && elsewhere.isSettled && (
        <p className="no-tile">{t(hasHitsElsewhere ? 'list.searchElsewhere' : 'list.searchNothing', { keyword })}</p>
      )}
      <ul>
        {found.data?.pages.map(({ pageId, itemId, itemName, pageTitle, catalogPath, titleParts, contentParts }) => (
          <li key={pageId}>
            <Link
              href={`/${itemId}/${pageId}`}
              onClick={() => markPassage({ path: `/${itemId}/${pageId}`, title: pageTitle, words: wordsOf(keyword) })}
            >
              <small>{[itemName, ...catalogPath].join(' / ')}</small>
              <HitText {...{ titleParts, contentParts }} />
            </Link>
          </li>
        ))}
      </ul>
      <FoundElsewhere sources={elsewhere.sources} />
    </section>
  )
}
