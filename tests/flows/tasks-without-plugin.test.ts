import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Services } from '#core/context.ts'
import { taskKinds, type NamedTaskKind } from '#core/task/kind.ts'
import { taskOperations } from '#core/task/operations.ts'
import { sweepTasks } from '#core/task/sweep.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { numbersPlugin } from '#tests/support/numbers-plugin.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { taskSite, type TaskSite } from '#tests/support/task-site.ts'
import { twoConnections } from '#tests/support/two-connections.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }
const DAY_MS = 86_400_000

/** The services of a server that has these kinds of tasks. */
const withKinds = (services: Services, kinds: readonly NamedTaskKind[]): Services => ({
  ...services,
  extensions: (point) => (point.id === taskKinds.id ? (kinds as never) : services.extensions(point)),
})

describe.each(['embedded', 'PostgreSQL'] as const)('a server without the plugin of a task, on %s', (engine) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('is such that', () => {
    let here: TaskSite
    let drop: () => Promise<void>
    let editor: Person
    beforeEach(async () => {
      const opened = await twoConnections[engine]()
      drop = opened.drop
      here = await taskSite(numbersPlugin(), { database: opened.database })
      editor = here.world.editor
    })
    afterEach(async () => {
      await here.close()
      await drop()
    })
    const statusOf = (taskId: number) => editor.do(taskOperations.status, { taskId })
    const until = (taskId: number, state: string) =>
      vi.waitFor(async () => expect(await statusOf(taskId)).toMatchObject({ state }), PATIENCE)

    it('a file is given by no server that cannot tell whether the person still may have it', async () => {
      const { product } = here.world
      await here.run()
      const taskId = await here.start(editor, 'file')
      await until(taskId, 'done')
      const servedWith = (kinds: readonly NamedTaskKind[]) => {
        const services = withKinds(product.services, kinds)
        return outcomeOf(
          new Person({ ...product, services }, editor.user, editor.session).do(taskOperations.result, { taskId }),
        )
      }
      const kinds = product.services.extensions(taskKinds)
      const ofAnotherVersion = kinds.map((kind) => ({ ...kind, input: z.object({ until: z.date() }) }))

      expect(await servedWith(kinds)).toBe('nothing')
      expect([await servedWith([]), await servedWith(ofAnotherVersion)]).toEqual(['notAvailable', 'notAvailable'])
    })

    it('a task whose plugin is gone ends with a reason once no server has begun it for a day', async () => {
      const { clock, services } = here.world
      const waiting = await here.start(editor, 'count')
      const swept = async (kinds = services.extensions(taskKinds)) => {
        await sweepTasks({ store: here.database, services: withKinds(services, kinds) }, ({ kind }) => kind)
        return (await statusOf(waiting)).state
      }
      expect(await swept([])).toBe('waiting')
      clock.advance(DAY_MS + 1)
      expect(await swept()).toBe('waiting')

      // Another server has the plugin, and runs it.
      const [job] = await here.database.jobTable.claim(clock.now(), 60_000, 10)
      expect([job?.name, await swept([])]).toEqual(['task:numbers.count', 'waiting'])
      clock.advance(60_001)

      expect(await swept([])).toBe('failed')
      expect((await statusOf(waiting)).failure).toBe('notAvailable')
    })
  })
})
