import { letterJobs } from '#core/account/letter-jobs.ts'
import { SWEEP_JOB } from '#core/attachment/sweep.ts'
import { TASK_SWEEP_JOB } from '#core/task/sweep.ts'

export const SITE_SWEEP_JOB = 'site.sweep'
/** Ends the time of deleted items. */
export const BIN_JOB = 'items.endRecycled'
export const BACKUP_JOB = 'site.plannedBackup'
export const UPKEEP_JOB = 'database.upkeep'

/** The names of the product's own jobs, which no plugin may give to its own, whatever it is called. */
export const CORE_JOBS: ReadonlySet<string> = new Set([
  SITE_SWEEP_JOB,
  SWEEP_JOB,
  TASK_SWEEP_JOB,
  UPKEEP_JOB,
  BACKUP_JOB,
  BIN_JOB,
  ...Object.keys(letterJobs),
])
