import '#web/styles/article.css'
import { useId, useRef, useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { addArticleTools } from '#web/article/article-tools.ts'
import { KindView } from '#web/article/kind-view.tsx'
import { useArticleExtras } from '#web/article/use-article-extras.ts'
import { Html } from '#web/parts/html.tsx'

const articleTools = () => Promise.resolve(addArticleTools)

/** The page as readers see it, for people waiting for the lock (LOCK-13). */
export function LockedPage({ pageId }: { readonly pageId: number }) {
  const page = api.page.view.useQuery({ pageId }, { staleTime: 0, meta: { isQuiet: true } }).data
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [isViewed, setViewed] = useState(false)
  useArticleExtras(place, isViewed ? '' : (page?.html ?? ''), articleTools)
  if (!page) return null
  return (
    <section className="locked-page" aria-labelledby={id}>
      <h2 id={id}>{page.pageTitle}</h2>
      <KindView page={page} uniqueKey={undefined} isWaitedFor setViewed={setViewed} />
      {!isViewed && <Html className="article" ref={place} html={page.html} />}
    </section>
  )
}
