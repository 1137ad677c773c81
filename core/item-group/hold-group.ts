import { requireLogin } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'

/**
 * Locks a group of the caller until the end of the command. @throws DomainError notFound, also for other people's
 * groups
 */
export async function holdGroup(ctx: CommandContext, groupId: number): Promise<void> {
  if (!(await productStore(ctx.store).itemGroups.lock(requireLogin(ctx), groupId))) throw new DomainError('notFound')
}
