import { z } from 'zod'
import { DomainError, isRefusal } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { command, query } from '../operation.ts'
import type { Backups } from '../ports/backups.ts'
import { id, nothing } from '../schema.ts'
import { requireAsSeen, seenFields } from '../seen.ts'
import { readSettings, writeSettings } from '../settings.ts'
import { toldChanges } from './told-changes.ts'
import { startTask } from '../task/start-task.ts'
import { taskUnderWay } from '../task/task-under-way.ts'
import { adminList } from './admin-list.ts'
import { backupPlan, backupRun, nextBackupAt } from './backup-plan.ts'
import { BACKUP_TASK } from './backup-task.ts'

const Plan = z.object({
  isOn: z.boolean(),
  /** In the time zone of the site. */
  hour: z.number().int().min(0).max(23),
})

/** Backups of the whole site, for administrators. */
export const backupOperations = {
  read: query({
    summary: 'Where backups of the site go, when they are made by themselves, and what became of the last one.',
    audience: 'admin',
    input: nothing(),
    output: z.object({
      /** As configured in BACKUP_DIR; '' when not set. */
      place: z.string(),
      /** Whether they contain the site key, sealed with BACKUP_PASSPHRASE. */
      haveKey: z.boolean(),
      plan: Plan,
      /** Null when none is scheduled. */
      nextAt: z.date().nullable(),
      /** When the newest backup was made that was restored for testing and found identical. */
      lastProvedAt: z.date().nullable(),
      /** Why the last one failed, unless a later one succeeded; '' otherwise. In English, for operators. */
      problem: z.string(),
      /** Null when it did not fail. */
      failedAt: z.date().nullable(),
      /** Why the backups cannot be listed; '' when they can. In English, for operators. */
      placeProblem: z.string(),
    }),
    example: {},
    async run({ store, services }) {
      const { backups } = wholeServices(services)
      const { decidedAt, ...plan } = await readSettings(store, backupPlan)
      const { begunAt, problem, failedAt: saidAt } = await readSettings(store, backupRun)
      const failedAt = saidAt || begunAt
      const { lastProvedAt, placeProblem } = await lastProved(backups)
      const isOvercome = problem === '' || (lastProvedAt !== null && lastProvedAt.getTime() > failedAt)
      return {
        place: backups.place,
        haveKey: backups.haveKey,
        plan,
        nextAt:
          backups.place === '' ? null : nextBackupAt({ ...plan, decidedAt }, { begunAt }, wholeServices(services)),
        lastProvedAt,
        problem: isOvercome ? '' : problem,
        failedAt: isOvercome ? null : new Date(failedAt),
        placeProblem,
      }
    },
  }),

  list: query({
    summary: 'The backups that are kept, the newest first, with what is known of each, for site administrators.',
    audience: 'admin',
    input: z.object(adminList()),
    output: z.object({
      backups: z.array(
        z.object({
          name: z.string(),
          madeAt: z.date(),
          bytes: z.number(),
          /**
           * `proved`: restored for testing and found identical; `untried`: not restored, or unknown; `changed`: its
           * size differs from when it was made; `incomplete`: files were missing; `broken`: could not be restored.
           */
          state: z.enum(['proved', 'untried', 'changed', 'incomplete', 'broken']),
          rows: z.number().nullable(),
          files: z.number().nullable(),
          missingFiles: z.number(),
          /** In storages that backups do not include. */
          filesElsewhere: z.number(),
          /** Hash of its contents, in hexadecimal digits; '' when unknown. */
          sum: z.string(),
          /** In English, for operators. */
          problem: z.string(),
        }),
      ),
      total: z.number(),
    }),
    example: { page: 1, count: 7 },
    async run({ services }, paging) {
      const { list, total } = await wholeServices(services).backups.list(paging)
      return { backups: [...list], total }
    },
  }),

  start: command({
    summary: 'Starts a task that makes a backup and proves it, or names the one that does so already.',
    audience: 'admin',
    needsNoRoom: true,
    input: nothing(),
    output: z.object({ taskId: id() }),
    example: {},
    async run(ctx) {
      if (wholeServices(ctx.services).backups.place === '') throw new DomainError('backupsOff')
      await ctx.store.settings.hold(BACKUP_TASK)
      const underWay = await taskUnderWay(ctx, BACKUP_TASK)
      if (underWay !== null) return { taskId: underWay }
      ctx.audit({ action: 'backup.started' })
      return { taskId: await startTask(ctx, BACKUP_TASK, {}) }
    },
  }),

  plan: command({
    summary: 'Decides whether backups are made by themselves, and at which hour of the day. What is left out stays.',
    audience: 'admin',
    needsNoRoom: true,
    input: Plan.partial().extend({ seen: seenFields() }),
    output: nothing(),
    example: { isOn: true, hour: 3 },
    async run(ctx, { seen, ...wanted }) {
      if (wanted.isOn && wholeServices(ctx.services).backups.place === '') throw new DomainError('backupsOff')
      await ctx.store.settings.hold(backupPlan.id)
      const before = await readSettings(ctx.store, backupPlan)
      const { isOn = before.isOn, hour = before.hour } = wanted
      requireAsSeen(seen, { hour: String(before.hour) }, { hour: String(hour) })
      const changed = [...(before.hour === hour ? [] : ['hour']), ...(before.isOn === isOn ? [] : ['isOn'])]
      if (changed.length === 0) return {}
      const after = { isOn, hour }
      await writeSettings(ctx.store, backupPlan, { ...after, decidedAt: ctx.services.clock.now().getTime() })
      ctx.audit({
        action: 'settings.changed',
        object: { kind: 'settings', id: backupPlan.id },
        detail: toldChanges(backupPlan.schema, changed, { before, after }),
      })
      return {}
    },
  }),
}

/** The schedule is shown, and can be changed, even while the location is unreachable. */
async function lastProved(backups: Backups) {
  try {
    return { lastProvedAt: await backups.lastProvedAt(), placeProblem: '' }
  } catch (error) {
    if (!isRefusal(error) || error.kind !== 'backupFailed') throw error
    return { lastProvedAt: null, placeProblem: String(error.details['problem']) }
  }
}
