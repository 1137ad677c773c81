import { z } from 'zod'
import {
  flagColumn,
  idColumn,
  idListColumn,
  timeColumn,
  numberColumn,
  orderColumn,
  rawColumn,
  referenceColumn,
  textColumn,
} from './columns.ts'
import { storedContent } from './decoded.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** A group of items in somebody's list. */
export interface ShowdocItemGroup {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly itemIds: readonly number[]
  readonly order: number
}

const GroupColumns = z.object({
  id: idColumn,
  uid: idColumn,
  group_name: textColumn,
  item_ids: idListColumn,
  s_number: orderColumn,
})

export const itemGroupsIn = (database: ShowdocDatabase): readonly ShowdocItemGroup[] =>
  Array.from(database.rows('item_group', GroupColumns, { by: 'id' }), (row) => ({
    ...{ id: row.id, userId: row.uid, name: row.group_name },
    ...{ itemIds: row.item_ids ?? [], order: row.s_number },
  }))

const TemplateColumns = z.object({
  id: idColumn,
  uid: referenceColumn,
  template_title: textColumn,
  template_content: rawColumn,
  addtime: timeColumn,
})

/** A text for starting pages. */
export const templatesIn = (database: ShowdocDatabase) =>
  Array.from(database.rows('template', TemplateColumns, { by: 'id' }), (row) => ({
    ...{ id: row.id, ownerId: row.uid, title: row.template_title, at: row.addtime },
    ...storedContent(row.template_content),
  }))

const ShareColumns = z.object({
  id: idColumn,
  template_id: referenceColumn,
  item_id: referenceColumn,
  created_at: timeColumn,
})

/** Which template is available to the editors of which item. */
export interface ShowdocShare {
  readonly id: number
  readonly templateId: number | null
  readonly itemId: number | null
  readonly at: Date | null
}

export const sharesIn = (database: ShowdocDatabase): readonly ShowdocShare[] =>
  Array.from(database.rows('template_item', ShareColumns, { by: 'id' }), (row) => ({
    ...{ id: row.id, templateId: row.template_id, itemId: row.item_id, at: row.created_at },
  }))

const MockColumns = z.object({
  id: idColumn,
  unique_key: rawColumn,
  page_id: referenceColumn,
  template: textColumn,
  path: textColumn,
  addtime: timeColumn,
})

/** The mock of a page's API. */
export const mocksIn = (database: ShowdocDatabase) =>
  Array.from(database.rows('mock', MockColumns, { by: 'id' }), (row) => ({
    ...{ id: row.id, pageId: row.page_id, path: row.path, template: row.template },
    ...{ uniqueKey: row.unique_key, at: row.addtime },
  }))

const SubscriptionColumns = z.object({
  id: idColumn,
  uid: referenceColumn,
  object_id: referenceColumn,
  object_type: rawColumn,
  sub_time: timeColumn,
})

/** Who follows which page; `pageId` is null when the object is not a page. */
export const subscriptionsIn = (database: ShowdocDatabase) =>
  Array.from(database.rows('subscription', SubscriptionColumns, { by: 'id' }), (row) => ({
    ...{ id: row.id, userId: row.uid, at: row.sub_time },
    pageId: row.object_type === 'page' ? row.object_id : null,
  }))

/** An item that somebody has starred. */
export interface ShowdocStar {
  readonly id: number
  readonly userId: number | null
  readonly itemId: number | null
  /** Smaller values come first. */
  readonly order: number
  readonly at: Date | null
}

const StarColumns = z.object({
  id: idColumn,
  uid: referenceColumn,
  item_id: referenceColumn,
  s_number: numberColumn,
  created_at: timeColumn,
})

export const starredItemsIn = (database: ShowdocDatabase): readonly ShowdocStar[] =>
  Array.from(database.rows('item_star', StarColumns, { by: 'id' }), (row) => ({
    ...{ id: row.id, userId: row.uid, itemId: row.item_id, order: row.s_number, at: row.created_at },
  }))

const PinColumns = z.object({ id: idColumn, uid: referenceColumn, item_id: referenceColumn, addtime: timeColumn })

/** The items that people pinned, which had no order of their own. */
export const pinnedItemsIn = (database: ShowdocDatabase): readonly ShowdocStar[] =>
  Array.from(database.rows('item_top', PinColumns, { by: 'id' }), (row) => ({
    ...{ id: row.id, userId: row.uid, itemId: row.item_id, order: 0, at: row.addtime },
  }))

/** A comment on a page. */
export interface ShowdocComment {
  readonly id: number
  readonly pageId: number
  readonly authorId: number | null
  /** The comment it replies to; null for none. */
  readonly parentId: number | null
  readonly text: string
  readonly isDeleted: boolean
  readonly at: Date | null
}

const CommentColumns = z.object({
  comment_id: idColumn,
  page_id: idColumn,
  uid: referenceColumn,
  parent_id: referenceColumn,
  content: textColumn,
  is_deleted: flagColumn,
  addtime: timeColumn,
})

export const commentsIn = (database: ShowdocDatabase): readonly ShowdocComment[] =>
  Array.from(database.rows('page_comment', CommentColumns, { by: 'comment_id' }), (row) => ({
    ...{ id: row.comment_id, pageId: row.page_id, authorId: row.uid, parentId: row.parent_id },
    ...{ text: row.content, isDeleted: row.is_deleted, at: row.addtime },
  }))

const OpenItemColumns = z.object({ item_id: idColumn, allow_comment: flagColumn })

/** Ids of the items whose readers could see and write comments. */
export const itemsWithComments = (database: ShowdocDatabase): ReadonlySet<number> =>
  new Set(
    Array.from(database.rows('item', OpenItemColumns, { by: 'item_id' })).flatMap((row) =>
      row.allow_comment ? [row.item_id] : [],
    ),
  )
