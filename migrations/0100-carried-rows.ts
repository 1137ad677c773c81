import { Migration } from '@mikro-orm/migrations'

/**
 * What was imported from another system, and its ids here: so that it can be imported again without touching what was
 * edited here, and so that former ids still work where they were already taken here.
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
