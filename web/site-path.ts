/**
 * The path of the site on its host, e.g. `/docs`; '' at the root. It is part of the document, so one build works for
 * any path. Screens, texts and answers of the server use addresses relative to the site, and only this file converts
 * them for the browser; links of the router and the router itself use `Router base`.
 */
let sitePath = typeof document === 'undefined' ? '' : (document.documentElement.dataset['site'] ?? '')

export const sitePathHere = (): string => sitePath

/** For the server, before it renders a document. */
export const drawBelow = (path: string): void => {
  sitePath = path
}

/** The browser address for a path of the site. */
export const atSite = (path: string): string => sitePath + path

/** The absolute address, for copying or display. */
export const wholeAddress = (path: string): string => location.origin + atSite(path)

/** The path relative to the site for a browser path; null for one outside. */
export const pathBelow = (pathname: string): string | null =>
  sitePath === '' || pathname.startsWith(`${sitePath}/`) ? pathname.slice(sitePath.length) : null

/** The path relative to the site for a link; null for one that leads elsewhere. */
export const belowSite = ({ origin, pathname }: HTMLAnchorElement): string | null =>
  origin === location.origin ? pathBelow(pathname) : null

/** The current path of this window, relative to the site. */
export const pathHere = (): string => pathBelow(location.pathname) ?? '/'

/**
 * Navigates with a new document: to a path of the site, or to an absolute address. `replace` removes the current entry
 * from the history.
 */
export function goTo(target: string, { replace = false } = {}): void {
  const address = target.startsWith('/') ? atSite(target) : target
  if (replace) location.replace(address)
  else location.assign(address)
}
