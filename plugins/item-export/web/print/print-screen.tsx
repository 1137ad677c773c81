import './print.css'
import { FileX, Printer } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Redirect, useSearch } from 'wouter'
import { loginPath, refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import type { PluginScreenProps } from '#web/extensions/points.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { WorkFrame } from '#web/parts/work-frame.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { Watermark } from '#web/watermark/watermark.tsx'
import type { ShownItem } from '../item-parts.ts'
import { partIn } from '../part-address.ts'
import { useExportText } from '../texts.ts'
import { Paper } from './paper.tsx'
import { catalogIn, leavesOf, type PrintLeaf } from './print-leaves.ts'
import { useArticles, type PrintedArticle } from './use-articles.ts'

const QUIET = { meta: { isQuiet: true }, staleTime: 0 } as const

/** `/item-export/print/:itemId`: the print view of an item, or of the catalog or page in the query. */
export function PrintScreen({ params: { itemId } }: PluginScreenProps<'/item-export/print/:itemId'>) {
  const t = useExportText()
  const { pageId, catalogId } = partIn(useSearch())
  const item = api.item.info.useQuery({ itemId: String(itemId) }, QUIET)
  const back = { href: pageId === 0 ? `/${itemId}` : `/${itemId}/${pageId}`, label: t('back') }

  if (refusalOf(item.error)?.kind === 'loginRequired') return <Redirect replace to={loginPath()} />
  return (
    <WorkFrame title={t('print.title')} place={item.data?.itemName} back={back}>
      {item.error ? (
        <ErrorState title={t('print.failed')} error={item.error} onRetry={() => void item.refetch()} />
      ) : !item.data ? (
        <Skeleton lines={8} />
      ) : pageId === 0 ? (
        <PrintedPart item={item.data} catalogId={catalogId} />
      ) : (
        <PrintedPage pageId={pageId} />
      )}
      {item.data?.showWatermark && <Watermark />}
    </WorkFrame>
  )
}

/** One page, for all its readers. */
function PrintedPage({ pageId }: { readonly pageId: number }) {
  const t = useExportText()
  const page = api.page.view.useQuery({ pageId }, QUIET)
  if (page.error) return <ErrorState title={t('print.failed')} error={page.error} onRetry={() => void page.refetch()} />
  if (!page.data) return <Skeleton lines={8} />
  const leaf = { pageId, title: page.data.pageTitle, path: [] }
  return <PrintedPages title={page.data.pageTitle} leaves={[leaf]} articles={[page.data]} asked={1} isWhole />
}

interface PrintedPartProps {
  readonly item: ShownItem
  /** 0 for the whole item. */
  readonly catalogId: number
}

/** All pages of an item or a catalog, for people with the right to copy. */
function PrintedPart({ item, catalogId }: PrintedPartProps) {
  const catalog = catalogId === 0 ? null : catalogIn(item.menu, catalogId)
  const leaves = catalogId !== 0 && catalog === null ? [] : leavesOf(catalog ?? item.menu)
  return (
    <LoadedPages
      key={leaves.map(({ pageId }) => pageId).join(' ')}
      itemId={item.itemId}
      title={catalog?.catalogName ?? item.itemName}
      leaves={leaves}
    />
  )
}

interface LoadedPagesProps extends Pick<PrintedPagesProps, 'title' | 'leaves'> {
  readonly itemId: number
}

function LoadedPages({ itemId, title, leaves }: LoadedPagesProps) {
  const t = useExportText()
  const { error, retry, ...found } = useArticles(
    itemId,
    leaves.map(({ pageId }) => pageId),
  )
  if (refusalOf(error)?.kind === 'loginRequired') return <Redirect replace to={loginPath()} />
  if (error) return <ErrorState title={t('print.failed')} error={error} onRetry={retry} />
  if (found.isWhole && found.articles.length === 0)
    return <EmptyState icon={<FileX />} title={t('print.none')} text={t('print.noneText')} />
  return <PrintedPages title={title} leaves={leaves} {...found} />
}

interface PrintedPagesProps {
  readonly title: string
  readonly leaves: readonly PrintLeaf[]
  readonly articles: readonly PrintedArticle[]
  readonly asked: number
  readonly isWhole: boolean
}

/** The options and the print button above the content. */
function PrintedPages({ title, leaves, articles, asked, isWhole }: PrintedPagesProps) {
  const t = useExportText()
  const areMany = leaves.length > 1
  const [isReady, setReady] = useState(false)
  const [hasContents, setContents] = useState(true)
  const [hasBreaks, setBreaks] = useState(true)
  const state = isReady
    ? t('print.ready', { pages: articles.length })
    : isWhole
      ? t('print.drawing')
      : t('print.loading', { done: asked, of: leaves.length })
  return (
    <>
      <div className="print-bar">
        <WaitingButton look="primary" isOff={!isReady} onClick={() => print()}>
          <Printer aria-hidden />
          {t('print.action')}
        </WaitingButton>
        {areMany && (
          <>
            <Choice isChosen={hasContents} onChange={setContents}>
              {t('print.withContents')}
            </Choice>
            <Choice isChosen={hasBreaks} onChange={setBreaks}>
              {t('print.withBreaks')}
            </Choice>
          </>
        )}
        <span role="status">{state}</span>
        <p>{t('print.hint')}</p>
      </div>
      <Paper
        {...{ title, leaves, articles, isWhole, hasBreaks }}
        hasContents={areMany && hasContents}
        onReady={() => setReady(true)}
      />
    </>
  )
}

interface ChoiceProps {
  readonly isChosen: boolean
  onChange(isChosen: boolean): void
  readonly children: ReactNode
}

const Choice = ({ isChosen, onChange, children }: ChoiceProps) => (
  <label>
    <input type="checkbox" checked={isChosen} onChange={({ target }) => onChange(target.checked)} />
    {children}
  </label>
)
