import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { auditOperations } from '#core/audit/operations.ts'
import { sweepFiles } from '#core/attachment/sweep.ts'
import { memberOperations } from '#core/member/operations.ts'
import { DomainError } from '#core/errors.ts'
import type { Operation } from '#core/operation.ts'
import { taskOperations } from '#core/task/operations.ts'
import { sweepTasks } from '#core/task/sweep.ts'
import { taskLimits } from '#core/task/task-limits.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { numbersPlugin, type NumbersGate } from '#tests/support/numbers-plugin.ts'
import type { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { taskSite, type TaskSite } from '#tests/support/task-site.ts'
import { twoConnections } from '#tests/support/two-connections.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }

describe.each(['embedded', 'PostgreSQL'] as const)('tasks on %s', (engine) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('are such that', () => {
    let gate: NumbersGate
    let here: TaskSite
    let other: OpenDatabase
    let drop: () => Promise<void>
    let editor: Person
    beforeEach(async () => {
      gate = {}
      const opened = await twoConnections[engine]()
      other = opened.other
      drop = opened.drop
      here = await taskSite(numbersPlugin({ reached: (number, to) => gate.reached?.(number, to) }), {
        database: opened.database,
      })
      editor = here.world.editor
    })
    afterEach(async () => {
      await here.close()
      await drop()
    })
    const statusOf = (taskId: number, person = editor) => person.do(taskOperations.status, { taskId })
    const until = (taskId: number, state: string) =>
      vi.waitFor(async () => expect(await statusOf(taskId)).toMatchObject({ state }), PATIENCE)
    /** Opens when it is told to; until then whatever reaches it waits. */
    const barrier = () => Promise.withResolvers<void>()

    it('a task is started with its operation, and tells how far it is and what came of it', async () => {
      const mayEnd = barrier()
      gate.reached = (number) => (number === 3 ? mayEnd.promise : undefined)
      await here.run()

      const taskId = await here.start(editor, 'count')

      await vi.waitFor(async () => expect(await statusOf(taskId)).toMatchObject({ done: 2 }), PATIENCE)
      const task = { state: 'running', of: 3, what: 'number 2', title: 'Count', resultText: '' }
      expect(await statusOf(taskId)).toMatchObject(task)
      mayEnd.resolve()
      await until(taskId, 'done')
      expect(await statusOf(taskId)).toMatchObject({ done: 3, resultText: 'Counted to 3', resultPath: '/item/index' })
    })

    it('a task belongs to whoever started it; administrators see it too, and nobody else learns of it', async () => {
      const { admin, stranger, owner } = here.world
      const taskId = await here.start(editor, 'count')
      const missing = await outcomeOf(statusOf(1e6))

      for (const person of [stranger, owner])
        for (const call of [
          taskOperations.status,
          taskOperations.cancel,
          taskOperations.dismiss,
          taskOperations.result,
        ])
          expect(await outcomeOf(person.do(call as Operation, { taskId }))).toBe(missing)

      expect(missing).toBe('notFound')
      expect(await statusOf(taskId, admin)).toMatchObject({ taskId, username: editor.username, state: 'waiting' })
      const listedTo = async (person: Person, everybody: boolean) =>
        (await person.do(taskOperations.list, { everybody })).list.map((task) => task.taskId)
      expect(await listedTo(editor, false)).toEqual([taskId])
      expect(await listedTo(admin, false)).toEqual([])
      expect(await listedTo(admin, true)).toEqual([taskId])
      expect(await outcomeOf(listedTo(editor, true))).toBe('notAllowed')
    })

    it('no task runs twice at a time, however many servers there are', async () => {
      const running = new Set<number>()
      const begun: number[] = []
      let isAlone = true
      gate.reached = async (number, to) => {
        if (number === 1) begun.push(to)
        isAlone &&= !running.has(to)
        running.add(to)
        await new Promise((resolve) => setImmediate(resolve))
        running.delete(to)
      }
      await Promise.all([here.run(), here.run(other), here.run(other)])

      // Each is known by the number it counts to.
      const numbers = Array.from({ length: 15 }, (_, n) => n + 1)
      const taskIds = await Promise.all(numbers.map((to) => here.start(editor, 'count', { to })))
      await Promise.all(taskIds.map((taskId) => until(taskId, 'done')))

      expect(isAlone).toBe(true)
      expect(begun.toSorted((a, b) => a - b)).toEqual(numbers)
    })

    it('a run that has lost its task to another writes nothing more, and is told', async () => {
      const mayEnd = barrier()
      gate.reached = (number) => (number === 2 ? mayEnd.promise : undefined)
      await here.run()
      const taskId = await here.start(editor, 'count')
      await vi.waitFor(async () => expect(await statusOf(taskId)).toMatchObject({ done: 1 }), PATIENCE)

      const next = await other.tasks.begin(taskId)
      await other.tasks.note({ id: taskId, run: next?.run ?? 0 }, { done: 9, of: 9, what: 'of the other' })
      // The lost run ends by its signal, and its job with it.
      await vi.waitFor(async () => expect(await other.jobTable.nextDueAt()).toBeNull(), PATIENCE)

      expect(await statusOf(taskId)).toMatchObject({ state: 'running', what: 'of the other' })
    })

    it('a cancelled task is told to end, and has no result', async () => {
      gate.reached = (number) => (number === 2 ? new Promise(() => {}) : undefined)
      await here.run()
      const taskId = await here.start(editor, 'count')
      await until(taskId, 'running')

      const answered = await editor.do(taskOperations.cancel, { taskId })

      expect(answered.state).toBe('stopping')
      await until(taskId, 'cancelled')
      expect(await statusOf(taskId)).toMatchObject({ resultText: '', failure: '' })
    })

    it('a task whose time is up fails and says so', async () => {
      await here.run()

      const taskId = await here.start(editor, 'hang')

      await until(taskId, 'failed')
      expect((await statusOf(taskId)).failure).toBe('It took longer than it may.')
    })

    it('a task that does not heed its signal is noted as ended, and holds its job until it has ended', async () => {
      const mayEnd = barrier()
      let begun = 0
      gate.reached = () => ((begun += 1), mayEnd.promise)
      await Promise.all([here.run(), here.run(other)])
      const taskId = await here.start(editor, 'ignore')
      await vi.waitFor(() => expect(begun).toBe(1), PATIENCE)

      await editor.do(taskOperations.cancel, { taskId })

      await until(taskId, 'cancelled')
      expect(await here.database.jobTable.nextDueAt()).not.toBeNull()
      mayEnd.resolve()
      await vi.waitFor(async () => expect(await here.database.jobTable.nextDueAt()).toBeNull(), PATIENCE)
      expect(begun).toBe(1)
      expect(await statusOf(taskId)).toMatchObject({ state: 'cancelled', resultText: '', done: 0 })
    })

    it('a bug fails the task without telling more than that there was one', async () => {
      await here.run()

      const taskId = await here.start(editor, 'fail')

      await until(taskId, 'failed')
      expect((await statusOf(taskId)).failure).not.toContain('bug')
      expect((await statusOf(taskId)).failure).not.toBe('')
    })

    it('what is taken from somebody while the task waits or runs stays taken', async () => {
      const { owner, manager, addItem } = here.world
      const item = await addItem({ visitPassword: 'a visit password' })
      const waiting = await here.start(manager, 'count', { itemId: item.id })
      const running = await here.start(editor, 'count', { itemId: item.id })
      const take = ({ username }: Person) =>
        owner.do(memberOperations.delete, { itemId: item.id, membershipId: idOf(username) })
      const members = await here.database.members.ofItem(item.id)
      const idOf = (username: string): number =>
        members.find(({ userId }) => userId === [editor, manager].find((person) => person.username === username)?.id)
          ?.id ?? 0
      await take(manager)
      gate.reached = (number) => (number === 2 ? take(editor).then(() => undefined) : undefined)

      await here.run()

      await vi.waitFor(
        async () => expect(await statusOf(waiting, manager)).toMatchObject({ state: 'failed', done: 0 }),
        PATIENCE,
      )
      await until(running, 'failed')
      expect((await statusOf(running)).done).toBe(2)
    })

    it('what a task is refused is on record, once (threats G5)', async () => {
      const { stranger, admin, addItem } = here.world
      const item = await addItem({ visitPassword: 'a visit password' })
      const taskId = await here.start(stranger, 'count', { itemId: item.id })

      await here.run()

      await vi.waitFor(
        async () => expect(await statusOf(taskId, stranger)).toMatchObject({ state: 'failed' }),
        PATIENCE,
      )
      await vi.waitFor(async () => {
        const { list } = await admin.do(auditOperations.list, { action: 'access.refused', actorId: stranger.id })
        const about = { operation: 'task numbers.count', objectId: String(item.id), requestId: `task ${taskId}` }
        expect(list).toMatchObject([about])
      }, PATIENCE)
    })

    it.each([
      ['is none for the task either', 'count'],
      ['is none for what the task has kept of before', 'remember'],
    ])('an administrator who is one no more %s', async (_, kind) => {
      const { admin, addItem } = here.world
      const item = await addItem({ visitPassword: 'a visit password' })
      const taskId = await here.start(admin, kind, { itemId: item.id, to: 1e6 })
      gate.reached = (number) =>
        number === 2
          ? here.database.users.update(admin.id, { isAdmin: false })
          : new Promise((resolve) => setTimeout(resolve, 1))

      await here.run()

      await vi.waitFor(async () => expect(await statusOf(taskId, admin)).toMatchObject({ state: 'failed' }), PATIENCE)
    })

    it('a task goes on after a stop of the server where it can, and else fails with a reason', async () => {
      const numbers: number[] = []
      gate.reached = (number) => (numbers.push(number), number === 2 ? new Promise(() => {}) : undefined)
      const first = await here.run()
      const resumed = await here.start(editor, 'resume')
      const interrupted = await here.start(editor, 'count')
      await vi.waitFor(() => expect(numbers.filter((number) => number === 2)).toHaveLength(2), PATIENCE)

      await first.stop()
      expect(await statusOf(resumed)).toMatchObject({ state: 'waiting', done: 1 })
      numbers.splice(0)
      gate.reached = (number) => void numbers.push(number)
      await here.run(other)

      await until(resumed, 'done')
      await until(interrupted, 'failed')
      expect(numbers).toEqual([2, 3])
      expect((await statusOf(interrupted)).failure).toBe('The server was stopped while it ran. Start it again.')
    })

    it('a task that nothing runs any more ends with a reason', async () => {
      const taskId = await here.start(editor, 'count')
      for (const job of await here.database.jobTable.claim(new Date(), 1_000, 10))
        await here.database.jobTable.complete(job)

      await sweepTasks({ store: here.database, services: here.world.services }, () => 'It will not run.')

      expect(await statusOf(taskId)).toMatchObject({ state: 'failed', failure: 'It will not run.' })
    })

    it('a task does not fail by telling something else than a text: that is none', async () => {
      await here.run()

      const taskId = await here.start(editor, 'careless')

      await vi.waitFor(async () => expect((await statusOf(taskId)).endedAt).toBeDefined(), PATIENCE)
      const told = { state: 'done', failure: '', done: 2, of: 0, what: 'step two', resultText: '' }
      expect(await statusOf(taskId)).toMatchObject(told)
    })

    it('progress is written a few times, however often it is told', async () => {
      let writes = 0
      const note = here.database.tasks.note.bind(here.database.tasks)
      const counting = {
        ...here.database,
        tasks: { ...here.database.tasks, note: (...given: Parameters<typeof note>) => ((writes += 1), note(...given)) },
      }
      gate.reached = (number) => (number % 100 === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined)
      await here.run(counting)

      const taskId = await here.start(editor, 'count', { to: 20_000 })

      await until(taskId, 'done')
      expect((await statusOf(taskId)).done).toBe(20_000)
      expect(writes).toBeLessThan(10_000)
    })

    it('a result is there for 24 hours, and then neither it nor its file is', async () => {
      await here.run()
      const taskId = await here.start(editor, 'file', { to: 1_000 })
      await until(taskId, 'done')
      const { fileUrl, fileName } = await statusOf(taskId)
      const browser = await here.browserOf(editor)
      const fetched = await browser.get(fileUrl)
      expect(fileName).toBe('数字.txt')
      expect(fetched.body.split('\n')).toHaveLength(1_001)
      expect(fetched.headers['content-disposition']).toMatch(/^attachment; /)
      const stranger = await here.browserOf(here.world.stranger)
      expect((await stranger.get(fileUrl)).json()).toMatchObject({ error_code: 10101 })
      const file = (await here.database.tasks.byId(taskId))?.result?.file
      const storage = here.world.services.files.named(file?.storage ?? '')

      here.world.clock.advance(taskLimits.keptMs - 1)
      expect(await outcomeOf(statusOf(taskId))).toBe('nothing')
      here.world.clock.advance(1)
      expect(await outcomeOf(statusOf(taskId))).toBe('notFound')
      expect((await editor.do(taskOperations.list, {})).list).toEqual([])
      const ctx = { store: here.database, services: here.world.services }
      await sweepTasks(ctx, () => '')
      expect(await here.database.tasks.byId(taskId)).toBeNull()
      here.world.clock.advance(taskLimits.blobMs - taskLimits.keptMs)
      await sweepFiles(ctx)
      expect(await storage?.read(file?.key ?? '')).toBeNull()
    })

    it('nobody starts more than a number at a time, and an undone operation starts none', async () => {
      for (let n = 0; n < taskLimits.perPerson; n += 1) await here.start(editor, 'count')

      expect(await outcomeOf(here.start(editor, 'count'))).toBe('tooMany')

      await expect(
        here.database.transaction(async (store) => {
          await store.tasks.insert(
            {
              kind: 'numbers.count',
              startedById: here.world.owner.id,
              language: 'en',
              input: {},
              startedAt: new Date(),
            },
            1,
          )
          throw new DomainError('busy')
        }),
      ).rejects.toThrow('busy')
      expect((await here.world.owner.do(taskOperations.list, {})).total).toBe(0)
    })
  })
})
