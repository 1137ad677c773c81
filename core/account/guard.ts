import { identitiesIn, sessionIn, usersIn } from '../access/facts.ts'
import { requireLogin } from '../access/doors.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { wholeServices } from '../open-services.ts'
import type { Turn } from '../ports/login.ts'
import { countedOnly, passwordRests, withoutCaptcha } from './attempt-limits.ts'
import { deviceOf } from './devices.ts'
import { userOfIdentity } from './external-identity.ts'
import { askedMethods, type LoginMethod, type TypedCredentials } from './login-methods.ts'
import { refusalAfter } from './sign-in.ts'
import type { User } from './user.ts'

interface Credentials {
  /** Or the e-mail address. */
  readonly username: string
  readonly password: string
  readonly captcha: string
}

/** The key for an account's failures; unknown names are counted too, so that answers do not differ. */
interface FailureKeys {
  readonly recent: string
  readonly hourly: string
}

/** An attempt that is counted unless it is released. */
interface JudgedTry {
  /** Failures within the window if this one fails too. */
  readonly failures: number
  /**
   * Whether other people cannot block it: a captcha was solved, or the person has logged in with this browser before.
   */
  readonly isTrusted: boolean
  giveBack(): Promise<void>
}

/** Who logged in, and how. */
export interface ProvenUser {
  readonly user: User
  /** The login method that verified the person; null for a local password. */
  readonly methodId: string | null
  readonly sessionMs: number
}

/** Nobody is proven by these credentials. */
interface NotProven {
  readonly user: null
  /** Whether this site or a login method has compared them; false when the only ones to ask did not answer. */
  readonly isJudged: boolean
  /** A login method that may know the person and did not answer; null when all of them did. */
  readonly away: LoginMethod | null
}
const WRONG: NotProven = { user: null, isJudged: true, away: null }

/**
 * The account for these credentials: by its local password, or else by a login method. Each attempt is counted in the
 * same step that allows it, before the password is hashed, so that parallel attempts cannot exceed the limit. Only
 * attempts that this site or a login method evaluated count, and success resets the count (threats T6). A right password
 * with a right captcha is always accepted, and so is one from a known browser, whatever other people did.
 * @throws DomainError tooManyFailures (captchas disabled) | captchaRequired | wrongLogin | wrongLoginCaptchaDue |
 * loginUnavailable | busy; notAllowed | usernameTaken | illegalUsername when a login method confirms somebody who
 * cannot have an account
 */
export async function userWith(ctx: CommandContext, { username, password, captcha }: Credentials): Promise<ProvenUser> {
  // Names are stored in NFKC, whatever the keyboard sends.
  const name = username.normalize('NFKC').trim()
  const user = await usersIn(ctx.store).byLogin(name)
  const keys = failureKeys(user ? `user:${user.id}` : `name:${foldedName(name)}`)
  const judged = await judgedTry(ctx, keys, { captcha, device: user && deviceOf(ctx, user.id) })
  const proven = await unlessThrown(judged, () => provenUser(ctx, { username: name, password }, user, judged))
  if (proven.user) {
    await judged.giveBack()
    await forgetTries(ctx, keys)
    return proven
  }
  const { isJudged, away } = proven
  if (!isJudged) await judged.giveBack()
  // Unknown names are not recorded: they may be a password typed into the wrong field.
  const object = user && ({ kind: 'account', id: user.id } as const)
  const refused = { action: 'account.login', ...(object && { object }) } as const
  if (away) {
    ctx.audit({ ...refused, detail: `by ${away.id}`, result: 'loginUnavailable' })
    throw new DomainError('loginUnavailable', {}, { method: away.title })
  }
  const result = refusalAfter(judged.failures)
  ctx.audit({ ...refused, result })
  throw new DomainError(result)
}

async function provenUser(
  ctx: CommandContext,
  credentials: TypedCredentials,
  user: User | null,
  judged: JudgedTry,
): Promise<ProvenUser | NotProven> {
  const isRight = await wholeServices(ctx.services).passwords.matches(credentials.password, user?.passwordHash ?? null)
  return user && isRight
    ? { user, methodId: null, sessionMs: limits.sessionMs }
    : externalUser(ctx, credentials, user, judged)
}

/**
 * Verifies these credentials with external login methods. Accounts with a local password are never looked up there, so
 * that nobody can guess directory passwords through it, and no external system can open them (threats L2, O2).
 */
