import type { Paging, Slice } from '../paging.ts'

/**
 * What is known of a backup. `proved` was restored and was the same; `untried` was not, or nobody knows; `changed` has
 * another size than when it was made; of an `incomplete` one files were missing; a `broken` one could not be restored.
 */
export type BackupState = 'proved' | 'untried' | 'changed' | 'incomplete' | 'broken'

/** An archive where backups are kept. */
export interface KeptBackup {
  readonly name: string
  readonly madeAt: Date
  readonly bytes: number
  readonly state: BackupState
  /** Rows and files in it; null when nobody knows. */
  readonly rows: number | null
  readonly files: number | null
  /** Files that were not there when it was made, or not whole. */
  readonly missingFiles: number
  /** Files in storages that a backup does not copy. */
  readonly filesElsewhere: number
  /** Of its contents; '' when nobody knows. */
  readonly sum: string
  /** Why it cannot be restored; '' for none. In English, for operators. */
  readonly problem: string
}

/** How far a backup is; `of` is 0 where nobody can say. */
export interface BackupStep {
  readonly step: 'tables' | 'files' | 'proof'
  readonly done: number
  readonly of: number
}

/** Backups of the whole site, in the place that the operator named. */
export interface Backups {
  /** '' when none was named: then none can be made here. */
  readonly place: string
  /** Whether the key of the site lies in them, sealed. */
  readonly haveKey: boolean
  /** The newest first. @throws DomainError backupFailed when the place cannot be read */
  list(paging: Paging): Promise<Slice<KeptBackup>>
  /** When the newest one was made that was proved; null without one. @throws as list */
  lastProvedAt(): Promise<Date | null>
  /**
   * Makes one, restores it into a place that is thrown away, compares it, and lets go of those that need not be kept. One
   * that is broken off leaves nothing under the name of a backup.
   * @throws DomainError backupsOff; backupUnderWay while another one is made on any server; backupFailed with the `problem`
   */
  make(tools: { readonly signal: AbortSignal; progress(step: BackupStep): void }): Promise<KeptBackup>
  /** The first time after this one at which it is this hour in the time zone of the site. */
  nextAt(hour: number, after: Date): Date | null
}
