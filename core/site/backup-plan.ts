import { z } from 'zod'
import type { Backups } from '../ports/backups.ts'
import type { Clock } from '../ports/surroundings.ts'
import { settingsSection } from '../settings.ts'

/** When backups are made by themselves. */
export const backupPlan = settingsSection(
  'backup-plan',
  z.object({
    isOn: z.boolean().default(false),
    /** In the time zone of the site. */
    hour: z.number().int().min(0).max(23).default(3),
    /** When somebody decided it, in milliseconds: what would have been due before is not made up for. */
    decidedAt: z.number().default(0),
  }),
)
type BackupPlan = z.output<typeof backupPlan.schema>

/** What became of backups that were made here. */
export const backupRun = settingsSection(
  'backup-run',
  z.object({
    /** When the last one was begun that was made by itself, in milliseconds; 0 for none. */
    begunAt: z.number().default(0),
    /** Why the last one failed, whoever wanted it; '' when it did not. In English, for operators. */
    problem: z.string().default(''),
    /** When it did, in milliseconds; 0 stands for when it was begun, as in what was noted before there was this. */
    failedAt: z.number().default(0),
  }),
)
type BackupRun = z.output<typeof backupRun.schema>

/**
 * When the next one is due, which may be in the past, as after a time in which no server ran; null when none is planned.
 * What happened in days to come is not believed: the clock was wrong, and nobody would see that no backups are made.
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
