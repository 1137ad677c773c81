import { z } from 'zod'
import type { CommandContext } from '../context.ts'
import { DomainError, isRefusal } from '../errors.ts'
import { limits } from '../limits.ts'
import type { New } from '../new.ts'
import { line, text } from '../schema.ts'
import { NO_PREFERENCES } from './preferences.ts'
import { requireSwitchedOn } from './standing.ts'
import { typedEmail } from './typed.ts'
import type { User } from './user.ts'
import { usernameFrom } from './username.ts'

/** A person an outside authority vouches for. */
export interface ExternalIdentity {
  /** Never given to another person there, and compared exactly: no name that somebody may choose. */
  readonly externalId: string
  /** What the account is called when it is made, by the rules of usernames: 2 to 30 characters without `@` and comma. */
  readonly username: string
  /** '' for none. */
  readonly name: string
  /** Kept with a new account unless another one has it, as an address that is yet to be confirmed. */
  readonly email?: string | null
  /** Name and address follow what is given here at every login, and not only at the first. False when left out. */
  readonly isLeading?: boolean
  /** False when this person gets in with an account there is, and gets no new one. True when left out. */
  readonly mayBeNew?: boolean
  /**
   * How long the authority's word lasts: the session ends then, unless the authority gives its word again
   * (`prolongSessions`). A day when left out (threats T2), and never longer than other sessions.
   */
  readonly sessionMs?: number
}

const Identity = z.object({
  // Without a blank at its end it might be the name of somebody else.
  externalId: text(255).min(1),
  username: line(254),
  name: line(limits.nameLength).catch(''),
  email: typedEmail().nullable().catch(null).default(null),
  isLeading: z.boolean().default(false),
  mayBeNew: z.boolean().default(true),
  sessionMs: z.number().int().min(60_000).max(limits.sessionMs).default(limits.vouchedSessionMs),
})
type Identity = z.output<typeof Identity>

/** What an authority answered, looked at before it is used; null for "nobody". @throws Error when it is no identity */
export const identityFrom = (answer: unknown): Identity | null => (answer === null ? null : Identity.parse(answer))

/**
 * The account of this person, made at the first login. Only the link decides: neither an equal username nor an equal
 * e-mail address ever leads to an account that is somebody's already (threats O2, LOGIN-03). After an account was deleted,
 * the next login is a first one: what the former account might is gone with it.
 * @throws DomainError accountSwitchedOff; registrationClosed | usernameTaken | illegalUsername at the first login
 */
export async function userOfIdentity(ctx: CommandContext, methodId: string, identity: Identity): Promise<User> {
  const key = { methodId, externalId: identity.externalId }
  const linked = await ctx.store.identities.find(key)
  if (linked) {
    // Before anything is written of somebody who does not get in.
    requireSwitchedOn(ctx, linked)
    return identity.isLeading ? followed(ctx, linked, identity) : linked
  }
  if (!identity.mayBeNew) {
    ctx.audit({ action: 'account.login', detail: `by ${methodId}`, result: 'registrationClosed' })
    throw new DomainError('registrationClosed')
  }
  const now = ctx.services.clock.now()
  const user = newExternalUser(identity, now)
  const insert = (user: New<User>) =>
    ctx.together(async ({ store, emit }) => {
      const made = await store.identities.insert(user, key, now)
      emit('account.registered', { userId: made.id, isAdmin: made.isAdmin })
      return made
    })
  try {
    return await insert(user).catch((error: unknown) => {
      if (!isRefusal(error) || error.kind !== 'emailTaken') throw error
      return insert({ ...user, email: null })
    })
  } catch (error) {
    // The same person may have come in by another window in between.
    if (!isRefusal(error) || error.kind !== 'usernameTaken') throw error
    const other = await ctx.store.identities.find(key)
    if (other) return other
    await recordTaken(ctx, methodId, user.username)
    throw error
  }
}

/** The account with the name and the address its authority gives it now. An address that is somebody's stays theirs. */
async function followed(ctx: CommandContext, user: User, { name, email }: Identity): Promise<User> {
  const named = name !== '' && name !== user.name ? { name } : {}
  const addressed =
    email !== null && email.toLowerCase() !== user.email?.toLowerCase() ? { email, isEmailVerified: false } : {}
  const write = async (change: Partial<New<User>>): Promise<User> => {
    if (Object.keys(change).length === 0) return user
    await ctx.together(async ({ store }) => {
      await store.users.update(user.id, change)
      // A link sent to the former address must not open the account any more.
      if (change.email !== undefined) await store.mailLinks.removeAll(user.id, null)
    })
    return { ...user, ...change }
  }
  return write({ ...named, ...addressed }).catch((error: unknown) => {
    if (!isRefusal(error) || error.kind !== 'emailTaken') throw error
    return write(named)
  })
}

/** For administrators, who alone can do something about it: somebody has the name that a person from elsewhere comes with. */
async function recordTaken({ store, audit }: CommandContext, methodId: string, username: string): Promise<void> {
  const [holder] = await store.users.byUsernames([username])
  const object = holder ? { object: { kind: 'account', id: holder.id } as const } : {}
  audit({ action: 'account.login', ...object, detail: `by ${methodId}`, result: 'usernameTaken' })
}

const newExternalUser = (identity: Identity, now: Date): New<User> => ({
  username: usernameFrom(identity.username),
  name: identity.name,
  email: identity.email,
  isEmailVerified: false,
  isAdmin: false,
  isSwitchedOff: false,
  hasSecondFactor: false,
  passwordHash: null,
  mustChangePassword: false,
  registeredAt: now,
  lastLoginAt: null,
  ...NO_PREFERENCES,
})
