import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, useParams, useSearch } from 'wouter'
import { isClosed, isPasswordDue, passwordPath, refusalOf } from '#web/api/errors.ts'
import type { Answer } from '#web/api/answer.ts'
import { apiPart } from '#web/api/api-part.ts'
import { useAnswer, useLastAnswer } from '#web/api/use-answer.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useIsInBrowser } from '#web/parts/use-is-in-browser.ts'
import { ContentsList } from './contents-list.tsx'
import { ItemActions } from './item-actions.tsx'
import { ItemMenu } from './item-menu.tsx'
import type { ItemInfo } from './menu-nodes.ts'
import { PageArticle } from './page-article.tsx'
import type { PageEditorMarks } from './page-editors.tsx'
import { readerAddress, shownPageOf, type ReaderAddress } from './reader-address.ts'
import { ReaderLayout } from './reader-layout.tsx'
import { SearchBox } from './search-box.tsx'
import { usePageArrival } from './use-page-arrival.ts'
import { lazyPart, Part } from '#web/parts/part.tsx'

const PageEditors = apiPart(async () => (await import('#web/person-parts.ts')).PageEditors)
const PageWay = lazyPart(async () => (await import('#web/reader-parts.ts')).PageWay)
const NoPage = lazyPart(async () => (await import('./no-page.tsx')).NoPage)

const reload = () => location.reload()
const UNKNOWN_ITEM = { title: '', renderSide: () => null, isFullScreen: false }

export function ItemViewScreen() {
  const { item = '', pageId: page } = useParams()
  const address = readerAddress(item, page, useSearch())
  const info = useAnswer('item', 'info', { itemId: address.itemId })
  const { t } = useTranslation('reader')

  const refusal = refusalOf(!info.data && info.error)
  const isDue = isPasswordDue(refusal)
  if (isDue && typeof address.itemId === 'number')
    return <Redirect replace to={passwordPath(address.itemId, address.pageId)} />
  if (isClosed(refusal)) return <NoPage isClosedDomain={isDue} />
  return (
    <ItemView key={item} info={info.data} address={address} itemPath={`/${item}`}>
      <Awaited answer={info} failed={t('item.failed')} />
    </ItemView>
  )
}

interface ItemViewProps {
  /** Undefined while unknown. */
  readonly info: ItemInfo | undefined
  readonly address: ReaderAddress
  readonly itemPath: string
  /** Instead of the page while the item is unknown: the header stays, with a menu that is open and with the focus. */
  readonly children: ReactNode
}

function ItemView({ info, address, itemPath, children }: ItemViewProps) {
  const { t } = useTranslation('reader')
  const pageId = info ? shownPageOf(info, address.pageId) : null
  const view = useLastAnswer(useAnswer('page', 'view', { pageId: pageId ?? 0 }, { isEnabled: pageId !== null }))
  const [isFullScreen, setFullScreen] = useState(false)
  const [editing, setEditing] = useState<PageEditorMarks>()
  const shown = info && view.data?.itemId === info.itemId ? view.data : null
  usePageArrival(info?.itemName, shown)

  const isInBrowser = useIsInBrowser()
  if (!info) return <ReaderLayout {...UNKNOWN_ITEM}>{children}</ReaderLayout>
  // A page of another item is not here either.
  const hasNone = pageId === null || (!shown && (view.data || isClosed(refusalOf(view.error))))
  const isSingle = info.itemType === 'single'
  return (
    <ReaderLayout
      title={info.itemName}
      search={!isSingle && <SearchBox info={info} itemPath={itemPath} keyword={address.keyword} />}
      actions={<ItemActions info={info} page={shown} itemPath={itemPath} />}
      renderSide={
        isSingle
          ? undefined
          : (onChosen) => (
              <ItemMenu info={info} editing={editing} pageId={pageId} itemPath={itemPath} onChosen={onChosen} />
            )
      }
      contents={shown && <ContentsList key={shown.pageId} headings={shown.headings} />}
      isFullScreen={isFullScreen}
      hasWatermark={info.showWatermark}
    >
      {info.isArchived && <p className="archived-note">{t('item.archived')}</p>}
      {pageId !== null && !shown && <h1 className="visually-hidden">{info.itemName}</h1>}
      {isInBrowser && (info.canEdit || shown?.canEdit) && (
        <Part isExtra>
          <PageEditors itemId={info.itemId} onMarks={setEditing} />
        </Part>
      )}
      {shown && (
        <PageArticle
          key={shown.pageId}
          page={shown}
          editing={editing?.get(shown.pageId)}
          isFullScreen={isFullScreen}
          onFullScreen={() => setFullScreen(!isFullScreen)}
        />
      )}
      {shown && isInBrowser && (
        <Part isExtra>
          <PageWay info={info} pageId={shown.pageId} itemPath={itemPath} />
        </Part>
      )}
      {hasNone ? (
        <Part>
          <NoPage {...{ info, pageId, itemPath }} error={view.error} />
        </Part>
      ) : (
        !shown && <Awaited answer={view} failed={t('page.failed')} />
      )}
    </ReaderLayout>
  )
}

interface AwaitedProps {
  readonly answer: Answer<unknown>
  /** The title when it did not come. */
  readonly failed: string
}

/** The loading indicator is hidden after this time (spec §9). */
const PATIENCE_MS = 20_000

/** Until an answer is there: a loading indicator, then why it did not come. */
function Awaited({ answer: { isLoading, error, refetch }, failed }: AwaitedProps) {
  const [isOverdue, setOverdue] = useState(false)
  useEffect(() => {
    if (!isLoading) return undefined
    const timer = setTimeout(() => setOverdue(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setOverdue(false)
    }
  }, [isLoading])
  if (isLoading && !isOverdue) return <Skeleton lines={12} />
  return <ErrorState title={failed} error={error} onRetry={isLoading ? reload : refetch} />
}
