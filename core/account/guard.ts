import { requireLogin } from '../access/doors.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Turn } from '../ports/login.ts'
import { countedOnly, passwordRests, withoutCaptcha } from './attempt-limits.ts'
import { deviceOf } from './devices.ts'
import { userOfIdentity } from './external-identity.ts'
import { vouchedBy, type TypedCredentials } from './login-methods.ts'
import { refusalAfter } from './sign-in.ts'
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

/** A password that is judged, and counts unless it is given back. */
interface JudgedTry {
  /** Of the last minutes, should this one fail, too. */
  readonly failures: number
  /** Whether no others can keep it out: a code was typed, or the person logged in with this browser before. */
  readonly isTrusted: boolean
  giveBack(): Promise<void>
}

/** Who logged in, and how. */
export interface ProvenUser {
  readonly user: User
  /** The login method that vouched for the person; null for a password of ours. */
  readonly methodId: string | null
  readonly sessionMs: number
}

/**
 * The account these credentials belong to: by its own password, or else by a login method. Whether a password is judged is
 * decided by counting it, in one step and before it is hashed, so that tries at the same time do not slip through. Only
 * what was judged counts, and success forgets it (threats T6). A right password with a right code is let in whatever others
 * did, and so is one from a browser that is known.
 * @throws DomainError tooManyFailures (no codes on this site) | captchaRequired | wrongLogin | wrongLoginCaptchaDue | busy;
 * notAllowed | usernameTaken | illegalUsername when a login method vouches for somebody who can have no account
 */
export async function userWith(ctx: CommandContext, { username, password, captcha }: Credentials): Promise<ProvenUser> {
  // Names are kept in NFKC, whatever the keyboard sends.
  const name = username.normalize('NFKC').trim()
  const user = await ctx.store.users.byLogin(name)
  const keys = failureKeys(user ? `user:${user.id}` : `name:${foldedName(name)}`)
  const judged = await judgedTry(ctx, keys, { captcha, device: user && deviceOf(ctx, user.id) })
  const proven = await unlessThrown(judged, () => provenUser(ctx, { username: name, password }, user, judged))
  if (proven) {
    await judged.giveBack()
    await forgetTries(ctx, keys)
    return proven
  }
  const result = refusalAfter(judged.failures)
  // A name nobody has is not put on record: it may be a password typed into the wrong field.
  ctx.audit({ action: 'account.login', ...(user && { object: { kind: 'account', id: user.id } }), result })
  throw new DomainError(result)
}

async function provenUser(
  ctx: CommandContext,
  credentials: TypedCredentials,
  user: User | null,
  judged: JudgedTry,
): Promise<ProvenUser | null> {
  const isRight = await ctx.services.passwords.matches(credentials.password, user?.passwordHash ?? null)
  return user && isRight
    ? { user, methodId: null, sessionMs: limits.sessionMs }
    : externalUser(ctx, credentials, user, judged)
}

/**
 * Who has these credentials elsewhere. An account with a password of ours is never looked for there, so that nobody can
 * guess passwords of a directory through it, and nothing outside can open it (threats L2, O2).
 */
async function externalUser(
  ctx: CommandContext,
  credentials: TypedCredentials,
  named: User | null,
  judged: JudgedTry,
): Promise<ProvenUser | null> {
  if (named && named.passwordHash !== null) return null
  const vouched = await vouchedBy(ctx, credentials, named && (await ctx.store.identities.methodsOf(named.id)))
  if (!vouched) return null
  const linked = await ctx.store.identities.find({
    methodId: vouched.methodId,
    externalId: vouched.identity.externalId,
  })
  // Found by another name than the one it has here.
  if (linked && linked.passwordHash !== null) return null
  const user = await userOfIdentity(ctx, vouched.methodId, vouched.identity)
  // Under another name than the one that was typed, tries may have been counted before.
  if (!judged.isTrusted) await requireRested(ctx, failureKeys(`user:${user.id}`))
  return { user, methodId: vouched.methodId, sessionMs: vouched.identity.sessionMs }
}

/**
 * The caller's account, once its login password was given again for something dangerous. An account that has none, because
 * an outside authority vouches for it, confirms by the name of the thing instead. Wrong ones are counted and have to rest
 * (threats A11).
 * @param name of the thing; null when only a password will do
 * @throws DomainError loginRequired | tooManyFailures | wrongPassword | nameDiffers | busy
 */
