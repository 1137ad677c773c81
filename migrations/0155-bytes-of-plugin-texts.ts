import { Migration } from '@mikro-orm/migrations'

/** Counts documents of plugins for the item and the author of a text, such as comments and mocks. */
export class CountTextsOfPlugins extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  // Not a reference: what people wrote counts as long as it exists, like their pages.
  `alter table document add column author_id integer`,

  // Item 0 is used for texts outside of items. Null when the item or the page is gone: what counted went with it.
  `create function counted_item(of_item integer, of_page integer) returns integer language sql stable as $$
    select case
      when of_page is not null then (select p.item_id from page p join item i on i.id = p.item_id where p.id = of_page)
      when of_item is not null then (select id from item where id = of_item)
      else 0
    end
  $$`,
  `create or replace function count_document() returns trigger language plpgsql as $$
    declare
      counted integer;
    begin
      if tg_op <> 'INSERT' and old.bytes <> 0 then
        counted := counted_item(old.item_id, old.page_id);
        if counted is not null then
          perform add_text_bytes(counted, coalesce(old.author_id, old.user_id, 0), -old.bytes);
        end if;
      end if;
      if tg_op <> 'DELETE' and new.bytes <> 0 then
        counted := counted_item(new.item_id, new.page_id);
        if counted is not null then
          perform add_text_bytes(counted, coalesce(new.author_id, new.user_id, 0), new.bytes);
        end if;
      end if;
      return null;
    end
  $$`,
  // They move and go with their page.
  `create or replace function texts_of_page(of_page integer) returns table (author_id integer, bytes bigint)
  language sql stable as $$
    select author_id, sum(bytes) from (
      select author_id, octet_length(content) as bytes from page where id = of_page
      union all
      select author_id, octet_length(content) from page_version where page_id = of_page
      union all
      select coalesce(author_id, user_id, 0), bytes from document where page_id = of_page and bytes <> 0
    ) texts group by author_id
  $$`,

  // What is there is summed up at once: counted one by one, each document would write the same row once more.
  `drop trigger document_bytes_changed on document`,
  `update document set bytes = octet_length(data ->> 'text') + coalesce(octet_length(data ->> 'anchor'), 0),
    author_id = (data ->> 'authorId')::integer where collection = 'comments.comment'`,
  `update document d set bytes = octet_length(d.data::text),
    author_id = (select p.author_id from page p where p.id = d.page_id) where d.collection = 'mock.rule'`,
  `insert into text_bytes (item_id, author_id, bytes)
    select item_id, author_id, sum(bytes) from (
      select counted_item(item_id, page_id) as item_id, coalesce(author_id, user_id, 0) as author_id, bytes
      from document where collection in ('comments.comment', 'mock.rule') and bytes <> 0
    ) texts where item_id is not null group by item_id, author_id`,

  `create trigger document_bytes_changed after update on document for each row
    when ((old.bytes, old.user_id, old.author_id, old.item_id, old.page_id)
      is distinct from (new.bytes, new.user_id, new.author_id, new.item_id, new.page_id))
    execute function count_document()`,
]
