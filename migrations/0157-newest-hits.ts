import { Migration } from '@mikro-orm/migrations'

/**
 * The newest hits are chosen while the index is read: before, all of them were stored first, then counted and sorted,
 * though only a few hundred are read. One more than is read tells whether there were more. As before, only the index can
 * answer these searches: there is no index by time, and the setting rules out reading all pages.
 */
export class ChooseNewestHits extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const newest = (columns: string, condition: string, most: string): string => `newest as materialized (
        select s.page_id, s.saved_at${columns} from page_search s
        where (s.tokens @@ query or ${condition})
          and (s.item_id in (select unnest(whole_items || partial_items))) is true
        order by s.saved_at desc, s.page_id desc limit ${most}
      )`

const statements = [
  `create or replace function search_candidates(query tsquery, by_title boolean, patterns text[], whole_items integer[],
      partial_items integer[], catalogs integer[], most_read integer, most integer)
    returns table (page_id integer, item_id integer, title text, content text, saved_at timestamptz,
      is_title_hit boolean, is_cut boolean)
    language sql stable set enable_seqscan = off as $$
      with ${newest(', s.must_be_read', 's.must_be_read', 'most_read + 1')}
      select hit.*, counted.is_cut
      from (select count(*) > most_read as is_cut from newest) counted
      left join lateral (
        select p.id, p.item_id, p.title, coalesce(s.text, p.content), p.saved_at, by_title
        from (select * from newest order by saved_at desc, page_id desc limit most_read) candidate
        cross join lateral (select * from page where id = candidate.page_id and deleted_at is null offset 0) p
        cross join lateral (select text from page_search where page_id = candidate.page_id offset 0) s
        where (p.item_id = any (whole_items) or p.catalog_id = any (catalogs))
          and case when not candidate.must_be_read then true
            when not search_is_in_time(statement_timestamp()) then false
            when by_title then p.title ilike all (patterns)
            else p.title || e'\\n' || coalesce(s.text, p.content) ilike all (patterns) end
        limit most
      ) hit on true
    $$`,
  `create or replace function search_heard(query tsquery, whole_items integer[], partial_items integer[],
      catalogs integer[], most integer)
    returns table (page_id integer, item_id integer, title text, saved_at timestamptz)
    language sql stable set enable_seqscan = off as $$
      with ${newest('', '(s.must_be_read and s.tokens is null)', 'most')}
      select p.id, p.item_id, p.title, p.saved_at
      from newest
      cross join lateral (select * from page where id = newest.page_id and deleted_at is null offset 0) p
      where p.item_id = any (whole_items) or p.catalog_id = any (catalogs)
    $$`,
]
