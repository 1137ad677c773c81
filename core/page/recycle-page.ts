import { openPage, requireLogin } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'

/**
 * Puts a page into the recycle bin.
 * @throws DomainError notAllowed | notFound when it is there already | pageLocked
 */
export async function recyclePage(ctx: CommandContext, pageId: number): Promise<void> {
  const { page } = await openPage(ctx, pageId, 'edit')
  const actorId = requireLogin(ctx)
  if (!(await productStore(ctx.store).pages.recycle(page.id, actorId, ctx.services.clock.now()))) {
    // Somebody else was faster; the door reports the current state.
    await openPage(ctx, pageId, 'edit')
    throw new DomainError('busy')
  }
  ctx.emit('page.deleted', { page, actorId })
}