async function externalUser(
  ctx: CommandContext,
  credentials: TypedCredentials,
  named: User | null,
  judged: JudgedTry,
): Promise<ProvenUser | NotProven> {
  if (named && named.passwordHash !== null) return WRONG
  const methodIds = named && (await identitiesIn(ctx.store).methodsOf(named.id))
  const { vouched, isJudged, away } = await askedMethods(ctx, credentials, methodIds)
  if (!vouched) return { user: null, isJudged, away }
  const linked = await identitiesIn(ctx.store).find({
    methodId: vouched.methodId,
    externalId: vouched.identity.externalId,
  })
  // Found by another name than its username here.
  if (linked && linked.passwordHash !== null) return WRONG
  const user = await userOfIdentity(ctx, vouched.methodId, vouched.identity)
  // Earlier attempts may have been counted under another name than the one typed.
  if (!judged.isTrusted) await requireRested(ctx, failureKeys(`user:${user.id}`))
  return { user, methodId: vouched.methodId, sessionMs: vouched.identity.sessionMs }
}

/**
 * The caller's account, after entering the login password again for a dangerous action. An account without one,
 * verified by an external authority, confirms by typing the name of the thing instead. Wrong ones are counted and lead
 * to waiting times (threats A11).
 * @param name the name of the thing; null when only a password is accepted
 * @throws DomainError loginRequired | tooManyFailures | wrongPassword | nameDiffers | busy
 */
export async function confirmPassword(ctx: Context, typed: string, name: string | null = null): Promise<User> {
  const user = await usersIn(ctx.store).byId(requireLogin(ctx))
  if (!user) throw new DomainError('loginRequired')
  const { attempts, passwords } = wholeServices(ctx.services)
  const key = confirmationKey(user.id)
  // Counted separately: strangers guessing at the login must not block the owner here.
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

/** The owner of the account was recognised in another way: resets earlier failures. */
export async function forgetFailures(ctx: Context, userId: number): Promise<void> {
  await forgetTries(ctx, failureKeys(`user:${userId}`))
  await wholeServices(ctx.services).attempts.clear(confirmationKey(userId))
}

/** @throws DomainError captchaRequired when the captcha is wrong, expired, used or missing */
export async function requireCaptcha(ctx: Context, captcha: string): Promise<void> {
  const isRight = await wholeServices(ctx.services).captchas.check(sessionIn(ctx).captchaId, captcha)
  if (!isRight) throw new DomainError('captchaRequired')
}

/** Directories treat many spellings as the same name: they ignore accents, spaces and invisible characters. */
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

/** @throws DomainError tooManyFailures, with the minutes to wait, unless the attempt is allowed */
export function requireGiven(turn: Turn): asserts turn is Extract<Turn, { isGiven: true }> {
  if (!turn.isGiven) throw restingFor(turn.restMs)
}

const restingFor = (restMs: number): DomainError =>
  new DomainError('tooManyFailures', { minutes: Math.ceil(restMs / 60_000) })

/** Attempts that were never evaluated do not count. */
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
  const { attempts, captchas } = wholeServices(ctx.services)
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

/** The counters of a login, and their limits. */
const allowancesOf = (ctx: Context, { recent, hourly }: FailureKeys) =>
  [
    [recent, withoutCaptcha.login],
    [addressKey(ctx), withoutCaptcha.address],
    [hourly, passwordRests],
  ] as const

/** An attempt without a captcha, while account and address have one left; null otherwise. */
async function freeTry(ctx: Context, keys: FailureKeys): Promise<Omit<JudgedTry, 'isTrusted'> | null> {
  const turns: Turn[] = []
  for (const [key, allowance] of allowancesOf(ctx, keys)) {
    const turn = await wholeServices(ctx.services).attempts.take(key, allowance)
    if (!turn.isGiven) {
      await allOf(turns).giveBack()
      return null
    }
    turns.push(turn)
  }
  return allOf(turns)
}

/** Attempts that are counted or released together; the first one has the number of failures. */
function allOf(turns: readonly Turn[]): Omit<JudgedTry, 'isTrusted'> {
  const given = turns.filter((turn) => turn.isGiven)
  return {
    failures: given[0]?.count ?? 0,
    giveBack: async () => void (await Promise.all(given.map((turn) => turn.giveBack()))),
  }
}

/** @throws DomainError captchaRequired | tooManyFailures while attempts on the account are blocked */
async function requireRested({ services }: Context, { hourly }: FailureKeys): Promise<void> {
  const { attempts, captchas } = wholeServices(services)
  const turn = await attempts.take(hourly, passwordRests)
  if (turn.isGiven) await turn.giveBack()
  else throw captchas.areOn ? new DomainError('captchaRequired') : restingFor(turn.restMs)
}

async function forgetTries({ services }: Context, { recent, hourly }: FailureKeys): Promise<void> {
  const { attempts } = wholeServices(services)
  await attempts.clear(recent)
  await attempts.clear(hourly)
}
