import { openItem, openPage, placeOf, requireRight } from '../access/doors.ts'
import type { OpenedItem } from '../access/opened.ts'
import { catalogOf, subtreeOf, topOf, type Catalog } from '../catalog/catalog.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { menuOf, type Menu } from '../item/menu.ts'
import type { ExportPart } from './export-formats.ts'

/** The requested part of an item. */
export interface PartWishes {
  readonly itemId: number
  /** 0 unless it is one catalog. */
  readonly catalogId: number
  /** 0 unless it is one page. */
  readonly pageId: number
}

/** A part of an item that somebody may currently copy. */
export interface OpenedPart extends Menu {
  readonly item: OpenedItem
  readonly part: ExportPart
  readonly title: string
  /** The first-level catalog for which the right was checked; null for the whole item. */
  readonly topCatalogId: number | null
  /** Changes with the tree; '' for a single page, which has none. */
  readonly menuRevision: string
}

/** A page takes precedence over a catalog, a catalog over the item. */
export const partOf = ({ catalogId, pageId }: PartWishes): ExportPart =>
  pageId !== 0 ? 'page' : catalogId !== 0 ? 'catalog' : 'item'

/**
 * The part of the item, if the caller may copy it.
 * @param former the previously opened part: returned again if it has not changed and the right still exists
 * @throws DomainError loginRequired | notAllowed | notFound
 */
export async function openPart(ctx: Context, wishes: PartWishes, former?: OpenedPart): Promise<OpenedPart> {
  if (partOf(wishes) === 'page') return openOnePage(ctx, wishes)
  if (former) {
    const { menuRevision } = await openItem(ctx, wishes.itemId, 'copy', placeOf(former.topCatalogId))
    if (menuRevision === former.menuRevision) return former
  }
  return partOf(wishes) === 'catalog' ? openCatalog(ctx, wishes) : openWhole(ctx, wishes)
}

async function openOnePage(ctx: Context, { itemId, pageId }: PartWishes): Promise<OpenedPart> {
  const { item, page, topCatalogId } = await openPage(ctx, pageId, 'copy')
  // The page decides; an item sent with it must be its own (threats A2).
  if (page.itemId !== itemId) throw new DomainError('notAllowed')
  return { item, part: 'page', title: page.title, topCatalogId, menuRevision: '', pages: [page], catalogs: [] }
}

async function openWhole(ctx: Context, { itemId }: PartWishes): Promise<OpenedPart> {
  const { item, menuRevision } = await openItem(ctx, itemId, 'copy')
  const [catalogs, heads] = await Promise.all([ctx.store.catalogs.ofItem(item.id), ctx.store.pages.headsOf(item.id)])
  return { item, part: 'item', title: item.name, topCatalogId: null, menuRevision, ...menuOf(catalogs, heads, null) }
}

async function openCatalog(ctx: Context, { itemId, catalogId }: PartWishes): Promise<OpenedPart> {
  const { item, access, menuRevision } = await openItem(ctx, itemId, 'copy', 'somewhere')
  const catalogs = await ctx.store.catalogs.ofItem(item.id)
  const topCatalogId = topOf(catalogs, catalogId)
  requireRight({ item, access }, 'copy', placeOf(topCatalogId))
  const below = subtreeOf(catalogs, catalogId)
  const ids = new Set(below.map(({ id }) => id))
  const heads = (await ctx.store.pages.headsOf(item.id)).filter((head) => ids.has(head.catalogId ?? 0))
  const asRoot = below.map((catalog): Catalog => (catalog.id === catalogId ? { ...catalog, parentId: null } : catalog))
  const { name } = catalogOf(catalogs, catalogId)
  return { item, part: 'catalog', title: name, topCatalogId, menuRevision, ...menuOf(asRoot, heads, null) }
}
