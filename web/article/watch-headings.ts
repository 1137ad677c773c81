import { shortHash } from './heading-links.ts'
import { headingOf, heldHeading, keepPlaces } from './held-place.ts'

/**
 * Tells which of these headings is being read, whenever another one is.
 * Their links lose the prefix that only the document needs, and what they lead to stays in its place.
 * @returns ends it
 */
export function watchHeadings(ids: readonly string[], tell: (id: string) => void): () => void {
  const mark = (element: Element | undefined) => {
    const id = (jumpedTo() ?? element)?.id
    if (id !== undefined && ids.includes(id)) tell(id)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.filter(({ isIntersecting }) => isIntersecting)
      const [first] = entered.toSorted((a, b) => a.boundingClientRect.top - b.boundingClientRect.top)
      if (first) mark(first.target)
    },
    { rootMargin: '-56px 0px -65% 0px' },
  )
  const jump = () => mark(undefined)
  const endKeeping = keepPlaces()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.contents a[href^="#"]')) {
    const heading = headingOf(link.hash)
    if (heading) link.href = shortHash(heading.id)
  }
  addEventListener('hashchange', jump)
  for (const id of ids) {
    const element = document.getElementById(id)
    if (element) observer.observe(element)
  }
  // Who came by an address with a place in it has jumped already.
  jump()
  return () => {
    endKeeping()
    observer.disconnect()
    removeEventListener('hashchange', jump)
  }
}

/** At its end a page cannot be scrolled on, so a short section never comes to the top: the one that was chosen counts. */
function jumpedTo(): Element | null {
  const isAtEnd = scrollY + innerHeight > document.body.scrollHeight - 2
  const target = isAtEnd ? (heldHeading() ?? headingOf(location.hash)) : null
  return target && target.getBoundingClientRect().top > 0 ? target : null
}
