import { Migration } from '@mikro-orm/migrations'

/**
 * What came from another system, and as what: so that it can be carried again without touching what was edited here, and
 * so that its former ids are still known where they were given to something else already.
 */
export class RememberCarriedRows extends Migration {
  override up(): void {
    this.addSql(`create table carried_row (
      source smallint not null, kind text not null, source_id integer not null, id integer not null,
      source_sum text, here_sum text,
      primary key (source, kind, source_id)
    )`)
    this.addSql('create unique index carried_row_here on carried_row (kind, id, source) where id <> 0')
  }
}
