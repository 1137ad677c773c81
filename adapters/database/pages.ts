import type { Page, PageHead } from '#core/page/page.ts'
import type { New } from '#core/new.ts'
import type { PageTexts } from '#core/ports/page-texts.ts'
import type { Pages } from '#core/ports/store.ts'
import { integer, notNull, orNull, text, timestamptz } from './column-types.ts'
import { columnsOf } from './columns.ts'
import { isFreeFor } from './locks.ts'
import { PageRows, type PageRow } from './rows.ts'
import { indexed, UNINDEXED } from './search-index.ts'
import { TOKENS } from './search-tokens.ts'
import { batchesOf } from './page-batches.ts'
import { statement, type Session } from './session.ts'

/** Id, catalog (0 for none), title, order, author, revision, and the times of creation and last save in seconds. */
type PackedHead = readonly [number, number, string, number, number, number, number, number]

const ID = { id: integer }

// All heads in one JSON text, concatenated in SQL: as rows, a menu of 300 pages costs this process eight times as much
// to receive, mostly for the dates, and json_agg costs the database twice as much.
const headsOf = statement(
  'pages.headsOf',
  `select '[' || string_agg(concat('[', p.id, ',', coalesce(p.catalog_id, 0), ',', to_json(p.title), ',', p.sort_order,
     ',', p.author_id, ',', p.revision, ',', date_part('epoch', p.created_at), ',', date_part('epoch', p.saved_at), ']'),
     ',') || ']' as heads
   from (
     select id, catalog_id, title, sort_order, author_id, revision, created_at, saved_at
     from page where item_id = $1 and deleted_at is null order by sort_order, id
   ) p`,
  { heads: orNull(text) },
)
// Up to 20,000 pages with their texts: creating entities for them would block the process.
const ofItem = statement(
  'pages.ofItem',
  `select ${columnsOf(PageRows, 'p')} from page p
   where p.item_id = $1 and p.deleted_at is null and ($2::integer[] is null or p.catalog_id = any ($2))
   order by p.sort_order, p.id`,
  PageRows.columns,
)
const byIds = statement(
  'pages.byIds',
  `select ${columnsOf(PageRows, 'p')} from page p
   where p.item_id = $1 and p.id = any ($2::integer[]) and p.deleted_at is null`,
  PageRows.columns,
)
// The length is available without reading the text.
const firstByIds = statement(
  'pages.firstByIds',
  `select ${columnsOf(PageRows, 'p')} from (
     select c.id, row_number() over asked as place, sum(octet_length(c.content)) over asked as bytes
     from unnest($2::integer[]) with ordinality as wanted (id, place) join page c on c.id = wanted.id
     where c.item_id = $1 and c.deleted_at is null
     window asked as (order by wanted.place)
   ) chosen join page p on p.id = chosen.id
   where (chosen.place = 1 or chosen.bytes <= $3) and p.item_id = $1 and p.deleted_at is null`,
  PageRows.columns,
)

const newIds = statement(
  'pages.newIds',
  `select nextval(pg_get_serial_sequence('page', 'id'))::integer as id from generate_series(1, $1::integer)`,
  ID,
)
// A page and its row in the search index are written in one statement, so neither exists without the other.
const insertAll = statement(
  'pages.insertAll',
  `with added as materialized (
     select coalesce(page.given_id, nextval(pg_get_serial_sequence('page', 'id')))::integer as id, page.*
     from json_to_recordset($1::json) as page (given_id integer, item_id integer, catalog_id integer, title text,
       content text, sort_order integer, author_id integer, revision integer, created_at timestamptz,
       saved_at timestamptz, deleted_by_id integer, deleted_at timestamptz, tokens text, must_be_read boolean)
   ), indexed as (
     insert into page_search (page_id, item_id, revision, saved_at, tokens, must_be_read)
     select id, item_id, revision, saved_at, ${TOKENS('tokens')}, must_be_read from added where deleted_at is null
   )
   insert into page (id, item_id, catalog_id, title, content, sort_order, author_id, revision, created_at, saved_at,
     deleted_by_id, deleted_at)
   select id, item_id, catalog_id, title, content, sort_order, author_id, revision, created_at, saved_at,
     deleted_by_id, deleted_at
   from added returning id`,
  ID,
)
const update = statement(
  'pages.update',
  `with saved as (
     update page set catalog_id = $3, title = $4, content = $5, sort_order = $6, author_id = $7, revision = $8,
       saved_at = $9
     where id = $1 and revision = $2 and item_id = $10 and deleted_at is null and ${isFreeFor('$7')}
       and (not $11::boolean or (catalog_id is not distinct from $12::integer and sort_order = $13::integer))
     returning id, revision, saved_at
   )
   update page_search s set revision = saved.revision, saved_at = saved.saved_at, tokens = null, text = null,
     must_be_read = true
   from saved where s.page_id = saved.id`,
)
const setOrder = statement(
  'pages.setOrder',
  `update page p set sort_order = n.position
   from unnest($2::integer[], $3::integer[]) n (id, position)
   where p.id = n.id and p.item_id = $1 and p.deleted_at is null`,
)
const moveAll = statement(
  'pages.moveAll',
  `with moved as (
     update page set item_id = $2, catalog_id = $3 where id = any ($1) returning id
   )
   update page_search s set item_id = $2, tokens = null, text = null, must_be_read = true from moved where s.page_id = moved.id and s.item_id <> $2`,
)
const RECYCLED = `update page set deleted_by_id = $2, deleted_at = $3, lock_user_id = null, lock_tab = null, lock_until = null
   where deleted_at is null`
