import type { Context } from '../context.ts'
import { limits } from '../limits.ts'

/** Threats T1. */
const TOKEN_BYTES = 32

/** A session not seen since then is over (threats T1). */
export const idleSince = (now: Date): Date => new Date(now.getTime() - limits.sessionIdleMs)

/** Opens a session for the user in the caller's browser. @returns the token; only its digest is kept */
export async function openSession(ctx: Context, userId: number): Promise<string> {
  const { clock, keys } = ctx.services
  const token = keys.random(TOKEN_BYTES)
  const now = clock.now()
  const until = new Date(now.getTime() + limits.sessionMs)
  await ctx.store.logins.open({
    userId,
    tokenDigest: keys.digest(token),
    address: ctx.session.address,
    userAgent: ctx.session.userAgent,
    createdAt: now,
    seenAt: now,
    until,
  })
  ctx.session.signIn(token, until)
  return token
}
