import { loginPath } from '#web/api/errors.ts'

/** Where to log in as this person, whoever is logged in now, and come back from. */
export function loginAsPath(username: string): string {
  const path = loginPath()
  return `${path}${path.includes('?') ? '&' : '?'}account=${encodeURIComponent(username)}`
}
