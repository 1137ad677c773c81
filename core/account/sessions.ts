import { longestSessionMs } from '../access/site-rules.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { rememberDevice } from './devices.ts'
import { requireChosenPassword, requireSwitchedOn } from './standing.ts'
import type { User } from './user.ts'

/** Threats T1. */
const TOKEN_BYTES = 32

/** A session not seen since then is over (threats T1). */
export const idleSince = (now: Date): Date => new Date(now.getTime() - limits.sessionIdleMs)

/**
 * Opens a session for the user, whose password is the one given, in the caller's browser.
 * @param lastsMs unless it is prolonged; what the browser keeps is as good as any other until then
 * @returns the token; only its digest is kept
 * @throws DomainError accountSwitchedOff | passwordMustChange; wrongLogin (the password was changed meanwhile)
 */
export async function openSession(
  ctx: Context,
  { id: userId, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
  lastsMs: number = limits.sessionMs,
): Promise<string> {
  const { clock, keys } = ctx.services
  const token = keys.random(TOKEN_BYTES)
  const now = clock.now()
  const until = new Date(now.getTime() + Math.min(lastsMs, await longestSessionMs(ctx)))
  const { address, userAgent } = ctx.session
  const login = { userId, tokenDigest: keys.digest(token), address, userAgent, createdAt: now, seenAt: now, until }
  if (!(await ctx.store.logins.open(login, passwordHash))) {
    const account = await ctx.store.users.byId(userId)
    if (account) requireSwitchedOn(ctx, account)
    if (account?.passwordHash === passwordHash) requireChosenPassword(ctx, account)
    throw new DomainError('wrongLogin')
  }
  ctx.session.signIn(token, new Date(now.getTime() + limits.sessionMs))
  rememberDevice(ctx, userId)
  return token
}
