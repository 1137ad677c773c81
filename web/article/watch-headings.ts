/**
 * Tells which of these headings is being read, whenever another one is.
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
  addEventListener('hashchange', jump)
  for (const id of ids) {
    const element = document.getElementById(id)
    if (element) observer.observe(element)
  }
  // Who came by an address with a place in it has jumped already.
  jump()
  return () => {
    observer.disconnect()
    removeEventListener('hashchange', jump)
  }
}

/** At its end a page cannot be scrolled on, so a short section never comes to the top: the one that was chosen counts. */
function jumpedTo(): Element | null {
  const isAtEnd = scrollY + innerHeight > document.body.scrollHeight - 2
  const target = isAtEnd ? document.querySelector(':target') : null
  return target && target.getBoundingClientRect().top > 0 ? target : null
}
