import { decoded } from '#core/decoded.ts'

/** The element of a page on the paper. */
export const paperIdOf = (pageId: number): string => `print-page-${pageId}`

/**
 * Makes the articles on one paper independent of each other: an id that several pages have leads to that of its own page,
 * and links to pages that are on the paper lead there.
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
        // Ids of headings have a prefix in the document that addresses leave out.
        link.setAttribute('href', `#${prefix}${own.has(id) ? id : `user-content-${id}`}`)
        continue
      }
      const pageId = pageIdAt(link)
      if (pageId !== null && paper.querySelector(`[id="${paperIdOf(pageId)}"]`)) link.href = `#${paperIdOf(pageId)}`
    }
  }
}

/** Pictures are loaded once they are near the screen, and paper has no such place. Waits for them, be they broken or not. */
export async function loadPictures(paper: HTMLElement): Promise<void> {
  const pictures = [...paper.querySelectorAll('img')]
  for (const picture of pictures) picture.loading = 'eager'
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
}
