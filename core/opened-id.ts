declare const opened: unique symbol

/** The id of an item that a door has opened for the caller, or that the caller has just created. */
export type OpenItemId = number & { readonly [opened]: 'item' }

/** The id of a page that a door has opened for the caller. */
export type OpenPageId = number & { readonly [opened]: 'page' }

/** The id of a team that a door has opened for the caller. */
export type OpenTeamId = number & { readonly [opened]: 'team' }

/** The account whose own lists and drafts may be read: the caller's, or any for site administrators. */
export type OpenAccountId = number & { readonly [opened]: 'account' }

/** The key under which an item's menu is cached, as far as the caller may see it. */
export type OpenMenuKey = string & { readonly [opened]: 'menu' }
