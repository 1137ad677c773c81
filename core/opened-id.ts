declare const opened: unique symbol

/** The id of an item that a door has opened for the caller, or that the caller has just created. */
export type OpenItemId = number & { readonly [opened]: 'item' }

/** The id of a page that a door has opened for the caller. */
export type OpenPageId = number & { readonly [opened]: 'page' }
