import { loginPath } from '#web/api/errors.ts'

/** The address for logging in as this person, whoever is logged in now, and returning. */
export function loginAsPath(username: string): string {
  const path = loginPath()
  return `${path}${path.includes('?') ? '&' : '?'}account=${encodeURIComponent(username)}`
}
