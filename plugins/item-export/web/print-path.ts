/** The print view of a page, of a catalog, or of the whole item. */
export function printPath(
  itemId: number,
  { pageId = 0, catalogId = 0 }: { readonly pageId?: number; readonly catalogId?: number } = {},
): string {
  const query = pageId !== 0 ? `?page_id=${pageId}` : catalogId !== 0 ? `?cat_id=${catalogId}` : ''
  return `/item-export/print/${itemId}${query}`
}
