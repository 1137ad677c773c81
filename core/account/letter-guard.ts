import { mailLinksIn, usersIn } from '../access/facts.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { mailInUse } from '../site/mail-in-use.ts'
import { letterLimits } from './letter-limits.ts'
import { isSameAddress, type LinkPurpose, type MailLink } from './mail-link.ts'
import type { User } from './user.ts'

/** `captcha` is a letter without a link. */
type LetterPurpose = LinkPurpose | 'captcha'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Counts a letter to this address, whether or not an account has it, separately for each purpose (threats T6): somebody
 * who has just registered an address may also need a password reset.
 * @throws DomainError mailNotAvailable | tooManyLetters
 */
export async function requireLetterAllowed(ctx: Context, purpose: LetterPurpose, email: string): Promise<void> {
  if (!(await mailInUse(ctx)).isOn) throw new DomainError('mailNotAvailable')
  const to = email.toLowerCase()
  const counts = [
    { key: `${purpose}-of:${ctx.session.address}`, windowMs: HOUR_MS, most: letterLimits.ofCallerPerHour },
    { key: `${purpose}-to-minute:${to}`, windowMs: MINUTE_MS, most: letterLimits.perMinute },
    { key: `${purpose}-to-day:${to}`, windowMs: DAY_MS, most: letterLimits.perDay },
  ]
  const { attempts } = wholeServices(ctx.services)
  // Checked before it is counted: asking too early must not extend the waiting time.
  for (const { key, windowMs, most } of counts)
    if ((await attempts.count(key, windowMs)) >= most) throw new DomainError('tooManyLetters')
  for (const { key, windowMs, most } of counts)
    if ((await attempts.add(key, windowMs)) > most) throw new DomainError('tooManyLetters')
}

/**
 * The account of a link sent by mail; the call uses up the link. Call it in a transaction: if the rest of it fails, the
 * link stays valid. Wrong ones count against the caller's address.
 * @throws DomainError tooManyFailures | linkNotGood
 */
export async function userOfLink(ctx: Context, link: MailLink, token: string): Promise<User> {
  const { attempts, clock, keys } = wholeServices(ctx.services)
  const key = `wrong-links:${ctx.session.address}`
  if ((await attempts.count(key, HOUR_MS)) >= letterLimits.wrongLinksPerHour)
    throw new DomainError('tooManyFailures', { minutes: HOUR_MS / MINUTE_MS })
  const isTaken = token !== '' && (await mailLinksIn(ctx.store).take(link, keys.digest(token), clock.now()))
  const user = isTaken ? await usersIn(ctx.store).byId(link.userId) : null
  if (user && isSameAddress(user.email, link.email)) return user
  await attempts.add(key, HOUR_MS)
  throw new DomainError('linkNotGood')
}
