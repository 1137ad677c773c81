import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/i18n/formats.ts'
import { Article } from '#web/parts/article.tsx'
import { drawOnPaper } from '#web/parts/draw-on-paper.ts'
import { belowSite } from '#web/site-path.ts'
import { useExportText } from '../texts.ts'
import { loadPictures, paperIdOf, placeArticles } from './place-articles.ts'
import type { PrintLeaf } from './print-leaves.ts'
import type { PrintedArticle } from './use-articles.ts'

export interface PaperProps {
  readonly title: string
  readonly leaves: readonly PrintLeaf[]
  readonly articles: readonly PrintedArticle[]
  /** All articles are loaded. */
  readonly isWhole: boolean
  readonly hasContents: boolean
  readonly hasBreaks: boolean
  /** Everything is rendered, and can be printed. */
  onReady(): void
}

/** The printed content: on screen in its colours, on paper in the light ones. */
export function Paper({ title, leaves, articles, isWhole, hasContents, hasBreaks, onReady }: PaperProps) {
  const t = useExportText()
  const formats = useFormats()
  const [now] = useState(() => new Date())
  const paper = useRef<HTMLDivElement>(null)
  useDrawn(paper, isWhole, onReady)
  const byId = new Map(articles.map((article) => [article.pageId, article]))
  const printed = leaves.flatMap((leaf) => {
    const article = byId.get(leaf.pageId)
    return article ? [{ leaf, article }] : []
  })
  return (
    <div className="print-paper" data-breaks={hasBreaks || undefined} ref={paper}>
      {leaves.length > 1 && (
        <header className="print-cover">
          <p className="print-title">{title}</p>
          <p className="print-facts">{t('print.printedOn', { day: formats.day(now) })}</p>
        </header>
      )}
      {hasContents && (
        <nav className="print-contents" aria-label={t('print.contents')}>
          <p className="print-contents-title">{t('print.contents')}</p>
          <PrintContents printed={printed.map(({ leaf }) => leaf)} />
        </nav>
      )}
      {printed.map(({ leaf, article }) => (
        <article className="print-page" key={leaf.pageId} id={paperIdOf(leaf.pageId)} data-print-page={leaf.pageId}>
          {leaf.path.length > 0 && <p className="print-facts">{leaf.path.join(' / ')}</p>}
          <h1>{article.pageTitle}</h1>
          <p className="print-facts">
            {article.authorUsername !== '' && `${article.authorUsername} · `}
            {t('print.savedOn', { day: formats.day(article.savedAt) })}
          </p>
          <Article html={article.html} />
        </article>
      ))}
    </div>
  )
}

/** A table of contents, with pages below their catalogs. */
function PrintContents({ printed }: { readonly printed: readonly PrintLeaf[] }) {
  return (
    <ul>
      {printed.flatMap(({ pageId, title, path }, at) => {
        const above = printed[at - 1]?.path ?? []
        const known = path.findIndex((name, level) => above[level] !== name)
        const begun = known === -1 ? [] : path.slice(known)
        return [
          ...begun.map((name, level) => (
            <li className="print-catalog" data-level={known + level} key={`${pageId} ${name} ${known + level}`}>
              {name}
            </li>
          )),
          <li key={pageId} data-level={path.length}>
            <a href={`#${paperIdOf(pageId)}`}>{title}</a>
          </li>,
        ]
      })}
    </ul>
  )
}

/** Renders diagrams and formulas once all articles are loaded. */
function useDrawn(place: RefObject<HTMLElement | null>, isWhole: boolean, onReady: () => void): void {
  const { t } = useTranslation(['reader', 'common'])
  const draw = useEffectEvent(async (paper: HTMLElement, signal: AbortSignal) => {
    placeArticles(paper, pageIdAt)
    await drawOnPaper(paper, t)
    await loadPictures(paper)
    if (!signal.aborted) onReady()
  })
  useEffect(() => {
    const ended = new AbortController()
    if (isWhole && place.current) void draw(place.current, ended.signal)
    return () => ended.abort()
  }, [place, isWhole])
}

/** The page a link of this site refers to, e.g. `/7/8` or `/page/8`. */
function pageIdAt(link: HTMLAnchorElement): number | null {
  const found = /^\/(?:page|[^/]+)\/(\d+)\/?$/.exec(belowSite(link) ?? '')
  return found ? Number(found[1]) : null
}
