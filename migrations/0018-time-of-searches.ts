import { Migration } from '@mikro-orm/migrations'

/**
 * A search ends after three seconds, also in the embedded database, which knows no time limit for statements and has one
 * connection for everybody: a page is read only as long as there is time (threats P1). Functions that search ask this one.
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
