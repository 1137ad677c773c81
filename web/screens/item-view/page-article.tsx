import '#web/styles/article.css'
import { Maximize2, Minimize2 } from 'lucide-react'
import { useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Html } from '#web/parts/html.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Time } from '#web/parts/time.tsx'
import { useIsInBrowser } from '#web/parts/use-is-in-browser.ts'
import { matchRoute } from '#web/routes.ts'
import { ARTICLE_ID } from '#web/session/boot.ts'
import type { PageArticle as Article } from '#web/article/shown-page.ts'
import { useArticleExtras } from '#web/article/use-article-extras.ts'
import { apiPart } from '#web/api/api-part.ts'
import { lazyPart, Part } from '#web/parts/part.tsx'
import { belowSite, pathHere } from '#web/site-path.ts'

const KindView = apiPart(async () => (await import('#web/article/kind-view.tsx')).KindView)
const AskAgain = apiPart(async () => (await import('#web/article/ask-again.tsx')).AskAgain)
const PageFiles = lazyPart(async () => (await import('./page-files.tsx')).PageFiles)
const articleTools = async () => (await import('#web/reader-parts.ts')).addReaderTools

export interface PageArticleProps {
  readonly page: Pick<
    Article,
    'pageId' | 'pageTitle' | 'authorUsername' | 'savedAt' | 'html' | 'kind' | 'isWhole' | 'attachmentCount'
  >
  /** The key of the link, if the page is read by link. */
  readonly uniqueKey?: string
  /** Who is currently editing it. */
  readonly editing?: ReactNode
  readonly isFullScreen: boolean
  readonly onFullScreen: () => void
}

/** A page as shown to readers: title, author and time of the last save, text. */
export function PageArticle({ page, uniqueKey, editing, isFullScreen, onFullScreen }: PageArticleProps) {
  const { t } = useTranslation('reader')
  const [, navigate] = useLocation()
  const content = useRef<HTMLDivElement>(null)
  const isInBrowser = useIsInBrowser()
  const [isViewed, setViewed] = useState(false)
  // When the article comes back it is a new one.
  useArticleExtras(content, isViewed ? '' : page.html, articleTools)

  const followInside = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (!link || !isPlain || link.target === '_blank') return
    const path = belowSite(link)
    if (path === null || (path === pathHere() && link.hash !== '')) return
    if (matchRoute(path)?.route.kind !== 'reader') return
    event.preventDefault()
    navigate(path + link.search + link.hash)
  }

  return (
    <article className="page">
      <header className="page-head">
        <h1 tabIndex={-1}>{page.pageTitle}</h1>
        {isInBrowser && page.attachmentCount > 0 && (
          <Part>
            <PageFiles pageId={page.pageId} uniqueKey={uniqueKey} />
          </Part>
        )}
        <IconButton
          className="full-screen"
          label={t(isFullScreen ? 'page.leaveFullScreen' : 'page.fullScreen')}
          aria-pressed={isFullScreen}
          onClick={onFullScreen}
        >
          {isFullScreen ? <Minimize2 /> : <Maximize2 />}
        </IconButton>
      </header>
      <p className="page-facts">
        {page.authorUsername !== '' && <span>{page.authorUsername}</span>}
        <span>
          {t('page.savedAt')} <Time at={page.savedAt} />
        </span>
        {editing}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- links inside work by themselves; this only spares a reload */}
      <div onClick={followInside}>
        {page.kind !== 'markdown' && isInBrowser && (
          <Part>
            <KindView {...{ page, uniqueKey, setViewed }} />
          </Part>
        )}
        {!isViewed && page.isWhole !== 'yes' && (
          <p className="page-notice" role="status">
            {t(page.isWhole === 'later' ? 'page.beingPrepared' : 'page.asStored')}
          </p>
        )}
        {!isViewed && <Html id={ARTICLE_ID} className="article" ref={content} html={page.html} />}
      </div>
      {page.isWhole === 'later' && isInBrowser && (
        <Part isExtra>
          <AskAgain pageId={page.pageId} uniqueKey={uniqueKey} />
        </Part>
      )}
      {page.html === '' && <p className="page-empty">{t('page.empty')}</p>}
    </article>
  )
}
