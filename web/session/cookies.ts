import { atSite } from '#web/site-path.ts'

const YEAR_S = 365 * 24 * 3600

/** Remembers a choice where the server sees it too, so that the next document is rendered with it. */
export function rememberInCookie(name: 'language' | 'scheme', value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=${atSite('/')}; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
}
