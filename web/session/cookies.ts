import { atSite } from '#web/site-path.ts'

const YEAR_S = 365 * 24 * 3600

/** Stores a choice in a cookie, so that the server can use it for the next document. */
export function rememberInCookie(name: 'language' | 'scheme', value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=${atSite('/')}; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
}
