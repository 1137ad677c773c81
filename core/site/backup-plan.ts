import { z } from 'zod'
import type { Backups } from '../ports/backups.ts'
import type { Clock } from '../ports/surroundings.ts'
import { settingsSection } from '../settings.ts'

/** When scheduled backups are made. */
export const backupPlan = settingsSection(
  'backup-plan',
  z.object({
    isOn: z.boolean().default(false),
    /** In the time zone of the site. */
    hour: z.number().int().min(0).max(23).default(3),
    /** When the schedule was set, in milliseconds: backups due before that are not made up for. */
    decidedAt: z.number().default(0),
  }),
)
type BackupPlan = z.output<typeof backupPlan.schema>

/** Results of backups made here. */
export const backupRun = settingsSection(
  'backup-run',
  z.object({
    /** When the last scheduled backup was started, in milliseconds; 0 for none. */
    begunAt: z.number().default(0),
    /** Why the last backup failed, scheduled or not; '' when it did not. In English, for operators. */
    problem: z.string().default(''),
    /** When it failed, in milliseconds; 0 means when it was started, as in records from before this field existed. */
    failedAt: z.number().default(0),
  }),
)
type BackupRun = z.output<typeof backupRun.schema>

/**
 * When the next backup is due, possibly in the past, e.g. after a period without a running server; null when none is
 * scheduled. Times in the future are ignored: they come from a wrong clock, and would silently stop backups.
 */
export function nextBackupAt(
  plan: BackupPlan,
  { begunAt }: Pick<BackupRun, 'begunAt'>,
  { backups, clock }: { readonly backups: Pick<Backups, 'nextAt'>; readonly clock: Clock },
): Date | null {
  const latest = clock.now().getTime() + CLOCKS_APART_MS
  const happened = [plan.decidedAt, begunAt].filter((at) => at <= latest)
  return plan.isOn ? backups.nextAt(plan.hour, new Date(Math.max(0, ...happened))) : null
}
const CLOCKS_APART_MS = 24 * 3_600_000
