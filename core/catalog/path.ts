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
 * The name of a catalog that lay deeper than there are levels here, and so came to the last one: those of its path from
 * there. Paths that programs send find it by this name.
 */
export const nameOnLastLevel = (names: readonly string[]): string => names.join(' / ')

/**
 * The catalog at this path, with missing catalogs added; null for the root. Of several with the same name the first is
 * used. A path with more levels than there are leads to what came from such a depth, and adds nothing there. The item is
 * locked for the change.
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
  const last = limits.catalogDepth - 1
  if (names.length > limits.catalogDepth) {
    let found: Catalog | undefined
    for (const name of [...names.slice(0, last), nameOnLastLevel(names.slice(last))]) {
      found = findBelow(found?.id ?? null, name)
      if (!found) break
    }
    if (found) return found.id
  }
  let parentId: number | null = null
  for (const name of names) {
    const catalog: Catalog =
      findBelow(parentId, name) ?? (await addCatalog(ctx, { itemId, parentId, name, order: undefined }))
    parentId = catalog.id
  }
  return parentId
}
