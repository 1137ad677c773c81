import { loginsIn, sessionIn, usersIn } from '../access/facts.ts'
import { arePasswordsOn, longestSessionMs } from '../access/site-rules.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { LoginEntry } from '../ports/logins.ts'
import { rememberDevice } from './devices.ts'
import type { SecondFactorProof } from './second-factor.ts'
import { requireChosenPassword, requireSecondFactor, requireSwitchedOn } from './standing.ts'
import type { User } from './user.ts'

/** Threats T1. */
const TOKEN_BYTES = 32

/** A session not used since then has ended (threats T1). */
export const idleSince = (now: Date): Date => new Date(now.getTime() - limits.sessionIdleMs)

/** The live session with this token digest. */
export async function liveSession(
  { store, services }: Context,
  userId: number,
  digest: string,
): Promise<LoginEntry | null> {
  const now = services.clock.now()
  const sessions = await loginsIn(store).ofUser(userId, now, idleSince(now))
  return sessions.find(({ tokenDigest }) => tokenDigest === digest) ?? null
}

/** How a session is opened. */
export interface Opening {
  /**
   * A local login password, entered or newly chosen; another site or a directory; an existing session; a link of the
   * operator.
   */
  readonly by: 'password' | 'elsewhere' | 'session' | 'link'
  /** Null when no second factor was shown. */
  readonly proof: SecondFactorProof | null
  /** Unless extended; the browser's cookie stays valid until then too. */
  readonly lastsMs?: number
  /** The directory or other site; left out for none. */
  readonly methodId?: string | null
}

/**
 * Opens a session for the user in the caller's browser, if the given password is still valid. All sessions start here.
 * @returns the token; only its digest is stored
 * @throws DomainError passwordsOff; accountSwitchedOff | passwordMustChange | secondFactorRequired; wrongLogin (the
 * password was changed meanwhile)
 */
export async function openSession(
  ctx: Context,
  { id: userId, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
  { by, proof, lastsMs = limits.sessionMs, methodId = null }: Opening,
): Promise<string> {
  if (by === 'password' && !(await arePasswordsOn(ctx))) throw new DomainError('passwordsOff')
  const { clock, keys } = ctx.services
  const token = keys.random(TOKEN_BYTES)
  const now = clock.now()
  const until = new Date(now.getTime() + Math.min(lastsMs, await longestSessionMs(ctx)))
  const { address, userAgent } = ctx.session
  const login = {
    userId,
    tokenDigest: keys.digest(token),
    address,
    userAgent,
    createdAt: now,
    seenAt: now,
    until,
    methodId,
  }
  const isProven = proof?.userId === userId
  if (!(await loginsIn(ctx.store).open(login, passwordHash, isProven))) {
    const account = await usersIn(ctx.store).byId(userId)
    if (account) requireSwitchedOn(ctx, account)
    if (account?.passwordHash === passwordHash) {
      requireChosenPassword(ctx, account)
      requireSecondFactor(ctx, account, isProven)
    }
    throw new DomainError('wrongLogin')
  }
  sessionIn(ctx).signIn(token, new Date(now.getTime() + limits.sessionMs))
  rememberDevice(ctx, userId)
  return token
}
