import { atSite } from '#web/site-path.ts'

const YEAR_S = 365 * 24 * 3600

/**
 * Stores a choice in a cookie, so that the server can use it for the next document.
 * @param value without characters that end a cookie, as `;`
 */
export function rememberInCookie(name: 'language' | 'scheme' | 'pictures', value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=${atSite('/')}; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
}

/** The value of a cookie of this document; '' for none. */
export const inCookie = (name: 'pictures'): string =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''
