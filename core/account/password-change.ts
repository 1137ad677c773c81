import { loginsIn, mailLinksIn, usersIn } from '../access/facts.ts'
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
  const isReplaced =
    user.passwordHash !== null && (await usersIn(ctx.store).replacePasswordHash(user.id, user.passwordHash, hash))
  if (!isReplaced) throw new DomainError('wrongPassword')
  await mailLinksIn(ctx.store).removeAll(user.id, 'resetPassword')
  ctx.audit({ action: 'account.passwordChanged', object: { kind: 'account', id: user.id }, actorId: user.id })
  await loginsIn(ctx.store).closeAll(user.id, null)
  return openSession(ctx, { ...user, passwordHash: hash }, opening)
}
