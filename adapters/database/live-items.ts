/*
 * An item in the bin is as gone for everybody as one that was deleted for good: every statement that reads an item, or
 * what hangs on one, by something that a door has not opened says one of these. `live-items.test.ts` holds them to it.
 */

/** @param itemId the column with the id, with its table's alias */
export const isLive = (itemId: string): string =>
  `not exists (select from recycled_item binned where binned.item_id = ${itemId})`

/** The same of a page; true of one that is none. */
export const isPageLive = (pageId: string): string =>
  `not exists (select from page placed join recycled_item binned on binned.item_id = placed.item_id
     where placed.id = ${pageId})`

/**
 * Of a file: it is somebody's own, or no item in the bin uses it, or a live one does as well. What only items in the bin
 * use would have gone with them.
 */
export const isFileLive = (file: string): string =>
  `(${file}.is_of_hub
     or not exists (select from page_attachment used join page placed on placed.id = used.page_id
       join recycled_item binned on binned.item_id = placed.item_id where used.attachment_id = ${file}.id)
     or exists (select from page_attachment used join page placed on placed.id = used.page_id
       where used.attachment_id = ${file}.id and ${isLive('placed.item_id')}))`
