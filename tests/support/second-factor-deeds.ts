import type { OpenDatabase } from '#adapters/database/open.ts'
import { idleSince } from '#core/account/sessions.ts'
import { coreOperations } from '#core/operations.ts'
import { authenticator } from './authenticator.ts'
import { Person } from './people.ts'
import type { World } from './world.ts'

const { account, secondFactor } = coreOperations

/** A password people choose themselves. */
export const OWN = 'a quieter owl at dawn'
/** How long a code of the app is valid. */
export const HALF_MINUTE = 30_000

interface Now {
  readonly database: OpenDatabase
  readonly here: World
  readonly person: Person
}

/** The actions in tests of second factors. @param now the current objects, which change from test to test */
export function secondFactorDeeds(now: () => Now) {
  const browser = () => new Person(now().here.product, null)
  const logIn = (code = '', { username } = now().person, password = now().here.password, at = browser()) =>
    at.do(account.login, { username, password, captcha: '', secondFactor: code })
  const sessionsOf = (userId = now().person.id) => {
    const { database, here } = now()
    return database.logins.ofUser(userId, here.clock.now(), idleSince(here.clock.now()))
  }
  const linkFor = async ({ account: { id: userId, email } }: Person, newPassword = OWN) => {
    const { database, here } = now()
    const token = here.services.keys.random(32)
    const until = new Date(here.clock.now().getTime() + 60_000)
    const link = { userId, purpose: 'resetPassword', email: email ?? '' } as const
    await database.mailLinks.add(link, here.services.keys.digest(token), until)
    return { userId, email: email ?? '', token, newPassword }
  }
  /** Sets it up in a browser of the person, and waits until the first code has expired. */
  const setUp = async (whose = now().person) => {
    const { here } = now()
    const { loginToken } = await logIn('', whose)
    whose.session.tokenDigest = here.services.keys.digest(loginToken)
    const { secret } = await whose.do(secondFactor.begin, { password: here.password })
    const app = authenticator(secret, here.clock)
    const { recoveryCodes } = await whose.do(secondFactor.switchOn, { code: app.code() })
    here.clock.advance(2 * HALF_MINUTE)
    return { app, recoveryCodes, loginToken }
  }
  return { browser, logIn, sessionsOf, linkFor, setUp }
}
