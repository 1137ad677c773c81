import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { OpenItemId } from '../opened-id.ts'

/** @throws DomainError tooMany when the item cannot have this many more pages */
export async function requireWithinPageLimit(
  { store }: Pick<Context, 'store'>,
  itemId: OpenItemId,
  pages: number,
): Promise<void> {
  if ((await store.pages.countIn(itemId)) + pages > limits.pagesPerItem)
    throw new DomainError('tooMany', { limit: limits.pagesPerItem })
}
