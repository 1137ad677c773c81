import { ADMIN } from '#tests/e2e/support/running-server.ts'
import type { Attack } from '../attack.ts'

/** Thirty concurrent wrong passwords, after which the account's own browser should still be able to log in. */
export const attack: Attack = {
  name: '30 wrong passwords of an account at once',
  before: 'locked for an hour',
  goal: 'the browser of its owner still gets in (0)',
  async run({ url }) {
    const { username, password } = ADMIN
    const logIn = (typed: string, cookie = '') =>
      fetch(`${url}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
        body: JSON.stringify({ username, password: typed }),
      })
    const codeOf = async (response: Response) => ((await response.json()) as { error_code: number }).error_code
    const cookies = (await logIn(password)).headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    const device = cookies.filter((cookie) => !/^(__Host-)?token=/.test(cookie)).join('; ')

    const guesses = await Promise.all(Array.from({ length: 30 }, async (_, n) => codeOf(await logIn(`wrong ${n}`))))

    const judged = guesses.filter((code) => code === 10204 || code === 10210).length
    const code = await codeOf(await logIn(password, device))
    return { now: `${judged} of 30 judged; the right password answers ${code}`, isMet: code === 0 }
  },
}
