import { Migration } from '@mikro-orm/migrations'

/**
 * Mocks that came from a ShowDoc are answered at its addresses with their keys; those of earlier versions came without.
 * An address ends with its key, so that of a mock whose key was renewed, or that was made here for a page from there,
 * leads nowhere that its key did not lead before.
 */
export class AnswerMocksAtTheirKeys extends Migration {
  override up(): void {
    this.addSql(`
      insert into document (collection, key, item_id, page_id, at, data)
      select 'mock.key', d.data ->> 'uniqueKey', d.item_id, d.page_id, d.at, '{}'
      from document d
      where d.collection = 'mock.rule' and d.data ->> 'uniqueKey' <> '' and exists (
        select from carried_row page
        where page.kind = 'page' and page.id = d.page_id and page.source_sum is not null)
      order by d.id
      on conflict (collection, key) do nothing`)
  }
}
