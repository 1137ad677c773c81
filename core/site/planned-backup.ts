import type { Services } from '../context.ts'
import { isRefusal } from '../errors.ts'
import { RunAborted } from '../ports/jobs.ts'
import type { Database } from '../ports/store.ts'
import { readSettings, writeSettings } from '../settings.ts'
import { backupPlan, backupRun, nextBackupAt } from './backup-plan.ts'
import { tellOfTrouble } from './trouble.ts'

/**
 * Makes a backup when one is due. The result is stored, and administrators are notified of a failure, because nobody is
 * waiting for it. An aborted backup, e.g. when the server stops, is started again by its job; one that takes too long
 * has failed, otherwise it would be repeated again and again without notice.
 * @throws the reason of the signal
 */
export async function makePlannedBackup(
  { database, services }: { readonly database: Database; readonly services: Services },
  signal: AbortSignal,
): Promise<void> {
  const { backups, clock, log } = services
  const due = nextBackupAt(await readSettings(database, backupPlan), await readSettings(database, backupRun), services)
  const begunAt = clock.now().getTime()
  if (due === null || due.getTime() > begunAt) return
  const problem = await problemOf(() => backups.make({ signal, progress: () => undefined }))
  if (!isOutOfTime(signal)) signal.throwIfAborted()
  // Another backup is running; check again in an hour.
  if (problem === null) return
  if (problem !== '') log.warn('the planned backup failed', { problem })
  await database.transaction(async (store) => {
    await writeSettings(store, backupRun, { begunAt, problem, failedAt: problem === '' ? 0 : begunAt })
    if (problem !== '') await tellOfTrouble({ store }, { kind: 'backupFailed', problem })
  })
}

const isOutOfTime = ({ reason }: AbortSignal): boolean => reason instanceof RunAborted && reason.why === 'outOfTime'

/** '' for success; null when another backup is running. */
async function problemOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return ''
  } catch (error) {
    if (isRefusal(error) && error.kind === 'backupUnderWay') return null
    if (isRefusal(error) && error.kind === 'backupFailed') return String(error.details['problem'])
    return error instanceof Error ? error.message : String(error)
  }
}
