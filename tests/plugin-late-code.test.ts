import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { named } from '#core/operation.ts'
import { coreOperations } from '#core/operations.ts'
import { contextFor } from '#core/perform.ts'
import { plainStore } from '#core/plain-store.ts'
import { nothing, type Context, type HandlerContext, type Plugin, type TaskTools } from '#core/plugin.ts'
import { RunAborted } from '#core/ports/jobs.ts'
import { PluginRegistry } from '#server/compose/plugin-registry.ts'
import { bringUpPlugins } from '#server/compose/plugins.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { engines } from '#tests/support/import-site.ts'
import { hostOf, plugin } from '#tests/support/plugin-host.ts'
import { world, type World } from '#tests/support/world.ts'

const SILENT_MS = 3_000

describe.each(['embedded', 'PostgreSQL'] as const)('code of a plugin that wakes up too late on %s', (engine) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('is such that', () => {
    let database: OpenDatabase
    let drop: () => Promise<void>
    let here: World
    beforeAll(async () => {
      ;({ database, drop } = await engines[engine]())
      here = await world({ database, operations: named(coreOperations) })
    })
    afterAll(() => drop())
    afterEach(async () => {
      vi.useRealTimers()
      await notes().deleteBefore(new Date(1))
    })

    const notes = () => database.documents.collection('late.note')
    const items = async () => (await here.owner.do(coreOperations.item.list, {})).length
    const ctxOfOwner = () => contextFor(here.product, here.owner.caller, () => undefined, true)

    /** A plugin whose code waits to be woken up, and then writes by its store and as its caller. */
    async function sleeping(id: string, partsOf: (sleep: Sleep) => Partial<Plugin>) {
      const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
      const { promise: outcomes, resolve } = Promise.withResolvers<readonly string[]>()
      const outcome = (work: Promise<unknown>): Promise<string> =>
        work.then(
          () => 'done',
          () => 'refused',
        )
      const sleep: Sleep = async (ctx) => {
        await woken
        const note = async () =>
          ctx.store.documents.collection('late.note').put({ at: new Date(0), data: { late: true } })
        const added = ctx.perform?.('item.add', { itemType: 'regular', itemName: 'Late' })
        resolve(await Promise.all([note(), ...(added ? [added] : [])].map(outcome)))
      }
      const host = hostOf([plugin(id, partsOf(sleep))], { limits: { callMs: SILENT_MS, errorsPerHour: 5 } })
      const { plugins } = await bringUpPlugins({ ...host, registry: new PluginRegistry() })
      return { plugin: plugins[0], wake, outcomes }
    }

    it.each([
      ['outOfTime', 'refused'],
      ['leaseLost', 'refused'],
      ['stopped', 'done'],
    ] as const)(
      'a job that was told to end (%s) writes, and it is %s',
      async (why, outcome) => {
        const late = await sleeping('late', (sleep) => ({ jobs: { 'late.sit': { run: sleep } } }))
        const ending = new AbortController()
        const ctx = { store: plainStore(database), services: here.services }
        const job = late.plugin?.jobs?.['late.sit']?.run(ctx, {}, { signal: ending.signal })

        ending.abort(new RunAborted(why, 'told to end'))
        late.wake()

        expect(await late.outcomes).toEqual([outcome])
        await job
      },
      60_000,
    )

    it('a task that was cancelled changes nothing', async () => {
      const titles = { tasks: { 'late.sit': 'Sit' } }
      const late = await sleeping('late', (sleep) => ({
        tasks: { 'late.sit': { input: nothing(), limitMs: 1_000, run: sleep } },
        messages: { en: titles, 'zh-cn': titles },
      }))
      const before = await items()
      const ending = new AbortController()
      const tools = { signal: ending.signal } as TaskTools
      const task = late.plugin?.tasks?.['late.sit']?.run(ctxOfOwner(), {}, tools)

      ending.abort(new RunAborted('cancelled', 'cancelled'))
      late.wake()

      expect(await late.outcomes).toEqual(['refused', 'refused'])
      await task
      expect([await notes().count({}), await items()]).toEqual([0, before])
    })

    it('a route that was given up changes nothing', async () => {
      const late = await sleeping('late', (sleep) => ({
        routes: [
          { prefix: '/late-route/', caller: 'session', answer: async (_, ctx) => (await sleep(ctx), new Response()) },
        ],
      }))
      const before = await items()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

      const given = late.plugin?.routes?.[0]?.answer(new Request('http://here/late-route/'), ctxOfOwner())
      const refused = expect(given).rejects.toThrow('stood still')
      await vi.advanceTimersByTimeAsync(SILENT_MS)
      await refused
      vi.useRealTimers()
      late.wake()

      expect(await late.outcomes).toEqual(['refused', 'refused'])
      expect([await notes().count({}), await items()]).toEqual([0, before])
    })
  })
})

type Sleep = (ctx: HandlerContext & Partial<Pick<Context, 'perform'>>) => Promise<void>
