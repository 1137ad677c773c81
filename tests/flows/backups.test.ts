import { beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { DomainError } from '#core/errors.ts'
import type { Backups, KeptBackup } from '#core/ports/backups.ts'
import { RunAborted } from '#core/ports/jobs.ts'
import { contribute } from '#core/extension.ts'
import { coreOperations } from '#core/operations.ts'
import { backupTask } from '#core/site/backup-task.ts'
import { makePlannedBackup } from '#core/site/planned-backup.ts'
import { passTroubleOn, TROUBLE_JOB, troubleTellers, type SiteTrouble } from '#core/site/trouble.ts'
import { runTask } from '#core/task/run-task.ts'
import { RUN_TIMES } from '#core/task/task-run.ts'
import { CommandBackups } from '#server/backup/command-backups.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { silentLog } from '#tests/support/services.ts'
import { world, type World } from '#tests/support/world.ts'

const { backup } = coreOperations
const HOUR_MS = 3_600_000
const { signal } = new AbortController()
const KEPT: KeptBackup = {
  ...{ name: 'octavo-20260301T030000Z.tar.gz', madeAt: new Date(0), bytes: 5, state: 'proved', rows: 4, files: 2 },
  ...{ missingFiles: 0, filesElsewhere: 0, sum: 'abc', problem: '' },
}

/** Backups that are made when the test says so, with the calendar of the product in Shanghai. */
class SaidBackups implements Backups {
  readonly place: string = '/srv/backup'
  readonly haveKey = true
  made = 0
  lastAt: Date | null = null
  refusal: Error | null = null
  whileMade: (signal: AbortSignal) => Promise<unknown> = async () => undefined
  #calendar = new CommandBackups({
    ...{ config: { DATA_DIR: '/nowhere' }, timeZone: 'Asia/Shanghai', log: silentLog, environment: {} },
  })
  list = async () => ({ list: [KEPT], total: 1 })
  lastProvedAt = async () => this.lastAt
  async make({ signal }: Parameters<Backups['make']>[0]): Promise<KeptBackup> {
    this.made += 1
    if (this.refusal) throw this.refusal
    await this.whileMade(signal)
    return KEPT
  }
  nextAt = (hour: number, after: Date) => this.#calendar.nextAt(hour, after)
}

let backups: SaidBackups
let heard: SiteTrouble[]
let here: World
beforeEach(async () => {
  backups = new SaidBackups()
  heard = []
  here = await world({
    fresh: true,
    backups,
    contributes: [contribute(troubleTellers, async (_, trouble) => void heard.push(trouble))],
  })
  return () => here.close()
})

/** What administrators were told of, once the waiting jobs have run. */
async function told(): Promise<readonly SiteTrouble[]> {
  const { jobTable } = here.product.database as OpenDatabase
  for (const job of await jobTable.claim(new Date(), 60_000, 100, [TROUBLE_JOB])) {
    await passTroubleOn(here.product, job.payload)
    await jobTable.complete(job)
  }
  return heard
}

const hostHere = () => ({ product: here.product, times: RUN_TIMES, explain: ({ kind }: DomainError) => kind })

const look = () => makePlannedBackup(here.product, signal)
/** Looks every hour, as the server does. @returns how many backups were made */
async function hoursGoBy(hours: number): Promise<number> {
  const before = backups.made
  for (let hour = 0; hour < hours; hour += 1) {
    here.clock.advance(HOUR_MS)
    await look()
  }
  return backups.made - before
}

