import type { PageHit, PageSearch } from '#core/ports/store.ts'
import { boolean, integer, text, timestamptz } from './column-types.ts'
import { containing, ofItem, queriesOf } from './search-tokens.ts'
import { statement, type Session } from './session.ts'

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
const ORDERED = 'join item i on i.id = h.item_id order by h.is_title_hit desc, h.saved_at desc, h.page_id desc'

/** What may be searched, for the functions of the database: whole items, items in part, and the catalogs of those. */
interface Reach {
  /** Common tables, from $1 and $2. */
  readonly tables: string
  /** $3, the query in PostgreSQL's notation, with what narrows it down to the reach. */
  readonly query: string
  readonly sets: string
}

/** All catalogs below those of the table `top`, themselves included. */
const BELOW = `below as (
  select id from top union select c.id from catalog c join below b on c.parent_id = b.id
)`

// $1 is the item, $2 its first-level catalogs to look in; null for the whole item.
const IN_ITEM: Reach = {
  tables: `with recursive top as (select id from catalog where item_id = $1 and id = any ($2)), ${BELOW}`,
  query: '$3::tsquery',
  sets: `
    case when $2::integer[] is null then array[$1::integer] else '{}' end,
    case when $2::integer[] is null then '{}' else array[$1::integer] end,
    array(select id from below)`,
}

/** Up to so many items, looking only at their pages is faster than at all that a common word stands in. */
const FEW_ITEMS = 50

// $1 is the user: what the user owns or has a grant on is searched, and nothing else. $2 is not needed.
const OF_USER: Reach = {
  tables: `with recursive granted as (
     select id as item_id, null as catalog_id from item where owner_id = $1 and $2::integer[] is null
     union select item_id, catalog_id from item_grant where user_id = $1
   ), whole as (select item_id from granted where catalog_id is null),
   partial as (select item_id, catalog_id from granted where item_id not in (select item_id from whole)),
   top as (select catalog_id as id from partial), ${BELOW}`,
  query: `case when (select count(distinct item_id) from granted) <= ${FEW_ITEMS}
    then $3::tsquery && (select string_agg(distinct quote_literal('${ofItem('')}' || item_id), ' | ')::tsquery from granted)
    else $3::tsquery end`,
  sets: `array(select item_id from whole), array(select distinct item_id from partial), array(select id from below)`,
}

const newest = (name: string, { tables, sets }: Reach) =>
  statement(name, `${tables} ${HITS} from search_newest($3::text[], ${sets}, $4, $5) h ${ORDERED}`, HIT)
const indexed = (name: string, { tables, query, sets }: Reach) =>
  statement(name, `${tables} ${HITS} from search_pages(${query}, $4, $5::text[], ${sets}, $6) h ${ORDERED}`, HIT)

const newestOfUser = newest('search.newestOfUser', OF_USER)
const ofUser = indexed('search.ofUser', OF_USER)
const inItem = indexed('search.inItem', IN_ITEM)

/** So many pages are read before the index is asked. */
const NEWEST = 300

/**
 * Hits in titles by the index, then those in texts. Sorting the tens of thousands of pages that a common word stands in
 * would take most of the time, so the newest pages of all are read first: if they hold enough hits, those are the newest.
 */
export const searchOn = (session: Session): PageSearch => ({
  async find(words, scope, limit) {
    if (words.length === 0) return []
    const patterns = words.map(containing)
    // The index holds small letters only.
    const lowered = words.map((word) => word.toLowerCase())
    const isWide = 'userId' in scope
    const reach = isWide ? [scope.userId, null] : [scope.itemId, scope.topCatalogIds]
    const queries = queriesOf(lowered, isWide ? null : scope.itemId)
    const find = (query: string, isByTitle: boolean, most: number): Promise<readonly PageHit[]> =>
      session.all(isWide ? ofUser : inItem, [...reach, query, isByTitle, patterns, most])

    const recent = isWide ? await session.all(newestOfUser, [...reach, patterns, NEWEST, NEWEST]) : []
    const recentTitles = recent.filter(({ isTitleHit }) => isTitleHit)
    if (recentTitles.length >= limit) return recentTitles.slice(0, limit)

    const titles = await find(queries.inTitle, true, limit)
    const missing = limit - titles.length
    if (missing === 0) return titles
    const recentTexts = recent.filter(({ isTitleHit }) => !isTitleHit)
    const texts = recentTexts.length >= missing ? recentTexts : await find(queries.anywhere, false, missing)
    return [...titles, ...texts.slice(0, missing)]
  },
})
