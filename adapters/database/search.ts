import type { PageHit, PageSearch } from '#core/ports/store.ts'
import { containing, queriesOf } from './search-tokens.ts'
import { statement, type Session } from './session.ts'

const HITS = `
  select h.page_id as "pageId", h.item_id as "itemId", i.name as "itemName", h.title, h.content,
    h.is_title_hit as "isTitleHit", h.saved_at as "savedAt"`
const ORDERED = 'join item i on i.id = h.item_id order by h.is_title_hit desc, h.saved_at desc, h.page_id desc'

/** All catalogs below those of the table \`top\`, themselves included. */
const BELOW = `below as (
  select id from top union select c.id from catalog c join below b on c.parent_id = b.id
)`

// $4 is the item, $5 its first-level catalogs to look in; null for the whole item.
const inItem = statement<PageHit>(
  'search.inItem',
  `with recursive top as (select id from catalog where item_id = $4 and id = any ($5)), ${BELOW}
   ${HITS}
   from search_pages($1::tsquery, $2::tsquery, $3::text[],
     case when $5::integer[] is null then array[$4::integer] else '{}' end,
     case when $5::integer[] is null then '{}' else array[$4::integer] end,
     array(select id from below), $6, $7) h
   ${ORDERED}`,
)

// $4 is the user: what the user owns or has a grant on is searched, and nothing else.
const inItemsOf = statement<PageHit>(
  'search.inItemsOf',
  `with recursive granted as (
     select id as item_id, null as catalog_id from item where owner_id = $4
     union select item_id, catalog_id from item_grant where user_id = $4
   ), whole as (select item_id from granted where catalog_id is null),
   partial as (select item_id, catalog_id from granted where item_id not in (select item_id from whole)),
   top as (select catalog_id as id from partial), ${BELOW}
   ${HITS}
   from search_pages($1::tsquery, $2::tsquery, $3::text[],
     array(select item_id from whole), array(select distinct item_id from partial), array(select id from below), $5, $6) h
   ${ORDERED}`,
)

/** So many candidates are usually enough; sorting only the newest of them makes common words fast. */
const FIRST_READ = 500

export const searchOn = (session: Session): PageSearch => ({
  async find(words, scope, limit) {
    if (words.length === 0) return []
    const { inTitle, anywhere } = queriesOf(words)
    const what = [inTitle, anywhere, words.map(containing)]
    const find = (mostRead: number | null): Promise<readonly PageHit[]> =>
      'userId' in scope
        ? session.all(inItemsOf, [...what, scope.userId, mostRead, limit])
        : session.all(inItem, [...what, scope.itemId, scope.topCatalogIds, mostRead, limit])
    const hits = limit < FIRST_READ ? await find(FIRST_READ) : []
    return hits.length === limit ? hits : find(null)
  },
})
