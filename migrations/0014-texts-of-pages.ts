import { Migration } from '@mikro-orm/migrations'

/**
 * The readable text of pages whose content has another format, such as JSON: these functions check hits against it, so
 * it must be in the database. Null when the content itself is the text.
 */
export class SearchTextsOfPages extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  'alter table page_search add column text text',
  `create or replace function search_newest(patterns text[], whole_items integer[], partial_items integer[],
      catalogs integer[], most_read integer, most integer)
    returns table (page_id integer, item_id integer, title text, content text, saved_at timestamptz, is_title_hit boolean)
    language sql stable as $$
      select p.id, p.item_id, p.title, coalesce(candidate.text, p.content), p.saved_at, p.title ilike all (patterns)
      from (
        select s.page_id, s.item_id, s.text from page_search s
        order by s.saved_at desc, s.page_id desc limit most_read
      ) candidate
      cross join lateral (select * from page where id = candidate.page_id and deleted_at is null offset 0) p
      where (candidate.item_id in (select unnest(whole_items || partial_items))) is true
        and (p.item_id = any (whole_items) or p.catalog_id = any (catalogs))
        and p.title || e'\\n' || coalesce(candidate.text, p.content) ilike all (patterns)
      limit most
    $$`,
  `create or replace function search_pages(query tsquery, by_title boolean, patterns text[], whole_items integer[],
      partial_items integer[], catalogs integer[], most integer)
    returns table (page_id integer, item_id integer, title text, content text, saved_at timestamptz, is_title_hit boolean)
    language sql stable set enable_seqscan = off as $$
      select p.id, p.item_id, p.title, coalesce(candidate.text, p.content), p.saved_at, by_title
      from (
        select s.page_id, s.text from page_search s
        where (s.tokens @@ query or s.must_be_read)
          and (s.item_id in (select unnest(whole_items || partial_items))) is true
        order by s.saved_at desc, s.page_id desc offset 0
      ) candidate
      cross join lateral (select * from page where id = candidate.page_id and deleted_at is null offset 0) p
      where (p.item_id = any (whole_items) or p.catalog_id = any (catalogs))
        and case when by_title then p.title ilike all (patterns)
          else not p.title ilike all (patterns)
            and p.title || e'\\n' || coalesce(candidate.text, p.content) ilike all (patterns) end
      limit most
    $$`,
]
