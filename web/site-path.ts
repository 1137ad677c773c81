/**
 * Where the site lies below its host, as in `/docs`; '' at the root. The document says it, so that one build serves any
 * path. Screens, texts and answers of the server name addresses below the site, and only this file knows what the browser
 * makes of them; links of the router and the router itself go through `Router base`.
 */
let sitePath = typeof document === 'undefined' ? '' : (document.documentElement.dataset['site'] ?? '')

export const sitePathHere = (): string => sitePath

/** For the server, before it draws a document. */
export const drawBelow = (path: string): void => {
  sitePath = path
}

/** The address that browsers reach a path of the site at. */
export const atSite = (path: string): string => sitePath + path

/** The same whole, to be copied or shown. */
export const wholeAddress = (path: string): string => location.origin + atSite(path)

/** The path below the site of what the browser has as a path; null for one outside of it. */
export const pathBelow = (pathname: string): string | null =>
  sitePath === '' || pathname.startsWith(`${sitePath}/`) ? pathname.slice(sitePath.length) : null

/** The path below the site of a link; null for one that leads elsewhere. */
export const belowSite = ({ origin, pathname }: HTMLAnchorElement): string | null =>
  origin === location.origin ? pathBelow(pathname) : null

/** Where this window is, below the site. */
export const pathHere = (): string => pathBelow(location.pathname) ?? '/'

/**
 * Goes on with a new document: to a path of the site, or to the whole address of another one. `replace` leaves no way back
 * to this one.
 */
export function goTo(target: string, { replace = false } = {}): void {
  const address = target.startsWith('/') ? atSite(target) : target
  if (replace) location.replace(address)
  else location.assign(address)
}
