/** One item, optionally only below some first-level catalogs. */
export type ItemScope<ItemId> = { readonly itemId: ItemId; readonly topCatalogIds: readonly number[] | null }
/** Where is searched: in one item, or in every item in the user's list. */
export type SearchScope<ItemId = number, AccountId = number> = ItemScope<ItemId> | { readonly userId: AccountId }
