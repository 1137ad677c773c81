import type { PageHit, PageSearch } from '#core/ports/store.ts'
import { boolean, integer, jsonb, orNull, text, timestamptz, type RowOf } from './column-types.ts'
import { isLive } from './live-items.ts'
import { containing, maySound, ofItem, queriesOf } from './search-tokens.ts'
import { statement, type Session } from './session.ts'
import { heardIn } from './title-sounds.ts'

const HITS = `
  select h.page_id as "pageId", h.item_id as "itemId", i.name as "itemName", h.title, h.content as text,
    h.is_title_hit as "isTitleHit", h.saved_at as "savedAt"`
const HIT = {
  pageId: integer,
  itemId: integer,
  itemName: text,
  title: text,
  text,
  isTitleHit: boolean,
  savedAt: timestamptz,
}
const TITLE = { pageId: integer, itemId: integer, itemName: text, title: text, savedAt: timestamptz }
type FoundRow = RowOf<typeof HIT>
const ORDERED = 'item i on i.id = h.item_id order by h.is_title_hit desc, h.saved_at desc, h.page_id desc'

/** The search scope, as passed to the database functions: whole items, partially visible items, and their catalogs. */
export interface Reach {
  /** Common table expressions, using $1 and $2. */
  readonly tables: string
  /** $3, the query in PostgreSQL's notation, with the tokens that restrict it to the scope. */
  readonly query: string
  readonly sets: string
}

/** All catalogs below those in the table `top`, including these. */
const BELOW = `below as (
  select id from top union select c.id from catalog c join below b on c.parent_id = b.id
)`

// $1 is the item, $2 the first-level catalogs to search; null for the whole item.
export const IN_ITEM: Reach = {
  tables: `with recursive top as (select id from catalog where item_id = $1 and id = any ($2)), ${BELOW}`,
  query: '$3::tsquery',
  sets: `
    case when $2::integer[] is null then array[$1::integer] else '{}' end,
    case when $2::integer[] is null then '{}' else array[$1::integer] end,
    array(select id from below)`,
}

/** Up to this many items, restricting the search to their pages is faster than using the global index. */
const FEW_ITEMS = 50

// $1 is the user: only items the user owns or has a grant for are searched. $2 is not used.
export const OF_USER: Reach = {
  tables: `with recursive granted as (
     select id as item_id, null as catalog_id from item where owner_id = $1 and ${isLive('item.id')} and $2::integer[] is null
     union select item_id, catalog_id from item_grant where user_id = $1
   ), whole as (select item_id from granted where catalog_id is null),
   partial as (select item_id, catalog_id from granted where item_id not in (select item_id from whole)),
   top as (select catalog_id as id from partial), ${BELOW}`,
  query: `case when (select count(distinct item_id) from granted) <= ${FEW_ITEMS}
    then $3::tsquery && (select string_agg(distinct quote_literal('${ofItem('')}' || item_id), ' | ')::tsquery from granted)
    else $3::tsquery end`,
  sets: `array(select item_id from whole), array(select distinct item_id from partial), array(select id from below)`,
}

const checked = (name: string, { tables, query, sets }: Reach) =>
  statement(name, `${tables} ${HITS} from search_pages(${query}, $4, $5::text[], ${sets}, $6) h join ${ORDERED}`, HIT)
const unchecked = (name: string, { tables, query, sets }: Reach) =>
  statement(
    name,
    `${tables} ${HITS}, h.is_cut as "isCut"
     from search_candidates(${query}, $4, $5::text[], ${sets}, $6, $7) h left join ${ORDERED}`,
    // Null when there is none; the other columns of that row are meaningless.
    { ...HIT, pageId: orNull(integer), isCut: boolean },
  )

const heard = (name: string, { tables, query, sets }: Reach) =>
  statement(
    name,
    `${tables}
     select h.page_id as "pageId", h.item_id as "itemId", i.name as "itemName", h.title, h.saved_at as "savedAt"
     from search_heard(${query}, ${sets}, $4) h join item i on i.id = h.item_id
     order by h.saved_at desc, h.page_id desc`,
    TITLE,
  )
const statementsFor = (where: string, reach: Reach) => ({
  unchecked: unchecked(`search.candidates${where}`, reach),
  checked: checked(`search.all${where}`, reach),
  heard: heard(`search.heard${where}`, reach),
})
type Statements = ReturnType<typeof statementsFor>

const ofUser = statementsFor('OfUser', OF_USER)
const inItem = statementsFor('InItem', IN_ITEM)
const texts = statement(
  'search.texts',
  `select p.id as "pageId", coalesce(s.text, p.content) as text
   from page p join page_search s on s.page_id = p.id where p.id = any($1::integer[])`,
  { pageId: integer, text },
)
const catalogPaths = statement(
  'search.catalogPaths',
  `with recursive up as (
     select p.id as page_id, c.parent_id, c.name, 1 as height
     from page p join catalog c on c.id = p.catalog_id where p.id = any($1::integer[])
     union all select u.page_id, c.parent_id, c.name, u.height + 1 from up u join catalog c on c.id = u.parent_id
   )
   select page_id as "pageId", jsonb_agg(name order by height desc) as names from up group by page_id`,
  { pageId: integer, names: jsonb<readonly string[]>() },
)
const idsInItem = statement(
  'search.idsInItem',
  `${IN_ITEM.tables} select h.page_id as "pageId"
   from search_pages(${IN_ITEM.query}, $4, $5::text[], ${IN_ITEM.sets}, $6) h join ${ORDERED}`,
  { pageId: integer },
)

