/** Whether a path is that of a tab of this item's settings, which all keep what was typed in them. */
export const isOfSettings =
  (itemId: number) =>
  (path: string): boolean =>
    `${path}/`.startsWith(`/item/setting/${itemId}/`)
