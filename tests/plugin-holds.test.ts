import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { contribute } from '#core/extension.ts'
import { coreOperations } from '#core/operations.ts'
import { named } from '#core/operation.ts'
import { command, nothing, type Handlers, type Outbox, type Plugin } from '#core/plugin.ts'
import { passTroubleOn, tellOfTrouble, TROUBLE_JOB, troubleTellers, type TroubleTeller } from '#core/site/trouble.ts'
import { notesKept, outboxJobOf, outboxJobs } from '#server/compose/plugin-outbox.ts'
import { PluginRegistry } from '#server/compose/plugin-registry.ts'
import { bringUpPlugins } from '#server/compose/plugins.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { engines } from '#tests/support/import-site.ts'
import { hostOf, plugin } from '#tests/support/plugin-host.ts'
import { world, type World } from '#tests/support/world.ts'

const HANDLER_MS = 3_000
/** Longer than a transaction may send no statement. */
const IDLE_MS = 30_000
const PATIENCE = { timeout: 20_000, interval: 20 }
const never = () => new Promise<never>(() => undefined)
const soon = () => new Promise((resolve) => setImmediate(resolve))

describe.each(['embedded', 'PostgreSQL'] as const)('nothing of a plugin holds or undoes the core on %s', (engine) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('when', () => {
    let database: OpenDatabase
    let drop: () => Promise<void>
    beforeAll(async () => {
      ;({ database, drop } = await engines[engine]())
    })
    afterAll(() => drop())
    afterEach(() => void vi.useRealTimers())

    const registry = new PluginRegistry()
    interface Parts extends Partial<Plugin> {
      readonly id: string
      /** The limit for its handlers; three seconds when left out. */
      readonly callMs?: number
    }
    /** A world in which this plugin runs beside other handlers. */
    async function worldWith({ id, callMs = HANDLER_MS, ...parts }: Parts, ...others: readonly Handlers[]) {
      const host = hostOf([plugin(id, parts)], { limits: { callMs, errorsPerHour: 5 } })
      const { plugins } = await bringUpPlugins({ ...host, registry })
      const here = await world({
        database,
        operations: named({ ...coreOperations, ...plugins[0]?.operations }),
        after: [...plugins.flatMap(({ handlers }) => handlers ?? []), ...others],
        within: [notesKept(plugins)],
        contributes: plugins.flatMap(({ contributes }) => contributes ?? []),
      })
      return { ...here, plugins }
    }
    const stateOf = (id: string) => registry.list().find((status) => status.id === id)
    const addItem = ({ owner }: Pick<World, 'owner'>) =>
      owner.do(coreOperations.item.add, { itemType: 'regular', itemName: 'Payments' })

    it('one of its handlers takes long: a command is answered before that has ended', async () => {
      const held = Promise.withResolvers<void>()
      const ended: string[] = []
      const handlers: Handlers = { 'item.added': () => held.promise }
      const lasting: Handlers = { 'item.added': async () => void ended.push('the next one') }
      const here = await worldWith({ id: 'lasting', callMs: 60_000, handlers }, lasting)

      await addItem(here)

      expect(ended).toEqual([])
      held.resolve()
      await vi.waitFor(() => expect(ended).toEqual(['the next one']), PATIENCE)
      expect(stateOf('lasting')?.state).toBe('running')
    }, 60_000)

    it('its handlers hang: three of them switch it off', async () => {
      let calls = 0
      const here = await worldWith({ id: 'sitting', handlers: { 'item.added': () => ((calls += 1), never()) } })

      for (let count = 1; count <= 3; count += 1) await addItem(here)

      await vi.waitFor(() => expect(stateOf('sitting')?.state).toBe('off'), PATIENCE)
      expect(stateOf('sitting')?.reason).toMatch(/^switched off after calls that took too long; the last: /)
      await addItem(here)
      expect(calls).toBe(3)
    }, 60_000)

    it('one of its handlers is slow once: all others are called, and it stays on', async () => {
      const heard: string[] = []
      let isSlow = true
      const handlers: Handlers = {
        async 'item.added'() {
          if (!isSlow) {
            heard.push('slow once')
            return
          }
          isSlow = false
          await never()
        },
      }
      const here = await worldWith(
        { id: 'slow-once', handlers },
        { 'item.added': async () => void heard.push('other') },
      )

      await addItem(here)
      await addItem(here)

      await vi.waitFor(() => expect(heard.toSorted()).toEqual(['other', 'other', 'slow once']), PATIENCE)
      expect(stateOf('slow-once')?.state).toBe('running')
    }, 60_000)

    it('one of its commands hangs within its transaction, whose connection others get', async () => {
      const begun: number[] = []
      const hang = command({
        summary: 'Hangs.',
        audience: 'user',
        input: nothing(),
        output: nothing(),
        async run({ store }) {
          await store.settings.read('none')
          begun.push(1)
          return never()
        },
      })
      const here = await worldWith({ id: 'hanging', operations: { hanging: { hang } } })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

      // More than there are connections to a server.
      const connections = engine === 'embedded' ? 1 : 12
      const outcomes = Array.from({ length: connections }, () =>
        here.owner.do(here.plugins[0]?.operations?.['hanging']?.['hang'] as never, {}).then(
          () => 'done',
          ({ message }: Error) => message,
        ),
      )
      while (begun.length < connections) await soon()
      await vi.advanceTimersByTimeAsync(IDLE_MS)
      for (const outcome of await Promise.all(outcomes)) expect(outcome).toContain('it sent no statement for')

      vi.useRealTimers()
      await addItem(here)
    }, 60_000)

    it('what it notes can be stored once and not twice, is no object, or takes back what it was', async () => {
      let asked = 0
      const answers: readonly (() => unknown)[] = [
        () => ({ toJSON: () => ((asked += 1) === 1 ? { id: 1 } : (undefined as never)) }),
        () => ({ big: 1n }),
        () => never(),
        () => [1],
        () => 'text',
        () => ({ nul: '\0' }),
        () => {
          throw new Error('boom')
        },
      ]
      let next = 0
      const outbox: Outbox = {
        notes: { 'item.added': () => answers[next++ % answers.length]?.() as object },
        deliver: async () => undefined,
      }
      const here = await worldWith({ id: 'noting', outbox })

      for (const _ of answers) await addItem(here)

      expect(next).toBe(answers.length)
      const { list } = await database.documents.collection(outboxJobOf('noting')).find({}, { page: 1, count: 99 })
      expect(list.map(({ data }) => data)).toEqual([{ id: 1 }])
    })

    it('its deliveries hang: they rest for a minute, so that they do not take the database from others', async () => {
      const outbox: Outbox = { notes: { 'item.added': () => ({ one: 1 }) }, deliver: never }
      const here = await worldWith({ id: 'delivering', outbox })
      await addItem(here)
      const job = outboxJobs(here.plugins, here.product).get(outboxJobOf('delivering'))
      const [claimed] = await database.jobTable.claim(new Date(), 1_000, 9, [outboxJobOf('delivering')])
      const deliver = () => job?.run(claimed?.payload ?? {}, { signal: new AbortController().signal })
      expect(job?.isReady?.()).toBe(true)

      await expect(deliver()).rejects.toThrow('took longer than')

      expect(job?.isReady?.()).toBe(false)
      await expect(deliver()).rejects.toThrow('rests')
      here.clock.advance(60_001)
      expect(job?.isReady?.()).toBe(true)
    }, 60_000)

    it('it cannot tell of trouble: the trouble is recorded, and others tell of it', async () => {
      const told: string[] = []
      const tellers: readonly TroubleTeller[] = [
        () => {
          throw new Error('boom')
        },
        async ({ store }) => {
          await store.documents.collection('telling.note').put({ key: 'k', at: new Date(0), data: { text: '\0' } })
        },
        never,
        async (_, trouble) => void told.push(trouble.kind),
      ]
      const here = await worldWith({
        id: 'telling',
        contributes: tellers.map((teller) => contribute(troubleTellers, teller)),
      })

      await database.transaction((store) => tellOfTrouble({ store }, { kind: 'backupFailed', problem: 'full' }))
      const [job] = await database.jobTable.claim(new Date(), 1_000, 9, [TROUBLE_JOB])
      await passTroubleOn(here.product, job?.payload)

      expect(told).toEqual(['backupFailed'])
    }, 60_000)
  })
})
