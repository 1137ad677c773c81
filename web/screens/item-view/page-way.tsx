import './page-way.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { knowItem } from '#web/article/broken-links.ts'
import { showPage } from '#web/article/page-on-show.ts'
import { firstPageOf, nodesOf, pathTo, type ItemInfo, type MenuNode, type PageNode } from './menu-nodes.ts'

export interface PageWayProps {
  readonly info: ItemInfo
  readonly pageId: number
  readonly itemPath: string
}

/** The location of a page in its item, and the previous and next page in tree order. */
export function PageWay({ info, pageId, itemPath }: PageWayProps) {
  const { t } = useTranslation('reader')
  useEffect(() => {
    showPage({ itemId: info.itemId, pageId })
    return () => showPage(null)
  }, [info.itemId, pageId])
  const nodes = useMemo(() => nodesOf(info.menu), [info.menu])
  const pages = useMemo(() => pagesInOrder(nodes), [nodes])
  useEffect(() => {
    const { itemId, itemDomain } = info
    knowItem({ itemId, itemDomain, pageIds: new Set(pages.map(({ id }) => id)) }, t('link.broken'))
  }, [info, pages, t])
  const at = pages.findIndex(({ id }) => id === pageId)
  const catalogs = pathTo(nodes, pageId)
  if (at < 0 || !catalogs) return null
  const [before, after] = [pages[at - 1], pages[at + 1]]
  return (
    <>
      <nav className="crumbs" aria-label={t('way.crumbs')}>
        <ol>
          <li>
            <Link href={itemPath}>{info.itemName}</Link>
          </li>
          {catalogs.map(({ id, title, children }) => (
            <li key={id}>
              <Link href={`${itemPath}/${firstPageOf(children)}`}>{title}</Link>
            </li>
          ))}
        </ol>
      </nav>
      {(before ?? after) && (
        <nav className="page-way" aria-label={t('way.label')}>
          {before && (
            <Link href={`${itemPath}/${before.id}`} rel="prev">
              <ChevronLeft aria-hidden />
              <span>
                <small>{t('way.before')}</small> {before.title}
              </span>
            </Link>
          )}
          {after && (
            <Link href={`${itemPath}/${after.id}`} rel="next">
              <span>
                <small>{t('way.after')}</small> {after.title}
              </span>
              <ChevronRight aria-hidden />
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

/** All pages of a tree, in order. */
const pagesInOrder = (nodes: readonly MenuNode[]): readonly PageNode[] =>
  nodes.flatMap((node) => (node.kind === 'page' ? [node] : pagesInOrder(node.children)))
