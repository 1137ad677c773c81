import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { standingOperations } from '#core/account/standing-operations.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { numbersPlugin, type NumbersGate } from '#tests/support/numbers-plugin.ts'
import { taskSite, type TaskSite } from '#tests/support/task-site.ts'
import { twoConnections } from '#tests/support/two-connections.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }

describe.each(['embedded', 'PostgreSQL'] as const)('tasks of leavers on %s', (engine) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('are such that', () => {
    let gate: NumbersGate
    let here: TaskSite
    let drop: () => Promise<void>
    beforeEach(async () => {
      gate = {}
      const opened = await twoConnections[engine]()
      drop = opened.drop
      here = await taskSite(numbersPlugin({ reached: (number, to) => gate.reached?.(number, to) }), {
        database: opened.database,
      })
    })
    afterEach(async () => {
      await here.close()
      await drop()
    })

    it('a task of somebody whose account is gone ends', async () => {
      const leaver = await here.world.addUser(`leaver-${engine.toLowerCase()}`)
      const taskId = await here.start(leaver, 'count')
      await here.database.script(`delete from "user" where id = ${leaver.id}`)

      await here.run()

      await vi.waitFor(
        async () => expect(await here.database.tasks.byId(taskId)).toMatchObject({ state: 'failed' }),
        PATIENCE,
      )
      expect((await here.database.tasks.byId(taskId))?.failure?.en).toBe(
        'The account it ran for is gone or switched off.',
      )
    })

    it('what a task had finished when it learned that the account is gone is told as done', async () => {
      const leaver = await here.world.addUser(`finisher-${engine.toLowerCase()}`)
      let isTold = false
      gate.reached = async () => {
        await here.database.script(`delete from "user" where id = ${leaver.id}`)
        // A task that does not heed its signal ends when it is done.
        await vi.waitFor(() => expect(isTold).toBe(true), PATIENCE)
      }
      const { tasks } = here.database
      const look = tasks.look.bind(tasks)
      tasks.look = async (key) => {
        const looked = await look(key)
        isTold ||= looked?.isAdmin === null
        return looked
      }
      const taskId = await here.start(leaver, 'ignore')

      await here.run()

      await vi.waitFor(
        async () => expect(await here.database.tasks.byId(taskId)).toMatchObject({ state: 'done', failure: null }),
        PATIENCE,
      )
      await vi.waitFor(async () => expect(await here.database.jobTable.nextDueAt()).toBeNull(), PATIENCE)
    })

    it('a task of somebody who is switched off does not begin', async () => {
      const { admin, addUser } = here.world
      const leaver = await addUser(`switched-${engine.toLowerCase()}`)
      const waiting = await here.start(leaver, 'count')
      await admin.do(standingOperations.switchOff, { userId: leaver.id })
      const begun = await here.start(leaver, 'count')
      await here.run()

      await vi.waitFor(
        async () => expect(await here.database.tasks.byId(begun)).toMatchObject({ state: 'failed' }),
        PATIENCE,
      )
      expect(await here.database.tasks.byId(waiting)).toMatchObject({ state: 'cancelled' })
    })

    it('a task that runs for somebody ends once they are switched off', async () => {
      const { admin, addUser } = here.world
      const leaver = await addUser(`running-${engine.toLowerCase()}`)
      gate.reached = (number) =>
        number === 2
          ? admin.do(standingOperations.switchOff, { userId: leaver.id }).then(() => undefined)
          : new Promise((resolve) => setTimeout(resolve, 1))
      const taskId = await here.start(leaver, 'count', { to: 1e6 })

      await here.run()

      await vi.waitFor(
        async () => expect(await here.database.tasks.byId(taskId)).toMatchObject({ state: 'cancelled' }),
        PATIENCE,
      )
    })
  })
})