export async function confirmPassword(ctx: Context, typed: string, name: string | null = null): Promise<User> {
  const user = await ctx.store.users.byId(requireLogin(ctx))
  if (!user) throw new DomainError('loginRequired')
  const { attempts, passwords } = ctx.services
  const key = confirmationKey(user.id)
  // Counted by themselves: strangers who guess at the login must not keep somebody from what they confirm.
  const turn = await attempts.take(key, passwordRests)
  requireGiven(turn)
  if (user.passwordHash === null && name !== null) {
    if (!isSameName(typed, name)) throw new DomainError('nameDiffers')
  } else if (!(await unlessThrown(turn, () => passwords.matches(typed, user.passwordHash))))
    throw new DomainError('wrongPassword')
  await attempts.clear(key)
  return user
}

const isSameName = (typed: string, name: string): boolean =>
  typed.normalize('NFC').trim() === name.normalize('NFC').trim()

/** The owner of the account has been recognised otherwise: earlier failures no longer count. */
export async function forgetFailures(ctx: Context, userId: number): Promise<void> {
  await forgetTries(ctx, failureKeys(`user:${userId}`))
  await ctx.services.attempts.clear(confirmationKey(userId))
}

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
const confirmationKey = (userId: number): string => `confirm:user:${userId}`
const addressKey = ({ session }: Context): string => `login-address:${session.address}`

/** @throws DomainError tooManyFailures, with the minutes to wait, unless the turn was given */
export function requireGiven(turn: Turn): asserts turn is Extract<Turn, { isGiven: true }> {
  if (!turn.isGiven) throw restingFor(turn.restMs)
}

const restingFor = (restMs: number): DomainError =>
  new DomainError('tooManyFailures', { minutes: Math.ceil(restMs / 60_000) })

/** What was never judged does not count. */
async function unlessThrown<T>(turn: { giveBack(): Promise<void> }, judging: () => Promise<T>): Promise<T> {
  try {
    return await judging()
  } catch (error) {
    await turn.giveBack()
    throw error
  }
}

/** @throws DomainError captchaRequired | tooManyFailures */
async function judgedTry(
  ctx: Context,
  keys: FailureKeys,
  { captcha, device }: { readonly captcha: string; readonly device: string | null },
): Promise<JudgedTry> {
  const { attempts, captchas } = ctx.services
  if (device !== null) {
    const turn = await attempts.take(`login-device:${device}`, withoutCaptcha.login)
    if (turn.isGiven) return { failures: turn.count, isTrusted: true, giveBack: turn.giveBack }
  }
  if (!captchas.areOn) {
    const turn = await attempts.take(keys.hourly, passwordRests)
    requireGiven(turn)
    const counted = await attempts.take(keys.recent, countedOnly(withoutCaptcha.login))
    return { ...allOf([counted, turn]), isTrusted: false }
  }
  const free = await freeTry(ctx, keys)
  if (free) return { ...free, isTrusted: false }
  await requireCaptcha(ctx, captcha)
  const turns = allowancesOf(ctx, keys).map(([key, allowance]) => attempts.take(key, countedOnly(allowance)))
  return { ...allOf(await Promise.all(turns)), isTrusted: true }
}

/** Where a login is counted, and how much is free there. */
const allowancesOf = (ctx: Context, { recent, hourly }: FailureKeys) =>
  [
    [recent, withoutCaptcha.login],
    [addressKey(ctx), withoutCaptcha.address],
    [hourly, passwordRests],
  ] as const

/** A try without a code, while the account and the address have one; null once they do not. */
async function freeTry(ctx: Context, keys: FailureKeys): Promise<Omit<JudgedTry, 'isTrusted'> | null> {
  const turns: Turn[] = []
  for (const [key, allowance] of allowancesOf(ctx, keys)) {
    const turn = await ctx.services.attempts.take(key, allowance)
    if (!turn.isGiven) {
      await allOf(turns).giveBack()
      return null
    }
    turns.push(turn)
  }
  return allOf(turns)
}

/** Turns that are kept or given back together; the first one says how many failures there are. */
function allOf(turns: readonly Turn[]): Omit<JudgedTry, 'isTrusted'> {
  const given = turns.filter((turn) => turn.isGiven)
  return {
    failures: given[0]?.count ?? 0,
    giveBack: async () => void (await Promise.all(given.map((turn) => turn.giveBack()))),
  }
}

/** @throws DomainError captchaRequired | tooManyFailures while tries on the account rest */
async function requireRested({ services: { attempts, captchas } }: Context, { hourly }: FailureKeys): Promise<void> {
  const turn = await attempts.take(hourly, passwordRests)
  if (turn.isGiven) await turn.giveBack()
  else throw captchas.areOn ? new DomainError('captchaRequired') : restingFor(turn.restMs)
}

async function forgetTries({ services: { attempts } }: Context, { recent, hourly }: FailureKeys): Promise<void> {
  await attempts.clear(recent)
  await attempts.clear(hourly)
}
