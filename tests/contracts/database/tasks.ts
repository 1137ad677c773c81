import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import type { NewTask, TaskRunKey } from '#core/ports/tasks.ts'
import type { TaskState } from '#core/task/task.ts'
import { aUser, later, NOW, type Opener } from './things.ts'

const RESULT = { text: 'Three pages', path: '/7', file: null }
const FAILURE = { en: 'It failed.', 'zh-cn': '失败了。' }
const PROGRESS = { done: 2, of: 3, what: '第二页' }
const FIRST = { page: 1, count: 10 }

/** Tasks and the writes of their runs. */
export function tasksContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  const facts = (startedById: number): NewTask => ({
    kind: 'numbers.count',
    startedById,
    language: 'en',
    input: { to: 3 },
    startedAt: NOW,
  })
  /** A task of somebody of its own, with the key of its first run. */
  async function aTask() {
    const user = await aUser(database)
    const task = await database.tasks.insert(facts(user.id), 20)
    if (!task) throw new Error('no task was kept')
    return { user, task, begin: () => runOf(task.id) }
  }
  async function runOf(id: number): Promise<TaskRunKey> {
    const task = await database.tasks.begin(id)
    if (!task) throw new Error('the task cannot begin')
    return { id, run: task.run }
  }
  const stored = (id: number) => database.tasks.byId(id)
  const done = (run: TaskRunKey, stands = false) =>
    database.tasks.end(run, { state: 'done', result: RESULT, stands }, PROGRESS, later(1))

  describe('a task', () => {
    it('waits, runs with progress, and is done with its result', async () => {
      const { user, task, begin } = await aTask()
      expect(await stored(task.id)).toEqual({
        ...facts(user.id),
        id: task.id,
        username: user.username,
        state: 'waiting',
        run: 0,
        progress: { done: 0, of: null, what: '' },
        kept: null,
        result: null,
        failure: null,
        endedAt: null,
        cancelledAt: null,
      })
      const run = await begin()

      expect(await database.tasks.note(run, PROGRESS)).toBe(true)
      expect(await database.tasks.keep(run, { at: 2 }, PROGRESS)).toBe(true)
      expect(await stored(task.id)).toMatchObject({ state: 'running', run: 1, progress: PROGRESS, kept: { at: 2 } })

      expect(await done(run)).toBe('done')
      expect(await stored(task.id)).toMatchObject({ state: 'done', result: RESULT, endedAt: later(1) })
      expect(await database.tasks.begin(task.id)).toBeNull()
    })

    it('is written by its newest run alone, and by none once it has ended', async () => {
      const { task, begin } = await aTask()
      const former = await begin()
      const newest = await begin()

      expect(await database.tasks.look(former)).toBeNull()
      expect(await database.tasks.note(former, PROGRESS)).toBe(false)
      expect(await database.tasks.keep(former, {}, PROGRESS)).toBe(false)
      expect(await done(former)).toBeNull()
      await database.tasks.release(former)
      expect(await stored(task.id)).toMatchObject({ state: 'running', run: 2, kept: null, result: null })
      expect(await database.tasks.end(newest, { state: 'failed', failure: FAILURE }, PROGRESS, NOW)).toBe('failed')

      expect(await done(newest)).toBeNull()
      expect(await database.tasks.note(newest, PROGRESS)).toBe(false)
      expect(await stored(task.id)).toMatchObject({ state: 'failed', failure: FAILURE, result: null })
    })

    it('is cancelled at once while it waits', async () => {
      const { task } = await aTask()

      await database.tasks.cancel(task.id, later(5))

      expect(await stored(task.id)).toMatchObject({ state: 'cancelled', endedAt: later(5) })
      expect(await database.tasks.begin(task.id)).toBeNull()
    })

    it('that is cancelled while it runs takes no further progress, and no result', async () => {
      const { task, begin } = await aTask()
      const run = await begin()

      await database.tasks.cancel(task.id, later(5))

      expect(await database.tasks.look(run)).toEqual({ isCancelled: true, isAdmin: false })
      expect(await database.tasks.note(run, PROGRESS)).toBe(false)
      expect(await done(run)).toBe('cancelled')
      expect(await stored(task.id)).toMatchObject({ state: 'cancelled', result: null, cancelledAt: later(5) })
    })

    it('is done all the same when what came of it stands', async () => {
      const { task, begin } = await aTask()
      const run = await begin()
      await database.tasks.cancel(task.id, later(5))

      expect(await done(run, true)).toBe('done')

      expect(await stored(task.id)).toMatchObject({ state: 'done', result: RESULT })
    })

    it('is either cancelled or done when both happen at once, never both', async () => {
      const ends = await Promise.all(
        Array.from({ length: 30 }, async () => {
          const { task, begin } = await aTask()
          const run = await begin()
          const [, end] = await Promise.all([database.tasks.cancel(task.id, NOW), done(run)])
          const kept = await stored(task.id)
          return { end, state: kept?.state, hasResult: kept?.result !== null, wasCancelled: kept?.cancelledAt !== null }
        }),
      )

      for (const { end, state, hasResult, wasCancelled } of ends) {
        expect(end).toBe(state)
        expect({ hasResult, wasCancelled }).toEqual({
          hasResult: state === 'done',
          wasCancelled: state === 'cancelled',
        })
      }
    })

    it('has one newest run, however many begin at once', async () => {
      const { task, begin } = await aTask()

      const runs = await Promise.all(Array.from({ length: 8 }, begin))
      const written = await Promise.all(runs.map((run) => database.tasks.note(run, PROGRESS)))

      expect(new Set(runs.map(({ run }) => run)).size).toBe(8)
      expect(written.filter(Boolean)).toHaveLength(1)
      expect((await stored(task.id))?.run).toBe(8)
    })

    it('tells its run whether whoever started it is an administrator now', async () => {
      const { user, begin } = await aTask()
      const run = await begin()
      await database.users.update(user.id, { isAdmin: true })

      expect(await database.tasks.look(run)).toEqual({ isCancelled: false, isAdmin: true })
    })

    it('is listed to whoever started it until it is dismissed or its time is over', async () => {
      const { user, task, begin } = await aTask()
      const second = await database.tasks.insert(facts(user.id), 20)
      const listed = async (endedAfter = NOW, startedById: number | null = user.id) =>
        (await database.tasks.list({ startedById, endedAfter, state: null }, FIRST)).list.map(({ id }) => id)
      expect(await listed()).toEqual([second?.id, task.id])
      expect(await listed(NOW, (await aUser(database)).id)).toEqual([])
      expect(await listed(NOW, null)).toEqual(expect.arrayContaining([task.id]))

      await database.tasks.dismiss(task.id)
      expect(await listed()).toEqual([second?.id, task.id])
      await done(await begin())
      expect(await listed(later(0))).toEqual([second?.id, task.id])
      expect(await listed(later(1))).toEqual([second?.id])
      await database.tasks.dismiss(task.id)

      expect(await listed()).toEqual([second?.id])
      expect((await database.tasks.list({ startedById: user.id, endedAfter: NOW, state: null }, FIRST)).total).toBe(1)
    })

    it('is listed among those of its state', async () => {
      const { user, task, begin } = await aTask()
      const waiting = await database.tasks.insert(facts(user.id), 20)
      await done(await begin())
      const inState = async (state: TaskState) =>
        database.tasks.list({ startedById: user.id, endedAfter: NOW, state }, FIRST)

      expect((await inState('done')).list.map(({ id }) => id)).toEqual([task.id])
      expect((await inState('waiting')).list.map(({ id }) => id)).toEqual([waiting?.id])
      expect(await inState('failed')).toEqual({ list: [], total: 0 })
      expect((await inState('done')).total).toBe(1)
    })

    it('is refused to who has too many that did not end', async () => {
      const { user, task } = await aTask()

      expect(await database.tasks.insert(facts(user.id), 1)).toBeNull()
      await database.tasks.cancel(task.id, NOW)

      expect(await database.tasks.insert(facts(user.id), 1)).not.toBeNull()
    })

    it('ends when no job is left to run it, and is removed once its time is over', async () => {
      const [lost, held] = [await aTask(), await aTask()]
      await database.jobs.enqueue('task:numbers.count', {}, { once: `task:${held.task.id}` })

      await database.tasks.failOrphans(FAILURE, later(1))

      expect(await stored(lost.task.id)).toMatchObject({ state: 'failed', failure: FAILURE, endedAt: later(1) })
      expect(await stored(held.task.id)).toMatchObject({ state: 'waiting' })
      await database.tasks.sweep(later(0))
      expect(await stored(lost.task.id)).not.toBeNull()
      await database.tasks.sweep(later(1))
      expect(await stored(lost.task.id)).toBeNull()
      expect(await stored(held.task.id)).not.toBeNull()
    })
  })
}
