import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
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
 * Counts a letter to this address, whether or not anybody has it, each purpose by itself (threats T6): who has just
 * bound an address may forget the password.
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
  const { attempts } = ctx.services
  // Looked at before it is counted: who asks too early must not have to wait longer for it.
  for (const { key, windowMs, most } of counts)
    if ((await attempts.count(key, windowMs)) >= most) throw new DomainError('tooManyLetters')
  for (const { key, windowMs, most } of counts)
    if ((await attempts.add(key, windowMs)) > most) throw new DomainError('tooManyLetters')
}

/**
 * The account of a link that was sent by mail, which is used up by this. To be called in a transaction: when what it was
 * for fails, the link is good again. Wrong ones are counted for the caller's address.
 * @throws DomainError tooManyFailures | linkNotGood
 */
export async function userOfLink(ctx: Context, link: MailLink, token: string): Promise<User> {
  const { attempts, clock, keys } = ctx.services
  const key = `wrong-links:${ctx.session.address}`
  if ((await attempts.count(key, HOUR_MS)) >= letterLimits.wrongLinksPerHour)
    throw new DomainError('tooManyFailures', { minutes: HOUR_MS / MINUTE_MS })
  const isTaken = token !== '' && (await ctx.store.mailLinks.take(link, keys.digest(token), clock.now()))
  const user = isTaken ? await ctx.store.users.byId(link.userId) : null
  if (user && isSameAddress(user.email, link.email)) return user
  await attempts.add(key, HOUR_MS)
  throw new DomainError('linkNotGood')
}
