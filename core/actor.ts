import type { Language } from './language.ts'
import { seenLess, wholeOf } from './seen-less.ts'

/** What a token allows within its item: reading pages, or writing them too. */
export type Scope = 'read' | 'write'

/** What a token allows. */
export interface Token {
  readonly itemId: number
  readonly scopes: readonly Scope[]
  /** Whose rights it uses, limited by its scopes; null for the item's own token, which belongs to nobody. */
  readonly onBehalfOf: number | null
}

/** A token as it is stored. A door compares it with the one that a program sent. */
export interface StoredToken extends Token {
  /** The token itself, if people may see it again; otherwise its digest, as `seals.digest` makes it for this purpose. */
  readonly secret: string | { readonly digest: string; readonly purpose: string }
}

declare const verified: unique symbol

/** A program whose token a door has verified (`core/access/token-door.ts`). */
export interface Program extends Token {
  readonly kind: 'token'
  readonly [verified]: true
}

const programs = new WeakSet()

/** Only for `core/access/token-door.ts`. */
export function verifiedProgram({ itemId, scopes, onBehalfOf }: Token): Program {
  const program = { kind: 'token', itemId, scopes: Object.freeze([...scopes]), onBehalfOf } as Program
  programs.add(program)
  return program
}

/** Types of plugins are not checked when they run. @throws Error unless a door has made this actor */
export function assertProgram(actor: Actor): asserts actor is Program {
  if (!programs.has(actor)) throw new Error('a plugin names a caller that no door has verified')
}

/** The actors of contexts, by the session they came with. */
const callers = new WeakMap<object, WeakSet<Actor>>()

const seenSessions = new WeakMap<object, object>()

/** What a plugin gets in the place of a session: always the same one, and it stands for the same caller. */
export function sessionSeen<S extends object>(given: S, made: (whole: S) => S): S {
  const whole = wholeOf<S>(given)
  const seen = (seenSessions.get(whole) as S | undefined) ?? seenLess(made(whole), whole)
  seenSessions.set(whole, seen)
  return seen
}

export interface InSession<S extends object = object> {
  readonly actor: Actor
  readonly session: S
}

/** Only for code that makes contexts. The actor cannot be changed any more. */
export function rememberCaller({ actor, session }: InSession): void {
  const actors = callers.get(session) ?? new WeakSet()
  callers.set(session, actors.add(Object.freeze(actor)))
}

/** The same caller with other rights, by the actor that had the former ones. */
const successors = new WeakMap<Actor, Actor>()

/** For work that outlasts the rights it began with: contexts that contain the former actor count as this one's. */
export function replaceCaller(former: Actor, caller: InSession): void {
  rememberCaller(caller)
  successors.set(former, caller.actor)
  const isGone = gone.get(former)
  if (isGone) gone.set(caller.actor, isGone)
}

/** Whether the request is long over that an actor came with; nobody reads the rights of that actor anew any more. */
const gone = new WeakMap<Actor, () => boolean>()

/** Code may keep a context: once `isGone`, that acts for a visitor. */
export const endCaller = (actor: Actor, isGone: () => boolean): void => void gone.set(actor, isGone)

/** An actor with its current rights. */
export function actorNow(actor: Actor): Actor {
  let now = actor
  for (let next = successors.get(now); next; next = successors.get(now)) now = next
  return gone.get(now)?.() === true ? { kind: 'visitor' } : now
}

/**
 * Whose rights count. A context is a plain object, into which a plugin could put somebody else, or whoever called it
 * before.
 * @throws Error unless the product has put this actor into a context with this session
 */
export function callerIn({ actor, session }: InSession): Actor {
  if (!callers.get(wholeOf(session))?.has(actor))
    throw new Error('a plugin names a caller that the product has not recognised')
  return actorNow(actor)
}

/** The account of the caller, as `accountOf` gives it. @throws Error as `callerIn` */
export const accountIn = (ctx: InSession): number | null => accountOf(callerIn(ctx))

/** The session, which knows the visit passwords that were given. @throws Error as `callerIn` */
export function wholeSession<S extends object>(ctx: InSession): S {
  callerIn(ctx)
  return wholeOf<S>(ctx.session)
}

/** Who is calling. */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'user'
      readonly id: number
      /** Whether the person administers the site now. */
      readonly isAdmin: boolean
      /** An administrator who currently lacks the required second factor, and so does not administer. */
      readonly lacksSecondFactor?: true
    }
  | Program

/** Recorded in place of an account for what a program does when it acts for nobody. */
export const NOBODY = 0

/** The name shown for an item's own token. */
const PROGRAM_NAME: Readonly<Record<Language, string>> = { en: 'Open API', 'zh-cn': '开放 API' }

/**
 * The name shown for whoever did something; as `username` says for accounts, '' for deleted ones.
 * @param accountId null for visitors and the server itself
 */
export const authorShown = (accountId: number | null, username: string, language: Language): string =>
  accountId === NOBODY ? PROGRAM_NAME[language] : username

/** The account whose rights count; null for visitors, and for programs that act for nobody. */
export function accountOf(actor: Actor): number | null {
  if (actor.kind === 'user') return actor.id
  return actor.kind === 'token' ? actor.onBehalfOf : null
}
