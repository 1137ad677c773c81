import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { openSession, type Opening } from './sessions.ts'
import type { User } from './user.ts'

/**
 * Sets another password, unless it has been changed meanwhile. All sessions of the account end and a new one starts
 * here, in the same transaction.
 * @param user with the password that was verified
 * @returns the login token
 * @throws DomainError wrongPassword; as `openSession`
 */
export async function replacePassword(
  ctx: CommandContext,
  user: User,
  hash: string,
  opening: Opening,
): Promise<string> {
  const { users, logins, mailLinks } = ctx.store
  const isReplaced = user.passwordHash !== null && (await users.replacePasswordHash(user.id, user.passwordHash, hash))
  if (!isReplaced) throw new DomainError('wrongPassword')
  await mailLinks.removeAll(user.id, 'resetPassword')
  ctx.audit({ action: 'account.passwordChanged', object: { kind: 'account', id: user.id }, actorId: user.id })
  await logins.closeAll(user.id, null)
  return openSession(ctx, { ...user, passwordHash: hash }, opening)
}
