import { decoded } from '#core/decoded.ts'

/** The element of a page in the print view. */
export const paperIdOf = (pageId: number): string => `print-page-${pageId}`

/**
 * Makes the articles in one document independent: duplicate ids are made unique per page, and links to included pages
 * become internal links.
 */
export function placeArticles(paper: HTMLElement, pageIdAt: (link: HTMLAnchorElement) => number | null): void {
  for (const page of paper.querySelectorAll<HTMLElement>('[data-print-page]:not([data-placed])')) {
    page.dataset['placed'] = ''
    const prefix = `p${page.dataset['printPage']}-`
    const own = new Set<string>()
    for (const element of page.querySelectorAll<HTMLElement>('.article [id]')) {
      own.add(element.id)
      element.id = prefix + element.id
    }
    for (const link of page.querySelectorAll<HTMLAnchorElement>('.article a[href]')) {
      const href = link.getAttribute('href') ?? ''
      if (href.startsWith('#')) {
        const id = decoded(href.slice(1))
        // Ids of headings have a prefix in the document that addresses omit.
        link.setAttribute('href', `#${prefix}${own.has(id) ? id : `user-content-${id}`}`)
        continue
      }
      const pageId = pageIdAt(link)
      if (pageId !== null && paper.querySelector(`[id="${paperIdOf(pageId)}"]`)) link.href = `#${paperIdOf(pageId)}`
    }
  }
}

/**
 * Pictures are lazy-loaded near the viewport, which does not exist when printing. Waits for all of them, including
 * broken ones.
 */
export async function loadPictures(paper: HTMLElement): Promise<void> {
  const pictures = [...paper.querySelectorAll('img')]
  for (const picture of pictures) picture.loading = 'eager'
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
}
