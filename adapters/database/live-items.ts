/*
 * An item in the recycle bin must look deleted to everybody: every statement that reads an item, or something that
 * belongs to one, without an id from a door contains one of these conditions. `live-items.test.ts` checks that.
 */

/** @param itemId the id column, with its table's alias */
export const isLive = (itemId: string): string =>
  `not exists (select from recycled_item binned where binned.item_id = ${itemId})`

/** The same for a page; true for a missing one. */
export const isPageLive = (pageId: string): string =>
  `not exists (select from page placed join recycled_item binned on binned.item_id = placed.item_id
     where placed.id = ${pageId})`

/**
 * For a file: it is somebody's personal file, no item in the recycle bin uses it, or a live one does too. Files used
 * only by items in the bin are deleted with them.
 */
export const isFileLive = (file: string): string =>
  `(${file}.is_of_hub
     or not exists (select from page_attachment used join page placed on placed.id = used.page_id
       join recycled_item binned on binned.item_id = placed.item_id where used.attachment_id = ${file}.id)
     or exists (select from page_attachment used join page placed on placed.id = used.page_id
       where used.attachment_id = ${file}.id and ${isLive('placed.item_id')}))`
