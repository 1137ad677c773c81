import { Migration } from '@mikro-orm/migrations'

/** Passwords are switched off only where another login is known to work, so its last use is kept with the link. */
export class NoteLoginsThatWorked extends Migration {
  override up(): void {
    this.addSql('alter table user_identity add column worked_at timestamptz')
  }
}
