import { usersIn } from '../access/facts.ts'
import { requireLogin } from '../access/doors.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { User } from './user.ts'

/** The account of the session. @throws DomainError loginRequired when it has been deleted */
export async function callerOf(ctx: Context): Promise<User> {
  const user = await usersIn(ctx.store).byId(requireLogin(ctx))
  if (!user) throw new DomainError('loginRequired')
  return user
}
