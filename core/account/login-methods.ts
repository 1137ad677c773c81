import type { HandlerContext, Services } from '../context.ts'
import { extensionPoint } from '../extension.ts'
import type { Language } from '../language.ts'
import { TooLate, withinTime } from '../within-time.ts'
import { identityFrom, type ExternalIdentity } from './external-identity.ts'

/** A word for people, in each language. */
export type Title = Readonly<Record<Language, string>>

export interface TypedCredentials {
  /** As typed, in NFKC: a username or an e-mail address. Never ''. */
  readonly username: string
  /** As typed; never ''. */
  readonly password: string
}

/** Verifies username and password somewhere else, such as in a directory. */
export interface LoginMethod {
  /** Unique among login methods and redirects, kept with the accounts: never change it. */
  readonly id: string
  /** Whose account it is, for the login screen. */
  readonly title: Title
  /** Gives up after so many milliseconds; 10,000 when left out, and never more. */
  readonly limitMs?: number
  /** False while an administrator has it switched off: the login screen does not name it then. Named when left out. */
  isOffered?(ctx: HandlerContext): Promise<boolean>
  /**
   * The person these credentials belong to; null when there is none, or the password is wrong. What it throws, and what
   * comes too late, counts as "cannot be asked": it is logged and passed over.
   */
  verify(ctx: HandlerContext, credentials: TypedCredentials, signal: AbortSignal): Promise<ExternalIdentity | null>
}

export const loginMethods = extensionPoint<LoginMethod>('loginMethods', { isLimitedByCore: true })

/** Threats L2: a login is answered within 20 seconds, whatever hangs. */
const LIMIT_MS = 10_000
const ALL_LIMIT_MS = 15_000
/** A method that was late so often within a minute is not asked for the rest of it (R11). */
const LATE_TIMES = 3
const LATE_WINDOW_MS = 60_000

/** How long the login screen waits to be told what it offers. */
const OFFER_LIMIT_MS = 2_000

/** What is offered now; null, with a word in the log, when that cannot be said. */
export const offeredNow = <T>({ log }: Pick<Services, 'log'>, id: string, ask: () => Promise<T>): Promise<T | null> =>
  withinTime(`asking whether ${id} is offered`, OFFER_LIMIT_MS, ask).catch((error: unknown) => {
    log.error(`the login ${id} is not offered`, error)
    return null
  })

export const limitOf = ({ limitMs = LIMIT_MS }: { readonly limitMs?: number }): number => Math.min(limitMs, LIMIT_MS)

/** The methods the login screen names, in the order of their plugins. */
export async function offeredMethods({ store, services }: HandlerContext): Promise<readonly LoginMethod[]> {
  const methods = services.extensions(loginMethods)
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

/**
 * Asks the login methods one after the other, in the order of their plugins, until one vouches for somebody.
 * @param only methods of these ids; null for all
 */
export async function vouchedBy(
  ctx: HandlerContext,
  credentials: TypedCredentials,
  only: readonly string[] | null,
): Promise<Vouched | null> {
  // Many directories take an empty password for an anonymous login, and say yes (threats L1).
  if (credentials.username === '' || credentials.password === '') return null
  const methods = ctx.services.extensions(loginMethods).filter(({ id }) => only === null || only.includes(id))
  if (methods.length === 0) return null
  return withinTime('asking the login methods', ALL_LIMIT_MS, async (signal) => {
    for (const method of methods) {
      const identity = signal.aborted ? null : await identityBy(ctx, method, credentials)
      if (identity) return { methodId: method.id, identity }
    }
    return null
  }).catch((error: unknown) => {
    ctx.services.log.error('login methods were not asked', error)
    return null
  })
}

/** Null as well when the method cannot be asked. */
async function identityBy(
  ctx: HandlerContext,
  method: LoginMethod,
  credentials: TypedCredentials,
): Promise<Vouched['identity'] | null> {
  const { attempts, log } = ctx.services
  const key = `late-login-method:${method.id}`
  if ((await attempts.count(key, LATE_WINDOW_MS)) >= LATE_TIMES) return null
  try {
    const what = `the login method ${method.id}`
    return identityFrom(await withinTime(what, limitOf(method), (signal) => method.verify(ctx, credentials, signal)))
  } catch (error) {
    log.error(`the login method ${method.id} is passed over`, error)
    if (error instanceof TooLate) await attempts.add(key, LATE_WINDOW_MS)
    return null
  }
}
