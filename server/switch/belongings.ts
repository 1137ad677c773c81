import { z } from 'zod'
import { idColumn, idListColumn, momentColumn, orderColumn, rawColumn, referenceColumn, textColumn } from './columns.ts'
import { contentFrom } from './decoded.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** Some items of somebody's list. */
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
    ...{ id: row.id, userId: row.uid, name: row.group_name.trim() },
    ...{ itemIds: row.item_ids ?? [], order: row.s_number },
  }))

const TemplateColumns = z.object({
  id: idColumn,
  uid: referenceColumn,
  template_title: textColumn,
  template_content: rawColumn,
  addtime: momentColumn,
})

/** A text to begin pages with. */
export const templatesIn = (database: ShowdocDatabase) =>
  Array.from(database.rows('template', TemplateColumns, { by: 'id' }), (row) => ({
    ...{ id: row.id, ownerId: row.uid, title: row.template_title.trim(), at: row.addtime },
    content: contentFrom(row.template_content),
  }))

const ShareColumns = z.object({
  id: idColumn,
  template_id: referenceColumn,
  item_id: referenceColumn,
  created_at: momentColumn,
})

/** Which template is shown to the editors of which item. */
export const sharesIn = (database: ShowdocDatabase) =>
  Array.from(database.rows('template_item', ShareColumns, { by: 'id' }), (row) => ({
    ...{ id: row.id, templateId: row.template_id, itemId: row.item_id, at: row.created_at },
  }))

const MockColumns = z.object({
  id: idColumn,
  unique_key: rawColumn,
  page_id: referenceColumn,
  template: textColumn,
  path: textColumn,
  addtime: momentColumn,
})

/** What the API of a page answers before it exists. */
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
  sub_time: momentColumn,
})

/** Who follows which page; `pageId` is null for what is no page. */
export const subscriptionsIn = (database: ShowdocDatabase) =>
  Array.from(database.rows('subscription', SubscriptionColumns, { by: 'id' }), (row) => ({
    ...{ id: row.id, userId: row.uid, at: row.sub_time },
    pageId: row.object_type === 'page' ? row.object_id : null,
  }))
