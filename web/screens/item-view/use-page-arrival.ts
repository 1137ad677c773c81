import { useEffect, useRef } from 'react'
import { decoded } from '#core/decoded.ts'
import type { PageArticle } from '#web/article/shown-page.ts'
import { MAIN_ID } from './reader-layout.tsx'

/** Sets the document title, and when the reader comes from another page, scrolls to the top and focuses the text. */
export function usePageArrival(
  itemName: string | undefined,
  page: Pick<PageArticle, 'pageId' | 'pageTitle'> | null,
): void {
  const lastPageId = useRef<number>(undefined)
  useEffect(() => {
    if (itemName !== undefined) document.title = page ? `${page.pageTitle} · ${itemName}` : itemName
  }, [itemName, page])

  const pageId = page?.pageId
  useEffect(() => {
    if (pageId === undefined) return
    const isFirst = lastPageId.current === undefined
    const isSame = lastPageId.current === pageId
    lastPageId.current = pageId
    if (isFirst || isSame) return
    const target = location.hash === '' ? null : document.getElementById(decoded(location.hash.slice(1)))
    if (target) target.scrollIntoView()
    else scrollTo(0, 0)
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
  }, [pageId])
}
