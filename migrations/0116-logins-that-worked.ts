import { Migration } from '@mikro-orm/migrations'

/** Passwords can only be switched off if another login is known to work, so its last use is stored with the link. */
export class NoteLoginsThatWorked extends Migration {
  override up(): void {
    this.addSql('alter table user_identity add column worked_at timestamptz')
  }
}
