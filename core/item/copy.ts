import { newCatalog, type Catalog } from '../catalog/catalog.ts'
import type { CommandContext } from '../context.ts'
import { productStore } from '../open-store.ts'
import type { OpenItemId } from '../opened-id.ts'
import { draftOf, newPage, type Page } from '../page/page.ts'
import { requireRoom, textOwners } from '../site/text-limits.ts'
import { requireWithinPageLimit } from '../page/page-limit.ts'

/** Target of copied catalogs. */
export interface Target {
  readonly itemId: number
  /** Null for the root of the item. */
  readonly parentId: number | null
  /** The item's existing catalogs. */
  readonly catalogs: readonly Catalog[]
}

/**
 * Adds copies of these catalogs, parents before children, below the target; levels are adjusted to the new place.
 * @returns the copy of each catalog by the id of its original
 * @throws DomainError catalogTooDeep | tooMany
 */
export async function copyCatalogs(
  { store }: CommandContext,
  originals: readonly Catalog[],
  { itemId, parentId, catalogs }: Target,
): Promise<ReadonlyMap<number, Catalog>> {
  const copies = new Map<number, Catalog>()
  for (const original of originals) {
    const parent = copies.get(original.parentId ?? 0)?.id ?? parentId
    const wish = newCatalog([...catalogs, ...copies.values()], {
      itemId,
      parentId: parent,
      name: original.name,
      order: original.order,
    })
    copies.set(original.id, await productStore(store).catalogs.insert(wish))
  }
  return copies
}

/**
 * Adds copies of these pages with their files, each in the copy of its catalog; the caller becomes their author.
 * @throws DomainError tooMany | itemFull | tooMuchText
 */
export async function copyPages(
  ctx: CommandContext,
  originals: readonly Page[],
  { itemId, authorId, catalogs }: { itemId: OpenItemId; authorId: number; catalogs: ReadonlyMap<number, Catalog> },
): Promise<void> {
  const { store, services } = ctx
  await requireWithinPageLimit(ctx, itemId, originals.length)
  await requireRoom(ctx, textOwners(itemId, authorId), charactersOf(originals))
  const now = services.clock.now()
  const copies = originals.map((page) => {
    const catalogId = page.catalogId === null ? null : (catalogs.get(page.catalogId)?.id ?? null)
    return newPage(itemId, { ...draftOf(page), catalogId }, authorId, now)
  })
  const copyIds = await productStore(store).pages.insertAll(copies)
  const pairs = originals.flatMap(({ id: pageId }, at) =>
    copyIds[at] === undefined ? [] : { pageId, copyId: copyIds[at] },
  )
  await productStore(store).attachments.copyBindings(pairs, now)
}

/** A lower bound of their bytes that needs no encoding. */
const charactersOf = (pages: readonly Page[]): number => pages.reduce((sum, { content }) => sum + content.length, 0)
