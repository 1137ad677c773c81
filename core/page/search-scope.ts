import { visibleCatalogs } from '../access/access.ts'
import { requireLogin } from '../access/doors.ts'
import type { OpenItem } from '../access/opened.ts'
import type { Context } from '../context.ts'
import type { OpenAccountId, OpenItemId } from '../opened-id.ts'
import type { SearchScope } from '../ports/search-scope.ts'

/** Where the caller searches: in this item, or with null in all items of the caller's list. */
export const searchScope = (ctx: Context, opened: OpenItem | null): SearchScope<OpenItemId, OpenAccountId> =>
  opened ? { itemId: opened.item.id, topCatalogIds: visibleCatalogs(opened.access) } : { userId: requireLogin(ctx) }
