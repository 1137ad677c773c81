import { z } from 'zod'
import {
  endColumn,
  flagColumn,
  exactIdColumn,
  idColumn,
  numberColumn,
  orderColumn,
  rawColumn,
  referenceColumn,
  textColumn,
  timeColumn,
} from './columns.ts'
import { storedContent, type ContentDoubt } from './decoded.ts'
import { inTurns } from './in-turns.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** The data of a page of ShowDoc, and of each of its versions. */
interface ShowdocText {
  readonly title: string
  readonly content: string
  readonly doubt: ContentDoubt | null
  readonly catalogId: number | null
  /** Null for a page written by a program. */
  readonly authorId: number | null
  readonly savedAt: Date | null
}

export interface ShowdocPage extends ShowdocText {
  readonly id: number
  readonly itemId: number
  readonly order: number
  /** Null before 3.x, which introduced it. */
  readonly createdAt: Date | null
  readonly isDeleted: boolean
  /** Whether only its author can see it. */
  readonly isDraft: boolean
  /** As JSON, such as the labels of a task of a kanban board; '' for none. */
  readonly extras: string
}

export interface ShowdocVersion extends ShowdocText {
  readonly id: number
  readonly pageId: number
  /** A remark about it. */
  readonly note: string
}

const TextColumns = z.object({
  page_title: textColumn,
  page_content: rawColumn,
  cat_id: referenceColumn,
  author_uid: referenceColumn,
  addtime: timeColumn,
})
const PageColumns = TextColumns.extend({
  page_id: idColumn,
  item_id: idColumn,
  s_number: orderColumn,
  page_addtime: timeColumn,
  is_del: flagColumn,
  is_draft: flagColumn,
  ext_info: rawColumn,
})
const VersionColumns = TextColumns.extend({
  page_history_id: idColumn,
  page_id: idColumn,
  page_comments: textColumn,
})

const textOf = (row: z.output<typeof TextColumns>): ShowdocText => ({
  title: row.page_title,
  ...storedContent(row.page_content),
  catalogId: row.cat_id,
  authorId: row.author_uid,
  savedAt: row.addtime,
})

/** One by one: their texts may exceed memory. */
export function* pagesOf(database: ShowdocDatabase, itemId: number): Generator<ShowdocPage> {
  const rows = database.rows('page', PageColumns, { by: 'page_id', where: 'item_id = ?', values: [itemId] })
  for (const row of rows)
    yield {
      id: row.page_id,
      itemId: row.item_id,
      order: row.s_number,
      createdAt: row.page_addtime,
      isDeleted: row.is_del,
      isDraft: row.is_draft,
      extras: row.ext_info,
      ...textOf(row),
    }
}

/** In the order in which they were created; several of them may share a second. */
export function* versionsOf(database: ShowdocDatabase, pageId: number): Generator<ShowdocVersion> {
  const rows = database.rows('page_history', VersionColumns, {
    by: 'page_history_id',
    where: 'page_id = ?',
    values: [pageId],
  })
  for (const row of rows)
    yield { id: row.page_history_id, pageId: row.page_id, note: row.page_comments, ...textOf(row) }
}

/** The former versions of a page, without their texts. */
export interface ShowdocHistory {
  readonly ids: readonly number[]
  /** When the first of them was saved; null when it is not known of any. */
  readonly earliest: Date | null
}

export const NO_HISTORY: ShowdocHistory = { ids: [], earliest: null }

const HeadColumns = z.object({ page_history_id: idColumn, page_id: idColumn, addtime: timeColumn })

/** By page id. No more is kept of each version than its id: there may be a great many. */
export async function historiesIn(database: ShowdocDatabase): Promise<ReadonlyMap<number, ShowdocHistory>> {
  const histories = new Map<number, { readonly ids: number[]; earliest: Date | null }>()
  await inTurns(database.rows('page_history', HeadColumns, { by: 'page_history_id' }), (row) => {
    const history = histories.get(row.page_id) ?? { ids: [], earliest: null }
    history.ids.push(row.page_history_id)
    if (row.addtime !== null && (history.earliest === null || row.addtime < history.earliest))
      history.earliest = row.addtime
    histories.set(row.page_id, history)
  })
  return histories
}