const unindexed = (condition: string): string =>
  `with recycled as (${RECYCLED} and ${condition} returning id),
   unindexed as (delete from page_search s using recycled r where s.page_id = r.id),
   unshared as (delete from page_link l using recycled r where l.page_id = r.id)
   select id from recycled order by id`
const recycleIn = statement('pages.recycleIn', unindexed('catalog_id = any ($1)'), ID)
const recycle = statement('pages.recycle', unindexed(`id = $1 and ${isFreeFor('$2')}`), ID)
const recycleAll = statement('pages.recycleAll', unindexed('id = any ($1) and item_id = $4'), ID)
const recycledIn = statement(
  'pages.recycledIn',
  `select p.id, p.title, p.catalog_id as "catalogId", p.sort_order as "order", p.deleted_by_id as "deletedById", p.deleted_at as "deletedAt",
     coalesce(u.username, '') as "deletedByUsername"
   from page p left join "user" u on u.id = p.deleted_by_id
   where p.item_id = $1 and p.deleted_at is not null order by p.deleted_at desc, p.id desc`,
  {
    id: integer,
    title: text,
    catalogId: orNull(integer),
    order: integer,
    deletedById: notNull(integer),
    deletedAt: notNull(timestamptz),
    deletedByUsername: text,
  },
)
const recover = statement(
  'pages.recover',
  `with recovered as (
     update page set deleted_by_id = null, deleted_at = null, catalog_id = $4, sort_order = $3
     where id = $2 and item_id = $1 and deleted_at is not null
     returning *
   ), unshared as (
     -- Somebody may have shared it in the moment it was thrown away.
     delete from page_link l using recovered r where l.page_id = r.id
   ), indexed as (
     insert into page_search (page_id, item_id, revision, saved_at, tokens, must_be_read)
     select id, item_id, revision, saved_at, null, true from recovered
   )
   select ${columnsOf(PageRows, 'r')} from recovered r`,
  PageRows.columns,
)

export interface PagesHooks {
  /** Called once a page is committed whose tokens are not written yet. */
  onUnindexed(): void
  readonly texts: PageTexts
}

