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
    for (const element of page.querySelectorAll<HTMLElement>('.article [id]')) element.id = prefix + element.id
    for (const link of page.querySelectorAll<HTMLAnchorElement>('.article a[href]')) {
      const href = link.getAttribute('href') ?? ''
      if (href.startsWith('#')) {
        link.setAttribute('href', `#${prefix}${ownId(page, prefix, href.slice(1))}`)
        continue
      }
      const pageId = pageIdAt(link)
      if (pageId !== null && paper.querySelector(`[id="${paperIdOf(pageId)}"]`)) link.href = `#${paperIdOf(pageId)}`
    }
  }
}

/** Ids of headings have a prefix in the document that addresses leave out. */
function ownId(page: HTMLElement, prefix: string, wanted: string): string {
  const id = decoded(wanted)
  const isThere = [...page.querySelectorAll('.article [id]')].some((element) => element.id === prefix + id)
  return isThere ? id : `user-content-${id}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Pictures are loaded once they are near the screen, and paper has no such place. Waits for them, be they broken or not. */
export async function loadPictures(paper: HTMLElement): Promise<void> {
  const pictures = [...paper.querySelectorAll('img')]
  for (const picture of pictures) picture.loading = 'eager'
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
}
