import { z } from 'zod'
import { isRefusal } from '../errors.ts'
import type { TextForReaders } from '../language.ts'
import { wholeServices } from '../open-services.ts'
import { command } from '../operation.ts'
import type { BackupStep } from '../ports/backups.ts'
import { nothing } from '../schema.ts'
import { readSettings, writeSettings } from '../settings.ts'
import { taskKind, type NamedTaskKind } from '../task/kind.ts'
import { backupRun } from './backup-plan.ts'
import { tellOfTrouble } from './trouble.ts'

export const BACKUP_TASK = 'site.backup'

const STEPS: Readonly<Record<BackupStep['step'], TextForReaders>> = {
  tables: { en: 'Database', 'zh-cn': '数据库' },
  files: { en: 'Files', 'zh-cn': '文件' },
  proof: { en: 'Restoring it to prove it', 'zh-cn': '试恢复并校验' },
}

const kind = taskKind({
  input: z.object({}),
  limitMs: 12 * 3_600_000,
  // An aborted backup leaves nothing behind, so it is started again.
  isResumable: true,
  async run(ctx, _, { signal, progress }) {
    try {
      const { name } = await wholeServices(ctx.services).backups.make({
        signal,
        progress: ({ step, done, of }) => progress({ done, of, what: STEPS[step] }),
      })
      return {
        text: { en: `${name} was restored on trial and is the same.`, 'zh-cn': `${name} 已试恢复，校验一致。` },
      }
    } catch (error) {
      if (isRefusal(error) && error.kind === 'backupFailed' && !signal.aborted)
        await ctx.perform(failure(String(error.details['problem'])), {})
      throw error
    }
  },
})

/** Makes a backup of the whole site and tests it. */
export const backupTask: NamedTaskKind = {
  ...kind,
  name: BACKUP_TASK,
  titles: { en: 'Backup', 'zh-cn': '备份' },
  isForAdministrators: true,
}

/** The other administrators need to know as well. */
const failure = (problem: string) => ({
  ...command({
    summary: 'Notes that a backup failed, and tells administrators.',
    audience: 'admin',
    needsNoRoom: true,
    input: nothing(),
    output: nothing(),
    async run(ctx) {
      const { begunAt } = await readSettings(ctx.store, backupRun)
      await writeSettings(ctx.store, backupRun, { begunAt, problem, failedAt: ctx.services.clock.now().getTime() })
      await tellOfTrouble(ctx, { kind: 'backupFailed', problem })
      return {}
    },
  }),
  name: 'backup.failed',
})