export const pagesOn = (session: Session, { onUnindexed, texts }: PagesHooks): Pages => ({
  async headsOf(itemId) {
    const packed = JSON.parse((await session.first(headsOf, [itemId]))?.heads ?? '[]') as readonly PackedHead[]
    return packed.map((head) => unpacked(itemId, head))
  },
  countIn: (itemId) => session.orm().count(PageRows, { itemId, deletedAt: null }),
  async ofItem(itemId, catalogIds) {
    return (await session.all(ofItem, [itemId, catalogIds ?? null])).map(toPage)
  },
  async byIds(itemId, ids, mostBytes) {
    const rows =
      mostBytes === undefined ? session.all(byIds, [itemId, ids]) : session.all(firstByIds, [itemId, ids, mostBytes])
    return (await rows).map(toPage)
  },
  async idOf(itemId, catalogId, title) {
    const wanted = { itemId, catalogId, title, deletedAt: null }
    const first = { fields: ['id'], orderBy: { sortOrder: 'asc', id: 'asc' } } as const
    return (await session.orm().findOne(PageRows, wanted, first))?.id ?? null
  },
  async insert(page) {
    const row = await session.first(insertAll, [JSON.stringify([{ ...insertion(page, texts), given_id: null }])])
    if (!row) throw new Error('a page that was inserted is not there')
    if (!texts.arePlain) session.afterCommit(onUnindexed)
    return { ...page, id: row.id }
  },
  async newIds(count) {
    if (count === 0) return []
    return (await session.all(newIds, [count])).map(({ id }) => id).toSorted((a, b) => a - b)
  },
  insertAll: (pages) =>
    session.together(async (together) => {
      const ids: number[] = []
      let written: Promise<readonly { readonly id: number }[]> = Promise.resolve([])
      // Ids are assigned in the order of the pages; rows are returned in any order.
      const take = async () => void ids.push(...(await written).map(({ id }) => id).toSorted((a, b) => a - b))
      for (const some of batchesOf(pages)) {
        // Serialised while the database processes the previous batch.
        const batch = JSON.stringify(some.map((page) => insertion(page, texts)))
        await take()
        written = together.all(insertAll, [batch])
        written.catch(() => undefined)
      }
      await take()
      if (!texts.arePlain) session.afterCommit(onUnindexed)
      return ids
    }),
  async update({ id, itemId, catalogId, title, content, order, authorId, revision, savedAt }, basedOn, readAt) {
    const read = [readAt !== undefined, readAt?.catalogId ?? null, readAt?.order ?? null]
    const values = [id, basedOn, catalogId, title, content, order, authorId, revision, savedAt, itemId, ...read]
    const isWritten = (await session.run(update, values)) > 0
    if (isWritten) session.afterCommit(onUnindexed)
    return isWritten
  },
  async setOrder(itemId, positions) {
    await session.run(setOrder, [itemId, [...positions.keys()], [...positions.values()]])
  },
  async moveAll(pageIds, to) {
    if ((await session.run(moveAll, [pageIds, to.itemId, to.catalogId])) > 0) session.afterCommit(onUnindexed)
  },
  async recycleIn(catalogIds, byId, at) {
    return (await session.all(recycleIn, [catalogIds, byId, at])).map(({ id }) => id)
  },
  async recycle(pageId, byId, at) {
    return (await session.all(recycle, [pageId, byId, at])).length > 0
  },
  async recycleAll(itemId, pageIds, byId, at) {
    return (await session.all(recycleAll, [pageIds, byId, at, itemId])).map(({ id }) => id)
  },
  async recycledIn(itemId) {
    const rows = await session.all(recycledIn, [itemId])
    return rows.map(({ deletedById, deletedAt, ...page }) => ({
      ...page,
      deletion: { byId: deletedById, at: deletedAt },
    }))
  },
  async recover(itemId, pageId, { catalogId, order }) {
    const row = await session.first(recover, [itemId, pageId, order, catalogId])
    if (row) session.afterCommit(onUnindexed)
    return row && toPage(row)
  },
  purgeRecycledBefore: (limit) => session.orm().nativeDelete(PageRows, { deletedAt: { $lt: limit } }),
})

export const toPage = (row: PageRow): Page => ({
  id: row.id,
  itemId: row.itemId,
  catalogId: row.catalogId,
  title: row.title,
  order: row.sortOrder,
  authorId: row.authorId,
  revision: row.revision,
  createdAt: row.createdAt,
  savedAt: row.savedAt,
  content: row.content,
  deletion: row.deletedById === null || row.deletedAt === null ? null : { byId: row.deletedById, at: row.deletedAt },
})

const unpacked = (
  itemId: number,
  [id, catalogId, title, order, authorId, revision, createdAt, savedAt]: PackedHead,
): PageHead => ({
  id,
  itemId,
  catalogId: catalogId === 0 ? null : catalogId,
  title,
  order,
  authorId,
  revision,
  createdAt: instantOf(createdAt),
  savedAt: instantOf(savedAt),
})

const instantOf = (seconds: number): Date => new Date(Math.round(seconds * 1000))

/** A page in the format of `insertAll`. Tokens are known immediately only if every content is its own text. */
const insertion = (page: New<Page> & { readonly id?: number }, { arePlain }: PageTexts): object => ({
  given_id: page.id ?? null,
  item_id: page.itemId,
  catalog_id: page.catalogId,
  title: page.title,
  content: page.content,
  sort_order: page.order,
  author_id: page.authorId,
  revision: page.revision,
  created_at: page.createdAt,
  saved_at: page.savedAt,
  deleted_by_id: page.deletion?.byId ?? null,
  deleted_at: page.deletion?.at ?? null,
  ...(arePlain ? indexed(page) : UNINDEXED),
})
