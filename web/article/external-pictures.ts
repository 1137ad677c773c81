import type { TFunction } from 'i18next'
import type { ShownPictures } from '#core/site/picture-settings.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { inCookie, rememberInCookie } from '#web/session/cookies.ts'
import { ownName } from '#web/session/own-names.ts'
import { siteLook } from '#web/session/site-look.ts'

type Texts = TFunction<['reader', 'common']>
/** As many as the server reads. */
const MOST_CHOSEN = 50
const JUST_CHOSEN = 'pictures-chosen'

/** Whether the policy of this document allows a picture of this address. */
export function isShown({ protocol, host }: URL, { areAll, hosts }: ShownPictures): boolean {
  if (!/^https?:$/.test(protocol)) return false
  return areAll || hosts.some((shown) => (shown.startsWith('*.') ? host.endsWith(shown.slice(1)) : host === shown))
}

/** Replaces links to pictures of other sites with the pictures, where this document may show them (threats X7). */
export function showExternalPictures(article: HTMLElement): void {
  for (const link of article.querySelectorAll<HTMLAnchorElement>('a.external-image')) {
    const address = pictureOf(link)
    if (!address || !isShown(address, siteLook().pictures)) continue
    const picture = document.createElement('img')
    picture.alt = link.textContent === link.getAttribute('href') ? '' : link.textContent
    picture.loading = 'lazy'
    picture.referrerPolicy = 'no-referrer'
    // What cannot be loaded stays reachable.
    picture.addEventListener('error', putPicture(link, picture), { once: true })
    picture.src = address.href
  }
}

/** The address of the picture a link stands for; null when it is none. A badge links to something else. */
const pictureOf = ({ dataset, href }: HTMLAnchorElement): URL | null => {
  const address = dataset['picture'] ?? href
  return URL.canParse(address, location.href) ? new URL(address, location.href) : null
}

/** Shows the picture in place of the link, or within one that leads elsewhere. @returns takes it back */
function putPicture(link: HTMLAnchorElement, picture: HTMLImageElement): () => void {
  if (link.dataset['picture'] === undefined) {
    link.replaceWith(picture)
    return () => picture.replaceWith(link)
  }
  const { className, textContent } = link
  link.classList.remove('external-image')
  link.replaceChildren(picture)
  return () => {
    link.className = className
    link.textContent = textContent
  }
}

/** Adds a button to each link to a picture of another site that shows the pictures of that site in this browser. */
export function offerExternalPictures(article: HTMLElement, t: Texts): void {
  for (const button of article.querySelectorAll('.show-pictures')) button.remove()
  const { pictures } = siteLook()
  if (!pictures.canChoose) return
  for (const link of article.querySelectorAll<HTMLAnchorElement>('a.external-image')) {
    const address = pictureOf(link)
    if (!address || !/^https?:$/.test(address.protocol) || isShown(address, pictures)) continue
    const { host } = address
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'show-pictures'
    button.textContent = t('page.showPictures', { host })
    button.title = t('page.showPicturesHint', { host })
    button.addEventListener('click', () => {
      sessionStorage.setItem(ownName(JUST_CHOSEN), host)
      choose([host, ...chosenHosts()])
    })
    link.after(button)
  }
  tellChoice(t)
}

/** Says what the click before this document did, and offers to take it back. */
function tellChoice(t: Texts): void {
  const host = sessionStorage.getItem(ownName(JUST_CHOSEN))
  sessionStorage.removeItem(ownName(JUST_CHOSEN))
  if (host === null || !chosenHosts().includes(host)) return
  const undo = { label: t('page.hidePictures'), run: () => choose(chosenHosts().filter((other) => other !== host)) }
  showToast(t('page.picturesShown', { host }), 'info', undo)
}

const chosenHosts = (): readonly string[] => inCookie('pictures').split('/').filter(Boolean)

/** The policy of a document cannot be changed, so it is loaded again. */
function choose(hosts: readonly string[]): void {
  rememberInCookie('pictures', [...new Set(hosts)].slice(0, MOST_CHOSEN).join('/'))
  location.reload()
}
