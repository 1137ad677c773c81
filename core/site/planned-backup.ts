import type { Services } from '../context.ts'
import { isRefusal } from '../errors.ts'
import { RunAborted } from '../ports/jobs.ts'
import type { Database } from '../ports/store.ts'
import { readSettings, writeSettings } from '../settings.ts'
import { backupPlan, backupRun, nextBackupAt } from './backup-plan.ts'
import { tellOfTrouble } from './trouble.ts'

/**
 * Makes a backup when one is due. What becomes of it is kept, and a failure is told to administrators: nobody waits for it.
 * One that was broken off, as by the end of the server, is begun again by its job; one that takes too long has failed, or it
 * would be made again and again without a word.
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
  // Somebody is making one; this one is looked at again in an hour.
  if (problem === null) return
  if (problem !== '') log.warn('the planned backup failed', { problem })
  await database.transaction(async (store) => {
    await writeSettings(store, backupRun, { begunAt, problem, failedAt: problem === '' ? 0 : begunAt })
    if (problem !== '') await tellOfTrouble({ store, services }, { kind: 'backupFailed', problem })
  })
}

const isOutOfTime = ({ reason }: AbortSignal): boolean => reason instanceof RunAborted && reason.why === 'outOfTime'

/** '' for none; null when another one is being made. */
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