const PlaceColumns = z.object({ page_id: idColumn, item_id: exactIdColumn })

/** All pages without their texts. */
export function* pageHeadsIn(database: ShowdocDatabase): Generator<Pick<ShowdocPage, 'id' | 'itemId'>> {
  for (const row of database.rows('page', PlaceColumns, { by: 'page_id' }))
    yield { id: row.page_id, itemId: row.item_id }
}

const PlacedColumns = z.object({ page_id: idColumn, item_id: exactIdColumn, cat_id: numberColumn, is_del: flagColumn })

/** Items of which pages lie in no catalog. */
export function itemsWithFirstPages(database: ShowdocDatabase): ReadonlySet<number> {
  const found = new Set<number>()
  for (const row of database.rows('page', PlacedColumns, { by: 'page_id' }))
    if (row.cat_id === 0 && !row.is_del) found.add(row.item_id)
  return found
}

const StateColumns = z.object({ page_id: idColumn, item_id: exactIdColumn, is_del: flagColumn, is_draft: flagColumn })

/** Where a page lies, and whether others than its author can see it. */
export type ShowdocPageState = Pick<ShowdocPage, 'itemId' | 'isDeleted' | 'isDraft'>

/** Null for one that is not there. */
export function pageStateOf(database: ShowdocDatabase, pageId: number): ShowdocPageState | null {
  const found = database.rows('page', StateColumns, { by: 'page_id', where: 'page_id = ?', values: [pageId] })
  for (const row of found) return { itemId: row.item_id, isDeleted: row.is_del, isDraft: row.is_draft }
  return null
}

export function hasLivePages(database: ShowdocDatabase, itemId: number): boolean {
  const found = database.rows('page', StateColumns, { by: 'page_id', where: 'item_id = ?', values: [itemId] })
  for (const row of found) if (!row.is_del && !row.is_draft) return true
  return false
}

/** The entry of a page in the recycle bin. */
export interface ShowdocDeletion {
  readonly id: number
  readonly pageId: number
  readonly byId: number | null
  readonly at: Date | null
}

const DeletionColumns = z.object({
  id: idColumn,
  page_id: idColumn,
  del_by_uid: referenceColumn,
  del_time: timeColumn,
})

export const deletionsIn = (database: ShowdocDatabase): readonly ShowdocDeletion[] =>
  Array.from(database.rows('recycle', DeletionColumns, { by: 'id' }), (row) => ({
    id: row.id,
    pageId: row.page_id,
    byId: row.del_by_uid,
    at: row.del_time,
  }))

/** A key for reading one page without an account. */
export interface ShowdocPageLink {
  readonly id: number
  readonly pageId: number
  readonly key: string
  /** Null when it does not expire. */
  readonly until: Date | null
  /** What is stored as its end when that is no time: it counts as ended. */
  readonly unreadEnd: string | null
}

const LinkColumns = z.object({ id: idColumn, page_id: idColumn, unique_key: rawColumn, expire_time: endColumn })

const LONG_AGO = new Date(0)

const endOf = (end: Date | string | null): Pick<ShowdocPageLink, 'until' | 'unreadEnd'> =>
  typeof end === 'string' ? { until: LONG_AGO, unreadEnd: end } : { until: end, unreadEnd: null }

export const pageLinksIn = (database: ShowdocDatabase): readonly ShowdocPageLink[] =>
  Array.from(database.rows('single_page', LinkColumns, { by: 'id' }), (row) => ({
    id: row.id,
    pageId: row.page_id,
    key: row.unique_key,
    ...endOf(row.expire_time),
  }))
