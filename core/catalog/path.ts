import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { OpenItemId } from '../opened-id.ts'
import { byOrder, type Catalog } from './catalog.ts'
import { addCatalog } from './save.ts'

/** The names in a path such as `Orders / Refunds`; empty for the root. @throws DomainError invalidInput when one is too long */
export function namesIn(path: string): readonly string[] {
  const names = path.split('/').map((name) => name.trim())
  const given = names.filter((name) => name !== '')
  if (given.some((name) => name.length > limits.nameLength))
    throw new DomainError('invalidInput', { field: 'catalogPath' })
  return given
}

/**
 * The catalog at this path, with missing catalogs added; null for the root. Of several with the same name the first is
 * used. The item is locked for the change.
 * @throws DomainError catalogTooDeep | tooMany | notAllowed
 */
export async function catalogAt(
  ctx: CommandContext,
  itemId: OpenItemId,
  names: readonly string[],
): Promise<number | null> {
  const catalogs = (await ctx.store.catalogs.ofItem(itemId)).toSorted(byOrder)
  const findBelow = (parentId: number | null, name: string): Catalog | undefined =>
    catalogs.find((each) => each.parentId === parentId && each.name === name)
  let parentId: number | null = null
  for (const name of names) {
    const catalog: Catalog =
      findBelow(parentId, name) ?? (await addCatalog(ctx, { itemId, parentId, name, order: undefined }))
    parentId = catalog.id
  }
  return parentId
}
