import type { Catalog } from './catalog/catalog.ts'
import type { HandlerContext } from './context.ts'
import type { Item } from './item/item.ts'
import type { Page } from './page/page.ts'

/** Facts the core announces. Plugins add their own by declaration merging. */
export interface Events {
  'account.registered': { readonly userId: number }
  'item.added': { readonly item: Item; readonly actorId: number }
  'item.updated': { readonly item: Item; readonly before: Item; readonly actorId: number }
  'item.deleted': { readonly item: Item; readonly actorId: number }
  'catalog.added': { readonly catalog: Catalog; readonly actorId: number }
  'catalog.updated': { readonly catalog: Catalog; readonly before: Catalog; readonly actorId: number }
  'catalog.deleted': { readonly catalog: Catalog; readonly actorId: number }
  /** `before` is null for a new page; `notifyRemark` is null when nobody is to be told. */
  'page.saved': {
    readonly page: Page
    readonly before: Page | null
    readonly actorId: number
    readonly notifyRemark: string | null
  }
  'page.deleted': { readonly page: Page; readonly actorId: number }
}
export type EventName = keyof Events
export type Emit = <N extends EventName>(name: N, fact: Events[N]) => void
export type Handlers = { readonly [N in EventName]?: (ctx: HandlerContext, fact: Events[N]) => Promise<void> }
