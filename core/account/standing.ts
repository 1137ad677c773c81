import { loginsIn, mailLinksIn, tasksIn, usersIn } from '../access/facts.ts'
import { requireLogin } from '../access/doors.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { User } from './user.ts'
import { productStore } from '../open-store.ts'

/**
 * Refuses whom an administrator has switched off. To be asked once it is proven who it is: nobody else is told.
 * @throws DomainError accountSwitchedOff
 */
export function requireSwitchedOn(
  { audit }: Pick<Context, 'audit'>,
  { id, isSwitchedOff }: Pick<User, 'id' | 'isSwitchedOff'>,
): void {
  if (!isSwitchedOff) return
  audit({ action: 'account.login', object: { kind: 'account', id }, actorId: id, result: 'accountSwitchedOff' })
  throw new DomainError('accountSwitchedOff')
}

/**
 * Refuses whoever has a password that an administrator gave and wants changed. To be asked once it is proven who it is.
 * @throws DomainError passwordMustChange
 */
export function requireChosenPassword(
  { audit }: Pick<Context, 'audit'>,
  { id, mustChangePassword }: Pick<User, 'id' | 'mustChangePassword'>,
): void {
  if (!mustChangePassword) return
  audit({ action: 'account.login', object: { kind: 'account', id }, actorId: id, result: 'passwordMustChange' })
  throw new DomainError('passwordMustChange')
}

/**
 * Refuses whoever has a second factor and has not shown it. To be asked once it is proven who it is.
 * @throws DomainError secondFactorRequired
 */
export function requireSecondFactor(
  { audit }: Pick<Context, 'audit'>,
  { id, hasSecondFactor }: Pick<User, 'id' | 'hasSecondFactor'>,
  isProven: boolean,
): void {
  if (!hasSecondFactor || isProven) return
  audit({ action: 'account.login', object: { kind: 'account', id }, actorId: id, result: 'secondFactorRequired' })
  throw new DomainError('secondFactorRequired')
}

export const ADMINISTRATORS = 'administrators'

/**
 * Holds off other changes of what accounts may do, until the end of the transaction, so that two administrators do not
 * take each other away at once. To be called before anything else is held.
 * @throws DomainError notAllowed for a caller whom somebody has meanwhile switched off, or unmade as an administrator
 */
export async function holdStandings(ctx: CommandContext): Promise<void> {
  await ctx.store.settings.hold(ADMINISTRATORS)
  const caller = await ctx.store.users.byId(requireLogin(ctx))
  if (!caller?.isAdmin || caller.isSwitchedOff) throw new DomainError('notAllowed')
}

/** Switches an account off, and ends what goes on with it. To be called with the standings held. */
export async function switchOff(store: Context['store'], userId: number, now: Date): Promise<void> {
  await usersIn(store).update(userId, { isSwitchedOff: true })
  await loginsIn(store).closeAll(userId, null)
  await mailLinksIn(store).removeAll(userId, null)
  await productStore(store).locks.endAllOf(userId)
  await tasksIn(store).cancelAllOf(userId, now)
}

/** To be called with the standings held. @throws DomainError lastAdmin when nobody else can administer the site */
export async function requireOtherAdministrator({ store }: CommandContext, userId: number): Promise<void> {
  if (!(await hasOtherAdministrator(store, userId))) throw new DomainError('lastAdmin')
}

/** Whether somebody else can administer the site. To be called with the standings held. */
export async function hasOtherAdministrator(store: Pick<Context['store'], 'users'>, userId: number): Promise<boolean> {
  const isOther = ({ id, isSwitchedOff, passwordHash }: User): boolean =>
    // Whoever needs a word from elsewhere may never get it again (threats L2).
    id !== userId && !isSwitchedOff && passwordHash !== null
  return (await usersIn(store).admins()).some(isOther)
}
