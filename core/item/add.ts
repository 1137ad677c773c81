import { insertOwnItem, openItem, requireLogin } from '../access/doors.ts'
import type { OpenedItem } from '../access/opened.ts'
import { flattened, treeOf } from '../catalog/catalog.ts'
import type { CommandContext } from '../context.ts'
import type { New } from '../new.ts'
import { productStore } from '../open-store.ts'
import { emptyContentOf } from '../page/content.ts'
import { blankDraft, firstText } from '../page/page.ts'
import { addPage } from '../page/save.ts'
import { copyCatalogs, copyPages } from './copy.ts'
import { consistsOfOnePage, newItem, type Item, type ItemSettings, type ItemType } from './item.ts'
import { withVisibility, type VisibilityWish } from './visibility.ts'

export interface ItemWishes extends ItemSettings, VisibilityWish {
  readonly itemType: ItemType
  /** The item to copy catalogs, pages and type from; 0 for an empty item. */
  readonly copyItemId: number
  /** What the page says of an item that consists of one; as its type begins when left out. */
  readonly firstContent?: string
}

/**
 * Adds an item owned by the caller. @throws DomainError illegalDomain | domainTaken | notAllowed (to copy) | tooMany
 */
export async function addItem(ctx: CommandContext, wishes: ItemWishes): Promise<OpenedItem> {
  const ownerId = requireLogin(ctx)
  const source = wishes.copyItemId === 0 ? null : (await openItem(ctx, wishes.copyItemId, 'copy')).item
  const type = source?.type ?? wishes.itemType
  const item = await insertItem(ctx, newItem(wishes, type, ownerId, ctx.services.clock.now()), wishes)
  if (source) await copyContent(ctx, source, item)
  else if (consistsOfOnePage(type))
    await addPage(ctx, item.id, blankDraft(item.name, wishes.firstContent ?? (await firstContentOf(ctx, type))))
  ctx.emit('item.added', { item, isCopy: source !== null, actorId: ownerId })
  return item
}

/** Inserts an item without content, with the requested visibility. @throws DomainError domainTaken | itemsByAdministrators */
export async function insertItem(ctx: CommandContext, facts: New<Item>, wish: VisibilityWish): Promise<OpenedItem> {
  const open = await insertOwnItem(ctx, facts)
  // The password is sealed with the item's id, which exists only now.
  const item = withVisibility(ctx.services, open, wish)
  if (item !== open) await productStore(ctx.store).items.update(item)
  return { ...item, id: open.id }
}

const firstContentOf = async ({ services, session }: CommandContext, type: ItemType): Promise<string> =>
  (await emptyContentOf(services, type)) || firstText(session.language)

async function copyContent(ctx: CommandContext, source: OpenedItem, item: OpenedItem): Promise<void> {
  const originals = flattened(treeOf(await ctx.store.catalogs.ofItem(source.id)))
  const catalogs = await copyCatalogs(ctx, originals, { itemId: item.id, parentId: null, catalogs: [] })
  const pages = await ctx.store.pages.ofItem(source.id)
  await copyPages(ctx, pages, { itemId: item.id, authorId: item.ownerId, catalogs })
}
