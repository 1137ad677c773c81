import type { TFunction } from 'i18next'
import { copyText } from '#web/parts/copy-text.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { headingOf, holdHeading, ID_PREFIX } from './held-place.ts'

type Texts = TFunction<['reader', 'common']>

/**
 * The end of an address that leads to a heading, as people see it. Where the product itself has a place of that name, the
 * prefix stays.
 */
export function shortHash(id: string): string {
  const short = id.startsWith(ID_PREFIX) ? id.slice(ID_PREFIX.length) : id
  return short === '' || document.getElementById(short) ? `#${id}` : `#${short}`
}

/** Puts a link behind each heading of an article that can be copied, and shortens those inside the text. */
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

/** Goes to the heading the address names, which the browser finds by the whole name alone. Who has scrolled on stays. */
function arrive(): void {
  const heading = headingOf(location.hash)
  if (!heading) return
  const { top } = heading.getBoundingClientRect()
  if (scrollY === 0 || Math.abs(top) < innerHeight / 2) holdHeading(heading)
}