/** How many candidates are read per requested hit: the reader may not have access to some of them. */
const READ_FOR_ONE = 4

/**
 * Matches in titles from the index, then titles that sound like the words, then matches in texts. Nearly all candidates
 * from the index are matches, and verifying texts in the database is slow, so the newest are verified here; only if too
 * few of them match, the database checks all.
 */
export const searchOn = (session: Session): PageSearch => ({
  async find(words, scope, limit) {
    if (words.length === 0) return []
    const patterns = words.map(containing)
    // The index contains lower-case letters only.
    const lowered = words.map((word) => word.toLowerCase())
    const isWide = 'userId' in scope
    const reach = isWide ? [scope.userId, null] : [scope.itemId, scope.topCatalogIds]
    const queries = queriesOf(lowered, isWide ? null : scope.itemId)
    const statements = isWide ? ofUser : inItem
    const { unchecked, checked } = statements
    const containsAll = (text: string): boolean => {
      const small = text.toLowerCase()
      return lowered.every((word) => small.includes(word))
    }
    const isInTitle = ({ title }: FoundRow): boolean => containsAll(title)

    const withPaths = async (hits: readonly Hit[]): Promise<readonly PageHit[]> => {
      if (hits.length === 0) return []
      const paths = await session.all(catalogPaths, [hits.map(({ pageId }) => pageId)])
      const named = new Map(paths.map(({ pageId, names }) => [pageId, names]))
      return hits.map((hit) => ({ heardAs: [], ...hit, catalogPath: named.get(hit.pageId) ?? [] }))
    }
    const find = async (query: string, isByTitle: boolean, most: number): Promise<readonly FoundRow[]> => {
      const rows = await session.all(unchecked, [...reach, query, isByTitle, patterns, most * READ_FOR_ONE, most])
      const candidates = rows.flatMap(({ pageId, ...row }) => (pageId === null ? [] : { ...row, pageId }))
      const hits = candidates.filter((hit) => (isByTitle ? isInTitle(hit) : containsAll(`${hit.title}\n${hit.text}`)))
      const areAll = candidates.length < most && !rows.some(({ isCut }) => isCut)
      if (areAll || hits.length === most) return hits
      return session.all(checked, [...reach, query, isByTitle, patterns, most])
    }
    const titles = await find(queries.inTitle, true, limit)
    if (titles.length === limit) return withPaths(titles)
    const room = limit - titles.length
    const heard = await heardTitles(session, statements, reach, queries.bySound, lowered, room)
    const known = new Set(heard.map(({ pageId }) => pageId))
    // This includes the title matches again.
    const texts = (await find(queries.anywhere, false, limit)).filter(
      (hit) => !isInTitle(hit) && !known.has(hit.pageId),
    )
    return withPaths(
      [...titles, ...(await withTexts(session, heard)), ...texts.map((hit) => ({ ...hit, isTitleHit: false }))].slice(
        0,
        limit,
      ),
    )
  },
  async idsIn(words, { itemId, topCatalogIds }, limit) {
    if (words.length === 0) return []
    const patterns = words.map(containing)
    const lowered = words.map((word) => word.toLowerCase())
    const queries = queriesOf(lowered, itemId)
    const find = async (query: string, isByTitle: boolean, most: number): Promise<readonly number[]> => {
      const rows = await session.all(idsInItem, [itemId, topCatalogIds, query, isByTitle, patterns, most])
      return rows.map(({ pageId }) => pageId)
    }
    const titles = await find(queries.inTitle, true, limit)
    if (titles.length === limit) return titles
    const reach = [itemId, topCatalogIds]
    const heard = await heardTitles(session, inItem, reach, queries.bySound, lowered, limit - titles.length)
    const texts = await find(queries.anywhere, false, limit - titles.length)
    return [...new Set([...titles, ...heard.map(({ pageId }) => pageId), ...texts])].slice(0, limit)
  },
})

interface Hit extends FoundRow {
  readonly heardAs?: readonly string[]
}
interface HeardTitle extends RowOf<typeof TITLE> {
  readonly heardAs: readonly string[]
}

/**
 * The newest pages whose title contains or sounds like every word, except those that contain all words. They take half
 * of the remaining slots, so that short words, which many titles sound like, do not crowd out matches in texts.
 */
async function heardTitles(
  session: Session,
  { heard }: Statements,
  reach: readonly unknown[],
  query: string | null,
  words: readonly string[],
  room: number,
): Promise<readonly HeardTitle[]> {
  if (query === null) return []
  const most = Math.ceil(room / 2)
  const titles = await session.all(heard, [...reach, query, most * READ_FOR_ONE])
  const hits = titles.flatMap((hit): readonly HeardTitle[] => {
    const title = hit.title.toLowerCase()
    const missing = words.filter((word) => !title.includes(word))
    const heardAs = missing.flatMap((word) => (maySound(word) ? (heardIn(hit.title, word) ?? []) : []))
    return missing.length > 0 && heardAs.length === missing.length ? [{ ...hit, heardAs }] : []
  })
  return hits.slice(0, most)
}

async function withTexts(session: Session, titles: readonly HeardTitle[]): Promise<readonly Hit[]> {
  if (titles.length === 0) return []
  const rows = await session.all(texts, [titles.map(({ pageId }) => pageId)])
  const known = new Map(rows.map(({ pageId, text }) => [pageId, text]))
  return titles.map((hit) => ({ ...hit, text: known.get(hit.pageId) ?? '', isTitleHit: true }))
}
