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
}

/** What security needs to know of the past. The database itself refuses to change it or to forget it early (threats G5). */
export interface AuditRecord {
  append(entries: readonly New<AuditEntry>[]): Promise<void>
  /** Newest first; `actorUsername` is '' for those without an account. */
  find(filter: AuditFilter, paging: Paging): Promise<Slice<AuditEntry & { readonly actorUsername: string }>>
  /** Removes entries from before that time, but none younger than 180 days. @returns how many */
  sweep(before: Date): Promise<number>
}
