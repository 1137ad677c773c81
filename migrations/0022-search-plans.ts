import { Migration } from '@mikro-orm/migrations'

/**
 * Searches whose plan depends neither on table statistics nor on when it was made. Hits of the index are first
 * collected separately ("materialized"), without an order: only the index can answer that, whereas an order could also
 * be produced by reading every page from the newest on. The setting rules out reading all of them.
 */
export class KeepPlansOfSearches extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const FOUND = `found as materialized (
        select s.page_id, s.saved_at, s.must_be_read from page_search s
        where (s.tokens @@ query or s.must_be_read)
          and (s.item_id in (select unnest(whole_items || partial_items))) is true
      )`
const PAGE = `cross join lateral (select * from page where id = candidate.page_id and deleted_at is null offset 0) p
      cross join lateral (select text from page_search where page_id = candidate.page_id offset 0) s`

const statements = [
  'drop function search_newest(text[], integer[], integer[], integer[], integer, integer)',
  // The newest of all pages are no longer queried, and every save would write to it.
  'drop index page_search_newest',
  // All hits, in the title or only in the text, read and checked one by one, newest first, until there are enough.
  `create or replace function search_pages(query tsquery, by_title boolean, patterns text[], whole_items integer[],
      partial_items integer[], catalogs integer[], most integer)
    returns table (page_id integer, item_id integer, title text, content text, saved_at timestamptz, is_title_hit boolean)
    language sql stable set enable_seqscan = off as $$
      with ${FOUND}
      select p.id, p.item_id, p.title, coalesce(s.text, p.content), p.saved_at, by_title
      from (select * from found order by saved_at desc, page_id desc offset 0) candidate
      ${PAGE}
      where (p.item_id = any (whole_items) or p.catalog_id = any (catalogs))
        and case when not search_is_in_time(statement_timestamp()) then false
          when by_title then p.title ilike all (patterns)
          else not p.title ilike all (patterns) and p.title || e'\\n' || coalesce(s.text, p.content) ilike all (patterns) end
      limit most
    $$`,
  // The newest hits of the index, to be verified by the caller; only pages that the index does not cover are checked
  // here. Without hits there is one row without a page, so that "is_cut" is always returned: whether there were more
  // candidates.
  `create function search_candidates(query tsquery, by_title boolean, patterns text[], whole_items integer[],
      partial_items integer[], catalogs integer[], most_read integer, most integer)
    returns table (page_id integer, item_id integer, title text, content text, saved_at timestamptz,
      is_title_hit boolean, is_cut boolean)
    language sql stable set enable_seqscan = off as $$
      with ${FOUND}
      select hit.*, counted.is_cut
      from (select count(*) > most_read as is_cut from found) counted
      left join lateral (
        select p.id, p.item_id, p.title, coalesce(s.text, p.content), p.saved_at, by_title
        from (select * from found order by saved_at desc, page_id desc limit most_read) candidate
        ${PAGE}
        where (p.item_id = any (whole_items) or p.catalog_id = any (catalogs))
          and case when not candidate.must_be_read then true
            when not search_is_in_time(statement_timestamp()) then false
            when by_title then p.title ilike all (patterns)
            else p.title || e'\\n' || coalesce(s.text, p.content) ilike all (patterns) end
        limit most
      ) hit on true
    $$`,
]
