import { requireLogin } from '../access/doors.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { attemptLimits } from './attempt-limits.ts'
import { userOfIdentity } from './external-identity.ts'
import { vouchedBy, type TypedCredentials } from './login-methods.ts'
import { needsCaptcha, refusalAfter, restMs } from './sign-in.ts'
import type { User } from './user.ts'

interface Credentials {
  /** Or the e-mail address. */
  readonly username: string
  readonly password: string
  readonly captcha: string
}

/** Where the failures of one account are counted; names nobody has are counted as well, or their answers would differ. */
interface FailureKeys {
  readonly recent: string
  readonly hourly: string
}

/** Who logged in, and how. */
export interface ProvenUser {
  readonly user: User
  /** The login method that vouched for the person; null for a password of ours. */
  readonly methodId: string | null
}

/**
 * The account these credentials belong to: by its own password, or else by a login method. Every try counts before its
 * password is hashed, so that tries at the same time do not slip through; success forgets them (threats T6).
 * @throws DomainError tooManyFailures | captchaRequired | wrongLogin | wrongLoginCaptchaDue | busy; notAllowed |
 * usernameTaken | illegalUsername when a login method vouches for somebody who can have no account
 */
export async function userWith(ctx: CommandContext, { username, password, captcha }: Credentials): Promise<ProvenUser> {
  const { attempts, passwords } = ctx.services
  // Names are kept in NFKC, whatever the keyboard sends.
  const name = username.normalize('NFKC').trim()
  const user = await ctx.store.users.byLogin(name)
  const keys = failureKeys(user ? `user:${user.id}` : `name:${foldedName(name)}`)
  await requireRested(ctx, keys)
  const hasCaptcha = await checkCaptchaIfDue(ctx, keys, captcha)

  const failures = await countTry(ctx, keys)
  if (failures > attemptLimits.loginFailuresBeforeCaptcha && !hasCaptcha) throw new DomainError('captchaRequired')
  const isRight = await passwords.matches(password, user?.passwordHash ?? null)
  const proven =
    user && isRight ? { user, methodId: null } : await externalUser(ctx, { username: name, password }, user)
  if (proven) {
    await forgetTries(ctx, keys)
    return proven
  }
  await attempts.add(addressKey(ctx), attemptLimits.failureWindowMs)
  const result = refusalAfter(failures)
  // A name nobody has is not put on record: it may be a password typed into the wrong field.
  ctx.audit({ action: 'account.login', ...(user && { object: { kind: 'account', id: user.id } }), result })
  throw new DomainError(result)
}

/**
 * Who has these credentials elsewhere. An account with a password of ours is never looked for there, so that nobody can
 * guess passwords of a directory through it, and nothing outside can open it (threats L2, O2).
 */
async function externalUser(
  ctx: CommandContext,
  credentials: TypedCredentials,
  named: User | null,
): Promise<ProvenUser | null> {
  if (named && named.passwordHash !== null) return null
  const vouched = await vouchedBy(ctx, credentials, named && (await ctx.store.identities.methodsOf(named.id)))
  if (!vouched) return null
  const user = await userOfIdentity(ctx, vouched.methodId, vouched.identity)
  // Under another name than the one that was typed, tries may have been counted before.
  await requireRested(ctx, failureKeys(`user:${user.id}`))
  return { user, methodId: vouched.methodId }
}

/**
 * The caller's account, once its login password was given again for something dangerous. An account that has none, because
 * an outside authority vouches for it, confirms by the name of the thing instead. Wrong ones count like failed logins
 * (threats A11).
 * @param name of the thing; null when only a password will do
 * @throws DomainError loginRequired | tooManyFailures | wrongPassword | nameDiffers | busy
 */
export async function confirmPassword(ctx: Context, typed: string, name: string | null = null): Promise<User> {
  const user = await ctx.store.users.byId(requireLogin(ctx))
  if (!user) throw new DomainError('loginRequired')
  const keys = failureKeys(`user:${user.id}`)
  await requireRested(ctx, keys)
  await countTry(ctx, keys)
  if (user.passwordHash === null && name !== null) {
    if (!isSameName(typed, name)) throw new DomainError('nameDiffers')
  } else if (!(await ctx.services.passwords.matches(typed, user.passwordHash))) throw new DomainError('wrongPassword')
  await forgetTries(ctx, keys)
  return user
}

const isSameName = (typed: string, name: string): boolean =>
  typed.normalize('NFC').trim() === name.normalize('NFC').trim()

/** The owner of the account has been recognised otherwise: earlier failures no longer count. */
export const forgetFailures = (ctx: Context, userId: number): Promise<void> =>
  forgetTries(ctx, failureKeys(`user:${userId}`))

/** @throws DomainError captchaRequired when the code is wrong, old, used or missing */
export async function requireCaptcha(ctx: Context, captcha: string): Promise<void> {
  const isRight = await ctx.services.captchas.check(ctx.session.captchaId, captcha)
  if (!isRight) throw new DomainError('captchaRequired')
}

/** Directories take many names for the same one: accents, blanks and what is not seen do not count for them. */
const foldedName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{C}\p{Z}]/gu, '')
    .toLowerCase()

const failureKeys = (account: string): FailureKeys => ({
  recent: `login:${account}`,
  hourly: `login-hour:${account}`,
})
const addressKey = ({ session }: Context): string => `login-address:${session.address}`

async function requireRested({ services: { attempts } }: Context, { hourly }: FailureKeys): Promise<void> {
  const rest = restMs(await attempts.count(hourly, attemptLimits.loginBackOffWindowMs))
  if (rest > 0 && (await attempts.count(hourly, rest)) > 0)
    throw new DomainError('tooManyFailures', { minutes: rest / 60_000 })
}

/** Whether a login may go beyond the failures that are free. */
async function checkCaptchaIfDue(ctx: Context, { recent }: FailureKeys, captcha: string): Promise<boolean> {
  const { attempts, captchas } = ctx.services
  const isDue = needsCaptcha({
    ofAccount: await attempts.count(recent, attemptLimits.failureWindowMs),
    ofAddress: await attempts.count(addressKey(ctx), attemptLimits.failureWindowMs),
  })
  if (isDue) await requireCaptcha(ctx, captcha)
  return isDue || !captchas.areOn
}

/** @returns the failures of the last minutes, should this try fail too */
async function countTry({ services: { attempts } }: Context, { recent, hourly }: FailureKeys): Promise<number> {
  await attempts.add(hourly, attemptLimits.loginBackOffWindowMs)
  return attempts.add(recent, attemptLimits.failureWindowMs)
}

async function forgetTries({ services: { attempts } }: Context, { recent, hourly }: FailureKeys): Promise<void> {
  await attempts.clear(recent)
  await attempts.clear(hourly)
}
