import { Migration } from '@mikro-orm/migrations'

/** Chinese titles can be found by their pinyin. */
export class FindTitlesBySound extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // The database cannot compute the pronunciation of a title, so existing pages wait in a list for these tokens; pages
  // saved from now on get them with their other tokens.
  'create table page_sound_due (page_id integer primary key references page on delete cascade)',
  `insert into page_sound_due select id from page where title ~ '[㐀-䶿一-鿿]' and deleted_at is null`,
  // The newest titles that may sound like the query, without their texts, to be verified by the caller.
  `create function search_heard(query tsquery, whole_items integer[], partial_items integer[], catalogs integer[],
      most integer)
    returns table (page_id integer, item_id integer, title text, saved_at timestamptz)
    language sql stable set enable_seqscan = off as $$
      with found as materialized (
        select s.page_id, s.saved_at from page_search s
        where (s.tokens @@ query or (s.must_be_read and s.tokens is null))
          and (s.item_id in (select unnest(whole_items || partial_items))) is true
      )
      select p.id, p.item_id, p.title, p.saved_at
      from (select * from found order by saved_at desc, page_id desc limit most) candidate
      cross join lateral (select * from page where id = candidate.page_id and deleted_at is null offset 0) p
      where p.item_id = any (whole_items) or p.catalog_id = any (catalogs)
    $$`,
]