// The world begins at 17:30 in Shanghai.
describe('backups by themselves', () => {
  it('are made once a day at the hour that was chosen, and not before anybody has', async () => {
    expect(await hoursGoBy(48)).toBe(0)

    await here.admin.do(backup.plan, { isOn: true, hour: 3 })
    await look()

    expect(backups.made).toBe(0)
    expect((await here.admin.do(backup.read, {})).nextAt).toEqual(new Date('2026-03-03T19:00:00Z'))
    expect(await hoursGoBy(9)).toBe(0)
    expect(await hoursGoBy(1)).toBe(1)
    expect(await hoursGoBy(23)).toBe(0)
    expect(await hoursGoBy(24 * 3)).toBe(3)
    await here.admin.do(backup.plan, { isOn: false, hour: 3 })
    expect(await hoursGoBy(48)).toBe(0)
  })

  it('keep the hour that one administrator has chosen when another one plans them, and the other way round', async () => {
    await here.admin.do(backup.plan, { isOn: false, hour: 5 })
    await here.admin.do(backup.plan, { isOn: true })
    expect((await here.admin.do(backup.read, {})).plan).toEqual({ isOn: true, hour: 5 })

    await here.admin.do(backup.plan, { hour: 7 })
    await here.admin.do(backup.plan, {})

    expect((await here.admin.do(backup.read, {})).plan).toEqual({ isOn: true, hour: 7 })
  })

  it('are made up for once after days in which no server ran', async () => {
    await here.admin.do(backup.plan, { isOn: true, hour: 3 })
    here.clock.advance(72 * HOUR_MS)

    await look()
    await look()

    expect(backups.made).toBe(1)
  })

  it('are told of when they fail, and tried again the next day', async () => {
    await here.admin.do(backup.plan, { isOn: true, hour: 3 })
    backups.refusal = new DomainError('backupFailed', { problem: 'the disk is full' })

    expect(await hoursGoBy(24)).toBe(1)

    expect(await told()).toEqual([{ kind: 'backupFailed', problem: 'the disk is full' }])
    expect(await here.admin.do(backup.read, {})).toMatchObject({
      problem: 'the disk is full',
      failedAt: new Date('2026-03-01T19:30:00Z'),
    })
    backups.lastAt = new Date('2026-03-01T22:00:00Z')
    expect(await here.admin.do(backup.read, {})).toMatchObject({ problem: '', failedAt: null })
    backups.lastAt = null
    backups.refusal = null
    expect(await hoursGoBy(24)).toBe(1)
    expect(await here.admin.do(backup.read, {})).toMatchObject({ problem: '' })
  })

  it('wait for one that somebody is making', async () => {
    await here.admin.do(backup.plan, { isOn: true, hour: 3 })
    backups.refusal = new DomainError('backupUnderWay')
    expect(await hoursGoBy(12)).toBe(3)

    backups.refusal = null

    expect(await hoursGoBy(12)).toBe(1)
    expect(await told()).toEqual([])
  })

  it('go on after the server was stopped meanwhile', async () => {
    await here.admin.do(backup.plan, { isOn: true, hour: 3 })
    here.clock.advance(24 * HOUR_MS)
    const stopped = AbortSignal.abort(new Error('stopped'))

    await expect(makePlannedBackup(here.product, stopped)).rejects.toThrow('stopped')

    expect(backups.made).toBe(1)
    await look()
    expect(backups.made).toBe(2)
  })

  it('go on where the clock was years ahead', async () => {
    const year = 365 * 24 * HOUR_MS
    await here.admin.do(backup.plan, { isOn: true, hour: 3 })
    here.clock.advance(4 * year)
    await look()
    here.clock.advance(-4 * year)

    expect(await hoursGoBy(48)).toBe(2)
  })

  it('have failed when they take too long, and are not begun again at once', async () => {
    await here.admin.do(backup.plan, { isOn: true, hour: 3 })
    here.clock.advance(24 * HOUR_MS)
    const late = AbortSignal.abort(new RunAborted('outOfTime', 'it took longer than 12 hours'))
    backups.refusal = late.reason as Error

    await makePlannedBackup(here.product, late)

    expect(await told()).toEqual([{ kind: 'backupFailed', problem: 'it took longer than 12 hours' }])
    await look()
    expect(backups.made).toBe(1)
  })
})

