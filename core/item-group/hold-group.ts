import { requireLogin } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'

/** Holds a group of the caller until the end of the command. @throws DomainError notFound, for groups of others as well */
export async function holdGroup(ctx: CommandContext, groupId: number): Promise<void> {
  if (!(await ctx.store.itemGroups.lock(requireLogin(ctx), groupId))) throw new DomainError('notFound')
}
