import { identitiesIn, mailLinksIn, usersIn } from '../access/facts.ts'
import { z } from 'zod'
import type { CommandContext } from '../context.ts'
import { DomainError, isRefusal } from '../errors.ts'
import { limits } from '../limits.ts'
import type { New } from '../new.ts'
import { line, text } from '../schema.ts'
import { followTeamWord, TeamWord } from '../team/vouched-teams.ts'
import { NO_PREFERENCES } from './preferences.ts'
import { requireSwitchedOn } from './standing.ts'
import { typedEmail } from './typed.ts'
import type { User } from './user.ts'
import { usernameFrom } from './username.ts'

/** A person identified by an external authority. */
export interface ExternalIdentity {
  /** Never reassigned to another person there, and compared exactly; not a name that people can choose. */
  readonly externalId: string
  /** Username for a new account, subject to the rules for usernames: 2 to 30 characters without `@` and comma. */
  readonly username: string
  /** '' for none. */
  readonly name: string
  /** Stored as unconfirmed with a new account, unless another account has it. */
  readonly email?: string | null
  /** Whether name and address are updated at every login, not only at the first. False when left out. */
  readonly isLeading?: boolean
  /** False if this person may use an existing account but gets no new one. True when left out. */
  readonly mayBeNew?: boolean
  /**
   * How long the authority's confirmation is valid: then the session ends, unless the authority confirms again
   * (`prolongSessions`). A day when left out (threats T2), and never longer than other sessions.
   */
  readonly sessionMs?: number
  /** The person's teams here, if the authority decides about them; memberships stay unchanged if omitted. See `followTeamWord`. */
  readonly teams?: z.input<typeof TeamWord>
}

const Identity = z.object({
  // With a space at its end it might be somebody else's name.
  externalId: text(255).min(1),
  username: line(254),
  name: line(limits.nameLength).catch(''),
  email: typedEmail().nullable().catch(null).default(null),
  isLeading: z.boolean().default(false),
  mayBeNew: z.boolean().default(true),
  sessionMs: z.number().int().min(60_000).max(limits.sessionMs).default(limits.vouchedSessionMs),
  teams: TeamWord.optional(),
})
type Identity = z.output<typeof Identity>

/** Validates an authority's answer before it is used; null for "nobody". @throws Error when it is not an identity */
export const identityFrom = (answer: unknown): Identity | null => (answer === null ? null : Identity.parse(answer))

/**
 * The account of this person, created at the first login. Only the link identifies it: neither an equal username nor an
 * equal e-mail address ever leads to an existing account (threats O2, LOGIN-03). After an account was deleted, the next
 * login counts as the first, without any of the former account's rights.
 * @throws DomainError accountSwitchedOff; registrationClosed | usernameTaken | illegalUsername at the first login
 */
export async function userOfIdentity(ctx: CommandContext, methodId: string, identity: Identity): Promise<User> {
  const user = await accountOfIdentity(ctx, methodId, identity)
  if (identity.teams) await followTeamWord(ctx, { userId: user.id, methodId, word: identity.teams })
  return user
}

async function accountOfIdentity(ctx: CommandContext, methodId: string, identity: Identity): Promise<User> {
  const key = { methodId, externalId: identity.externalId }
  const linked = await identitiesIn(ctx.store).find(key)
  if (linked) {
    // Before anything about somebody without access is written.
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
      const made = await identitiesIn(store).insert(user, key, now)
      emit('account.registered', { userId: made.id, isAdmin: made.isAdmin })
      return made
    })
  try {
    return await insert(user).catch((error: unknown) => {
      if (!isRefusal(error) || error.kind !== 'emailTaken') throw error
      return insert({ ...user, email: null })
    })
  } catch (error) {
    // The same person may have logged in from another window meanwhile.
    if (!isRefusal(error) || error.kind !== 'usernameTaken') throw error
    const other = await identitiesIn(ctx.store).find(key)
    if (other) return other
    await recordTaken(ctx, methodId, user.username)
    throw error
  }
}

/**
 * The account with name and address as currently given by its authority. An address used by another account is not
 * taken over.
 */
async function followed(ctx: CommandContext, user: User, { name, email }: Identity): Promise<User> {
  const named = name !== '' && name !== user.name ? { name } : {}
  const addressed =
    email !== null && email.toLowerCase() !== user.email?.toLowerCase() ? { email, isEmailVerified: false } : {}
  const write = async (change: Partial<New<User>>): Promise<User> => {
    if (Object.keys(change).length === 0) return user
    await ctx.together(async ({ store }) => {
      await usersIn(store).update(user.id, change)
      // A link sent to the former address must no longer give access to the account.
      if (change.email !== undefined) await mailLinksIn(store).removeAll(user.id, null)
    })
    return { ...user, ...change }
  }
  return write({ ...named, ...addressed }).catch((error: unknown) => {
    if (!isRefusal(error) || error.kind !== 'emailTaken') throw error
    return write(named)
  })
}

/** For administrators, who alone can resolve it: the username of a person from elsewhere is already in use. */
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
