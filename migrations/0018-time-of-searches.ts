import { Migration } from '@mikro-orm/migrations'

/**
 * A search ends after three seconds, also in the embedded database, which has no statement timeout and one connection
 * for everybody: pages are only read while there is time left (threats P1). Search functions call this one.
 */
export class LimitTimeOfSearches extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create function search_is_in_time(began timestamptz) returns boolean language plpgsql volatile as $$
    begin
      if clock_timestamp() > began + interval '3 seconds' then
        raise exception 'the search took too long' using errcode = 'query_canceled';
      end if;
      return true;
    end
  $$`,
]
