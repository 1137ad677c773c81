import { letterJobs } from '#core/account/letter-jobs.ts'
import { SWEEP_JOB } from '#core/attachment/sweep.ts'
import type { JobSchedule } from '#core/ports/jobs.ts'
import { TROUBLE_JOB } from '#core/site/trouble.ts'
import { TASK_SWEEP_JOB } from '#core/task/sweep.ts'
import { TEAM_WORD_JOB } from '#core/team/vouched-teams.ts'

export const SITE_SWEEP_JOB = 'site.sweep'
/** Deletes items whose time in the recycle bin is over. */
export const BIN_JOB = 'items.endRecycled'
export const BACKUP_JOB = 'site.plannedBackup'
export const UPKEEP_JOB = 'database.upkeep'

/** The names of the product's own jobs, which no plugin may use, whatever its id. */
export const CORE_JOBS: ReadonlySet<string> = new Set([
  SITE_SWEEP_JOB,
  SWEEP_JOB,
  TASK_SWEEP_JOB,
  UPKEEP_JOB,
  BACKUP_JOB,
  BIN_JOB,
  TEAM_WORD_JOB,
  TROUBLE_JOB,
  ...Object.keys(letterJobs),
])

/** Schedules of the product's jobs common to all sites: no two start in the same minute. */
export const CORE_SCHEDULES: readonly JobSchedule[] = [
  { name: SITE_SWEEP_JOB, cron: '17 3 * * *' },
  { name: BIN_JOB, cron: '31 3 * * *' },
  { name: SWEEP_JOB, cron: '41 * * * *' },
  { name: TASK_SWEEP_JOB, cron: '*/10 * * * *' },
  { name: UPKEEP_JOB, cron: '47 3 * * *' },
]
/** How often to check whether a backup is due: administrators may change the hour while the server runs. */
export const BACKUP_SCHEDULE: JobSchedule = { name: BACKUP_JOB, cron: '3 * * * *' }
