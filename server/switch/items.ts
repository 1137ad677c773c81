import { z } from 'zod'
import {
  flagColumn,
  idColumn,
  LARGEST_ID,
  numberColumn,
  rawColumn,
  referenceColumn,
  textColumn,
  timeColumn,
} from './columns.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** An item of ShowDoc. */
export interface ShowdocItem {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly ownerId: number | null
  /** As people type it; empty for an open item. */
  readonly visitPassword: string
  readonly domain: string
  /** 1 regular, 2 a single page, 3 RunApi, 4 spreadsheet; since 3.x also 5 whiteboard and 6 kanban board. */
  readonly type: number
  readonly isArchived: boolean
  readonly isDeleted: boolean
  readonly createdAt: Date | null
  readonly updatedAt: Date | null
}

const Columns = z.object({
  item_id: idColumn,
  item_name: textColumn,
  item_description: textColumn,
  uid: referenceColumn,
  password: textColumn,
  item_domain: textColumn,
  item_type: numberColumn,
  is_archived: flagColumn,
  is_del: flagColumn,
  addtime: timeColumn,
  last_update_time: timeColumn,
})

export const itemsIn = (database: ShowdocDatabase): readonly ShowdocItem[] =>
  Array.from(database.rows('item', Columns, { by: 'item_id' }), (row) => ({
    id: row.item_id,
    name: row.item_name,
    description: row.item_description,
    ownerId: row.uid,
    visitPassword: row.password,
    domain: row.item_domain,
    // Before there were types, every item was a regular one.
    type: row.item_type || 1,
    isArchived: row.is_archived,
    isDeleted: row.is_del,
    createdAt: row.addtime,
    updatedAt: row.last_update_time,
  }))

/** Deleted items last: a domain is that of another one first. */
export const liveFirst = (items: readonly ShowdocItem[]): readonly ShowdocItem[] => [
  ...items.filter(({ isDeleted }) => !isDeleted),
  ...items.filter(({ isDeleted }) => isDeleted),
]

/** The credentials of a program for writing to an item. */
export interface ShowdocItemKey {
  readonly id: number
  readonly itemId: number
  readonly apiKey: string
  readonly apiToken: string
}

const KeyColumns = z.object({ id: idColumn, item_id: idColumn, api_key: rawColumn, api_token: rawColumn })

export const itemKeysIn = (database: ShowdocDatabase): readonly ShowdocItemKey[] =>
  Array.from(database.rows('item_token', KeyColumns, { by: 'id' }), (row) => ({
    id: row.id,
    itemId: row.item_id,
    apiKey: row.api_key,
    apiToken: row.api_token,
  }))

/** The group id of starred items. */
export const STARRED = -1

/** Somebody's order of the items of a group. */
export interface ShowdocItemOrder {
  readonly id: number
  readonly userId: number
  /** 0 for all items, `STARRED` for starred ones. */
  readonly groupId: number
  /** Positions by item id. */
  readonly places: ReadonlyMap<number, number>
  /** How many entries are no position of an item; null when no list of positions can be read at all. */
  readonly unfit: number | null
}

const OrderColumns = z.object({ id: idColumn, uid: idColumn, item_group_id: numberColumn, item_sort_data: textColumn })

export const itemOrdersIn = (database: ShowdocDatabase): readonly ShowdocItemOrder[] =>
  Array.from(database.rows('item_sort', OrderColumns, { by: 'id' }), (row) => ({
    id: row.id,
    userId: row.uid,
    groupId: row.item_group_id,
    ...placesFrom(row.item_sort_data),
  }))

const Place = z
  .union([z.number(), z.string().regex(/^\s*-?\d+(?:\.\d+)?\s*$/)])
  .transform((place) => Math.min(Math.max(Math.trunc(Number(place)), 0), LARGEST_ID))

function placesFrom(text: string): Pick<ShowdocItemOrder, 'places' | 'unfit'> {
  const listed = listedIn(text)
  const places = new Map<number, number>()
  if (listed === null) return { places, unfit: null }
  let unfit = 0
  for (const [key, value] of listed) {
    const [id, place] = [idColumn.safeParse(key), Place.safeParse(value)]
    if (id.success && place.success) places.set(id.data, place.data)
    else unfit += 1
  }
  return { places, unfit }
}

/** The keys and values of an object in JSON; null for anything else, but an empty list is what PHP makes of an empty one. */
function listedIn(text: string): readonly (readonly [string, unknown])[] | null {
  if (text.trim() === '') return []
  try {
    const read: unknown = JSON.parse(text)
    const isList = Array.isArray(read)
    return typeof read === 'object' && read !== null && (!isList || read.length === 0) ? Object.entries(read) : null
  } catch {
    return null
  }
}

const ParamColumns = z.object({ item_id: idColumn, param_type: rawColumn, content_json_str: textColumn })

/** Parameters common to all calls of an item, by item id: lists of objects for `query`, `body` and `header`. */
export function globalParamsIn(database: ShowdocDatabase): ReadonlyMap<number, Readonly<Record<string, unknown>>> {
  const params = new Map<number, Record<string, unknown>>()
  for (const row of database.rows('runapi_global_param', ParamColumns, { by: 'item_id' }))
    params.set(row.item_id, { ...params.get(row.item_id), [row.param_type]: listFrom(row.content_json_str) })
  return params
}

function listFrom(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}
