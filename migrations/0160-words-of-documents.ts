import { Migration } from '@mikro-orm/migrations'

/** Documents of pages can be found by a text, such as comments by what they say. */
export class FindDocumentsByWords extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  // Beside the documents: what is not searched stays as small as it is.
  `create table document_search (
    document_id integer primary key references document on delete cascade,
    page_id integer not null,
    item_id integer not null,
    at timestamptz not null,
    text text not null,
    -- Null for a text from before, until its words are written in the background.
    tokens tsvector
  )`,
  `create index document_search_tokens on document_search using gin (tokens) with (gin_pending_list_limit = 1024)`,
  `create index document_search_due on document_search (document_id) where tokens is null`,
  // For pages that move.
  `create index document_search_page on document_search (page_id)`,

  // The item is one of the tokens, as in the index of pages, and changes with the page.
  `create function move_document_search() returns trigger language plpgsql as $$
    begin
      update document_search set item_id = new.item_id,
        tokens = ts_delete(tokens, chr(2) || old.item_id) || array_to_tsvector(array[chr(2) || new.item_id])
      where page_id = new.id;
      return null;
    end
  $$`,
  `create trigger page_moved_documents after update of item_id on page for each row
    when (old.item_id is distinct from new.item_id) execute function move_document_search()`,

  // The newest hits of the index on pages that are searched, to be verified by the caller.
  `create function search_documents(query tsquery, whole_items integer[], partial_items integer[], catalogs integer[],
      left_items integer[], before_at timestamptz, before_id integer, most integer)
    returns table (document_id integer, page_id integer, at timestamptz, text text)
    language sql stable set enable_seqscan = off as $$
      with found as materialized (
        select s.document_id, s.page_id, s.at from document_search s
        where s.tokens @@ query
          and (s.item_id in (select unnest(whole_items || partial_items))) is true
          and s.item_id <> all (left_items)
          and (before_at is null or (s.at, s.document_id) < (before_at, before_id))
      )
      select candidate.document_id, candidate.page_id, candidate.at, s.text
      from (select * from found order by at desc, document_id desc offset 0) candidate
      cross join lateral (select * from page where id = candidate.page_id and deleted_at is null offset 0) p
      cross join lateral (select * from document_search where document_id = candidate.document_id offset 0) s
      where (p.item_id = any (whole_items) or p.catalog_id = any (catalogs))
        and search_is_in_time(statement_timestamp())
      limit most
    $$`,

  // Comments from before wait for their words.
  `insert into document_search (document_id, page_id, item_id, at, text)
    select d.id, d.page_id, p.item_id, d.at, d.data ->> 'text' from document d join page p on p.id = d.page_id
    where d.collection = 'comments.comment' and d.data ->> 'text' <> ''`,
]
