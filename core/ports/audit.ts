import type { AuditAction, AuditEntry } from '../audit/entry.ts'
import type { New } from '../new.ts'
import type { Paging, Slice } from '../paging.ts'

export interface AuditFilter {
  readonly actorId?: number | undefined
  readonly action?: AuditAction | undefined
  /** The earliest moment shown. */
  readonly from?: Date | undefined
  /** The first moment no longer shown. */
  readonly to?: Date | undefined
  /** Who did it, or whom it was done to or concerns. */
  readonly personId?: number | undefined
  /** Only what was put on record before this entry. */
  readonly beforeId?: number | undefined
}

/** An entry with the names of today; '' for what has none, or is gone. */
export interface NamedEntry extends AuditEntry {
  readonly actorUsername: string
  readonly concernedUsername: string
  /** Of an account, an item or a team. */
  readonly objectName: string
}

/** What security needs to know of the past. The database itself refuses to change it or to forget it early (threats G5). */
export interface AuditRecord {
  append(entries: readonly New<AuditEntry>[]): Promise<void>
  /** Newest first. */
  find(filter: AuditFilter, paging: Paging): Promise<Slice<NamedEntry>>
  /** Removes entries from before that time, but none younger than 180 days. @returns how many */
  sweep(before: Date): Promise<number>
}