describe('a backup that somebody wants', () => {
  it('is one task for all who want it, on record once', async () => {
    const first = await here.admin.do(backup.start, {})

    const second = await here.admin.do(backup.start, {})

    expect(second).toEqual(first)
    const { list } = await here.product.database.tasks.list(
      { startedById: null, endedAfter: new Date(0), state: null },
      { page: 1, count: 10 },
    )
    expect(list).toMatchObject([{ kind: 'site.backup' }])
  })

  it('says in red that it failed, tells administrators, and leaves the plan as it is', async () => {
    await here.admin.do(backup.plan, { isOn: true, hour: 3 })
    const { nextAt } = await here.admin.do(backup.read, {})
    backups.refusal = new DomainError('backupFailed', { problem: 'the bucket refuses' })
    const { taskId } = await here.admin.do(backup.start, {})

    await runTask(hostHere(), backupTask, { taskId }, signal)

    expect(await told()).toEqual([{ kind: 'backupFailed', problem: 'the bucket refuses' }])
    const failed = await here.admin.do(backup.read, {})
    expect(failed).toMatchObject({ problem: 'the bucket refuses', failedAt: here.clock.now(), nextAt })
    backups.lastAt = new Date(here.clock.now().getTime() + HOUR_MS)
    expect(await here.admin.do(backup.read, {})).toMatchObject({ problem: '', failedAt: null })
  })

  it('ends when the person who started it is no administrator any more; a planned one is nobody’s', async () => {
    const { users, tasks } = here.product.database
    const other = await here.addUser('other', { isAdmin: true })
    const { taskId } = await other.do(backup.start, {})
    backups.whileMade = async (signal) => {
      await users.update(other.id, { isAdmin: false })
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    }

    await runTask({ ...hostHere(), times: { ...RUN_TIMES, beatMs: 20 } }, backupTask, { taskId }, signal)

    expect(await tasks.byId(taskId)).toMatchObject({ state: 'failed', failure: { en: 'notAllowed' } })
    expect(await told()).toEqual([])
    expect(await here.admin.do(backup.read, {})).toMatchObject({ problem: '' })
    backups.whileMade = async () => undefined
    await here.admin.do(backup.plan, { isOn: true, hour: 3 })
    expect(await hoursGoBy(24)).toBe(1)
  })

  it('is told as done when it was finished while the person who started it lost the rights', async () => {
    const { users, tasks } = here.product.database
    const other = await here.addUser('other', { isAdmin: true })
    const { taskId } = await other.do(backup.start, {})
    backups.whileMade = async (signal) => {
      await users.update(other.id, { isAdmin: false })
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    }

    await runTask({ ...hostHere(), times: { ...RUN_TIMES, beatMs: 20 } }, backupTask, { taskId }, signal)

    expect(await tasks.byId(taskId)).toMatchObject({ state: 'done', failure: null })
    expect(await told()).toEqual([])
  })

  it('does not begin once the person who started it is no administrator any more', async () => {
    const other = await here.addUser('other', { isAdmin: true })
    const { taskId } = await other.do(backup.start, {})
    await here.product.database.users.update(other.id, { isAdmin: false })

    await runTask(hostHere(), backupTask, { taskId }, signal)

    expect(backups.made).toBe(0)
    expect(await here.product.database.tasks.byId(taskId)).toMatchObject({ failure: { en: 'notAllowed' } })
  })

  it('can be planned while nobody can say which backups there are', async () => {
    backups.lastProvedAt = async () =>
      Promise.reject(new DomainError('backupFailed', { problem: 'the bucket is away' }))

    await here.admin.do(backup.plan, { isOn: true, hour: 4 })

    expect(await here.admin.do(backup.read, {})).toMatchObject({
      ...{ lastProvedAt: null, placeProblem: 'the bucket is away', problem: '' },
      ...{ plan: { isOn: true, hour: 4 }, nextAt: expect.any(Date) as Date },
    })
  })

  it('is refused where the operator named no place for it', async () => {
    const without = await world()

    expect(await outcomeOf(without.admin.do(backup.start, {}))).toBe('backupsOff')
    expect(await outcomeOf(without.admin.do(backup.plan, { isOn: true, hour: 3 }))).toBe('backupsOff')
    expect(await without.admin.do(backup.read, {})).toMatchObject({ place: '', nextAt: null })
    expect(await without.admin.do(backup.list, {})).toEqual({ backups: [], total: 0 })
  })
})
