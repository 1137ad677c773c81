import type { TFunction } from 'i18next'
import { copyText } from '#web/parts/copy-text.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { headingOf, holdHeading, ID_PREFIX } from './held-place.ts'

type Texts = TFunction<['reader', 'common']>

/**
 * The public fragment of an address for a heading: without the prefix, unless the product has a place with that name.
 */
export function shortHash(id: string): string {
  const short = id.startsWith(ID_PREFIX) ? id.slice(ID_PREFIX.length) : id
  return short === '' || document.getElementById(short) ? `#${id}` : `#${short}`
}

/** Adds a copyable link to each heading of an article, and shortens the fragments of links inside the text. */
export function addHeadingLinks(article: HTMLElement, t: Texts): void {
  for (const link of article.querySelectorAll<HTMLAnchorElement>(`a[href^="#${ID_PREFIX}"]`))
    link.href = shortHash(headingOf(link.hash)?.id ?? link.hash.slice(1))
  for (const heading of article.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    if (heading.id === '') continue
    heading.querySelector('.heading-link')?.remove()
    const link = document.createElement('a')
    link.className = 'heading-link'
    link.href = shortHash(heading.id)
    link.title = t('heading.copyLink')
    link.setAttribute('aria-label', t('heading.copyLink'))
    link.addEventListener('click', () => void copyLink(link.href, t))
    heading.append(link)
  }
  if (!('arrived' in article.dataset)) arrive()
  article.dataset['arrived'] = ''
}

async function copyLink(address: string, t: Texts): Promise<void> {
  if (await copyText(address)) showToast(t('copy.done', { ns: 'common' }))
  else showToast(t('copy.failed', { ns: 'common' }), 'bad')
}

/**
 * Scrolls to the heading named in the address, which the browser only finds by its full id. Does nothing if the user
 * has scrolled.
 */
function arrive(): void {
  const heading = headingOf(location.hash)
  if (!heading) return
  const { top } = heading.getBoundingClientRect()
  if (scrollY === 0 || Math.abs(top) < innerHeight / 2) holdHeading(heading)
}
