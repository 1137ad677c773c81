import type { HandlerContext, Services } from '../context.ts'
import { extensionPoint } from '../extension.ts'
import type { Language } from '../language.ts'
import { wholeServices } from '../open-services.ts'
import { TooLate, withinTime } from '../within-time.ts'
import { identityFrom, type ExternalIdentity } from './external-identity.ts'

/** A label in each language. */
export type Title = Readonly<Record<Language, string>>

export interface TypedCredentials {
  /** As typed, in NFKC: a username or an e-mail address. Never ''. */
  readonly username: string
  /** As typed; never ''. */
  readonly password: string
}

/** Verifies username and password elsewhere, e.g. in a directory. */
export interface LoginMethod {
  /** Unique among login methods and redirects, stored with the accounts: never change it. */
  readonly id: string
  /** Whose account is meant, for the login screen. */
  readonly title: Title
  /** Time limit in milliseconds; 10,000 when left out, which is also the maximum. */
  readonly limitMs?: number
  /** False while an administrator has switched it off: the login screen does not show it then. Shown when left out. */
  isOffered?(ctx: HandlerContext): Promise<boolean>
  /**
   * The person with these credentials; null when there is none, or the password is wrong. Errors and timeouts count as
   * "unavailable": they are logged, the next method is asked, and nobody is told that the password was wrong.
   */
  verify(ctx: HandlerContext, credentials: TypedCredentials, signal: AbortSignal): Promise<ExternalIdentity | null>
}

export const loginMethods = extensionPoint<LoginMethod>('loginMethods', { isLimitedByCore: true })

/** Threats L2: a login is answered within 20 seconds, whatever hangs. */
const LIMIT_MS = 10_000
const ALL_LIMIT_MS = 15_000
/** A method that timed out this often within a minute is skipped for the rest of it (R11). */
const LATE_TIMES = 3
const LATE_WINDOW_MS = 60_000

/** How long the login screen waits for the list of methods. */
const OFFER_LIMIT_MS = 2_000

/** The current value; null, with a log entry, when it cannot be determined. */
export const offeredNow = <T>({ log }: Pick<Services, 'log'>, id: string, ask: () => Promise<T>): Promise<T | null> =>
  withinTime(`asking whether ${id} is offered`, OFFER_LIMIT_MS, ask).catch((error: unknown) => {
    log.error(`the login ${id} is not offered`, error)
    return null
  })

export const limitOf = ({ limitMs = LIMIT_MS }: { readonly limitMs?: number }): number => Math.min(limitMs, LIMIT_MS)

/** The methods shown on the login screen, in the order of their plugins. */
export async function offeredMethods({ store, services }: HandlerContext): Promise<readonly LoginMethod[]> {
  const methods = wholeServices(services).extensions(loginMethods)
  const offers = await Promise.all(
    methods.map((method) =>
      offeredNow(services, method.id, async () => !method.isOffered || (await method.isOffered({ store, services }))),
    ),
  )
  return methods.filter((_, at) => offers[at] === true)
}

export interface Vouched {
  readonly methodId: string
  readonly identity: NonNullable<ReturnType<typeof identityFrom>>
}

/** What the login methods said about somebody's credentials. */
interface MethodsAnswer {
  readonly vouched: Vouched | null
  /** Whether one of them looked at the credentials and knew nobody with them. */
  readonly isJudged: boolean
  /** The first one that could not say, where none vouches for anybody; null when all of them said. */
  readonly away: LoginMethod | null
}

/**
 * Asks the login methods one after another, in the order of their plugins, until one confirms somebody.
 * @param only methods with these ids; null for all
 */
export async function askedMethods(
  ctx: HandlerContext,
  credentials: TypedCredentials,
  only: readonly string[] | null,
): Promise<MethodsAnswer> {
  // Many directories treat an empty password as an anonymous login and accept it (threats L1).
  if (credentials.username === '' || credentials.password === '') return { vouched: null, isJudged: true, away: null }
  const methods = wholeServices(ctx.services)
    .extensions(loginMethods)
    .filter(({ id }) => only === null || only.includes(id))
  const silent = new Set(methods)
  const vouched = await withinTime('asking the login methods', ALL_LIMIT_MS, async (signal) => {
    for (const method of methods) {
      if (signal.aborted) return null
      const identity = await identityBy(ctx, method, credentials)
      if (identity) return { methodId: method.id, identity }
      if (identity === null) silent.delete(method)
    }
    return null
  }).catch((error: unknown) => {
    ctx.services.log.error('login methods were not asked', error)
    return null
  })
  const [away = null] = vouched ? [] : silent
  return { vouched, isJudged: methods.length === 0 || silent.size < methods.length, away }
}

/** Null for nobody; undefined when the method is unavailable. */
async function identityBy(
  ctx: HandlerContext,
  method: LoginMethod,
  credentials: TypedCredentials,
): Promise<Vouched['identity'] | null | undefined> {
  const { attempts, log } = wholeServices(ctx.services)
  const key = `late-login-method:${method.id}`
  if ((await attempts.count(key, LATE_WINDOW_MS)) >= LATE_TIMES) return undefined
  try {
    const what = `the login method ${method.id}`
    // Each method has its own, so that none can change what the next one is asked.
    const own = { store: ctx.store, services: ctx.services }
    return identityFrom(
      await withinTime(what, limitOf(method), (signal) => method.verify(own, { ...credentials }, signal)),
    )
  } catch (error) {
    log.error(`the login method ${method.id} is passed over`, error)
    if (error instanceof TooLate) await attempts.add(key, LATE_WINDOW_MS)
    return undefined
  }
}
