import type { AuditAction, AuditEntry } from '../audit/entry.ts'
import type { New } from '../new.ts'
import type { Paging, Slice } from '../paging.ts'

export interface AuditFilter {
  readonly actorId?: number | undefined
  readonly action?: AuditAction | undefined
  /** The earliest time shown. */
  readonly from?: Date | undefined
  /** The first time no longer shown. */
  readonly to?: Date | undefined
  /** The actor, or a person affected or concerned. */
  readonly personId?: number | undefined
  /** The beginning of the address it came from. */
  readonly address?: string | undefined
  /** Only entries recorded before this one. */
  readonly beforeId?: number | undefined
}

/** An entry with current names; '' for those that have none or are deleted. */
export interface NamedEntry extends AuditEntry {
  readonly actorUsername: string
  readonly concernedUsername: string
  /** Name of an account, an item or a team. */
  readonly objectName: string
}

/** The security audit log. The database itself refuses to change entries or delete them early (threats G5). */
export interface AuditRecord {
  append(entries: readonly New<AuditEntry>[]): Promise<void>
  /** Newest first. */
  find(filter: AuditFilter, paging: Paging): Promise<Slice<NamedEntry>>
  /** Removes entries older than that time, but none younger than 180 days. @returns how many */
  sweep(before: Date): Promise<number>
}
