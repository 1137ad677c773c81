import { shortHash } from './heading-links.ts'
import { headingOf, heldHeading, keepPlaces } from './held-place.ts'

/**
 * Reports which of these headings is being read, whenever that changes.
 * Their links lose the prefix, which only the document needs, and their targets are kept in place.
 * @returns stops it
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
  // An address with a fragment has already caused a jump.
  jump()
  return () => {
    endKeeping()
    observer.disconnect()
    removeEventListener('hashchange', jump)
  }
}

/**
 * The end of a page cannot be scrolled further, so a short last section never reaches the top: the chosen one counts.
 */
function jumpedTo(): Element | null {
  const isAtEnd = scrollY + innerHeight > document.body.scrollHeight - 2
  const target = isAtEnd ? (heldHeading() ?? headingOf(location.hash)) : null
  return target && target.getBoundingClientRect().top > 0 ? target : null
}
