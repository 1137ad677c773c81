import type { Paging, Slice } from '../paging.ts'

/**
 * State of a backup. `proved`: restored and found identical; `untried`: not restored, or unknown; `changed`: its size
 * differs from when it was made; `incomplete`: files were missing; `broken`: could not be restored.
 */
export type BackupState = 'proved' | 'untried' | 'changed' | 'incomplete' | 'broken'

/** An archive in the backup location. */
export interface KeptBackup {
  readonly name: string
  readonly madeAt: Date
  readonly bytes: number
  readonly state: BackupState
  /** Rows and files it contains; null when unknown. */
  readonly rows: number | null
  readonly files: number | null
  /** Files that were missing or damaged when it was made. */
  readonly missingFiles: number
  /** Files in storages that backups do not include. */
  readonly filesElsewhere: number
  /** Hash of its contents; '' when unknown. */
  readonly sum: string
  /** Why it cannot be restored; '' when it can. In English, for operators. */
  readonly problem: string
}

/** Progress of a backup; `of` is 0 when unknown. */
export interface BackupStep {
  readonly step: 'tables' | 'files' | 'proof'
  readonly done: number
  readonly of: number
}

/** Backups of the whole site, in the location configured by the operator. */
export interface Backups {
  /** '' when none is configured: then no backups can be made here. */
  readonly place: string
  /** Whether they contain the site key, sealed. */
  readonly haveKey: boolean
  /** Newest first. @throws DomainError backupFailed when the location cannot be read */
  list(paging: Paging): Promise<Slice<KeptBackup>>
  /** When the newest proved backup was made; null without one. @throws as list */
  lastProvedAt(): Promise<Date | null>
  /**
   * Makes a backup, restores it into a temporary location, compares it, and deletes backups that need not be kept. An
   * aborted backup leaves no file under the name of a backup.
   * @throws DomainError backupsOff; backupUnderWay while another server or call is making one; backupFailed with the
   * `problem`
   */
  make(tools: { readonly signal: AbortSignal; progress(step: BackupStep): void }): Promise<KeptBackup>
  /** The next time after this one at which it is this hour in the time zone of the site. */
  nextAt(hour: number, after: Date): Date | null
}
