import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { contribute } from '#core/extension.ts'
import { coreOperations } from '#core/operations.ts'
import { named } from '#core/operation.ts'
import { command, nothing, query, type CommandContext, type Handlers, type Outbox, type Plugin } from '#core/plugin.ts'
import { passTroubleOn, tellOfTrouble, TROUBLE_JOB, troubleTellers, type TroubleTeller } from '#core/site/trouble.ts'
import { notesKept, outboxJobOf, outboxJobs } from '#server/compose/plugin-outbox.ts'
import { PluginRegistry } from '#server/compose/plugin-registry.ts'
import { bringUpPlugins } from '#server/compose/plugins.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { engines } from '#tests/support/import-site.ts'
import { hostOf, plugin } from '#tests/support/plugin-host.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { testServices } from '#tests/support/services.ts'
import { world, type World } from '#tests/support/world.ts'

const HANDLER_MS = 3_000
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
      const { services, clock: guardClock } = testServices()
      const host = hostOf([plugin(id, parts)], { services, limits: { callMs, errorsPerHour: 5 } })
      const { plugins } = await bringUpPlugins({ ...host, registry })
      const here = await world({
        database,
        operations: named({ ...coreOperations, ...plugins[0]?.operations }),
        after: [...plugins.flatMap(({ handlers }) => handlers ?? []), ...others],
        within: [notesKept(plugins)],
        contributes: plugins.flatMap(({ contributes }) => contributes ?? []),
      })
      return { ...here, plugins, guardClock }
    }
    const stateOf = (id: string) => registry.list().find((status) => status.id === id)
    const addItem = ({ owner }: Pick<World, 'owner'>) =>
      owner.do(coreOperations.item.add, { itemType: 'regular', itemName: 'Payments' })

    const listed = ({ owner }: Pick<World, 'owner'>) => owner.do(coreOperations.item.list, {})

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
    })

    it('its handlers hang: three of them switch it off', async () => {
      let calls = 0
      const here = await worldWith({ id: 'sitting', handlers: { 'item.added': () => ((calls += 1), never()) } })

      for (let count = 1; count <= 3; count += 1) await addItem(here)

      await vi.waitFor(() => expect(stateOf('sitting')?.state).toBe('off'), PATIENCE)
      expect(stateOf('sitting')?.reason).toMatchObject({
        ...{ kind: 'failures', count: 3 },
        last: { how: 'hang', part: { kind: 'handler', name: 'item.added' } },
      })
      await addItem(here)
      expect(calls).toBe(3)
    })

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
    })

    interface Waking {
      /** Ends the wait of the hanging code. */
      wake(): void
      /** What became of everything it tried then. */
      readonly attempts: Promise<readonly string[]>
    }
    /** Hangs after it has written a note, and tries to go on in every way when it is woken up. */
    function hangs(id: string, begun: () => void): Waking & { hang(ctx: CommandContext): Promise<never> } {
      const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
      const { promise: attempts, resolve } = Promise.withResolvers<readonly string[]>()
      const outcome = (work: () => unknown): Promise<string> =>
        Promise.resolve()
          .then(work)
          .then(
            () => 'done',
            () => 'refused',
          )
      const hang = async (ctx: CommandContext): Promise<never> => {
        const note = () => ctx.store.documents.collection(`${id}.note`).put({ at: new Date(0), data: { late: true } })
        await note()
        begun()
        await woken
        const item = { itemType: 'regular', itemName: 'Late' }
        const ways = [
          note,
          () => ctx.store.users.byId(1),
          () => ctx.perform('item.add', item),
          () =>
            ctx.together((inside) =>
              inside.store.documents.collection(`${id}.note`).put({ at: new Date(0), data: {} }),
            ),
          () => ctx.emit('item.added', {} as never),
        ]
        resolve(await Promise.all(ways.map(outcome)))
        return never()
      }
      return { wake, attempts, hang }
    }
    const parts = { audience: 'user', input: nothing(), output: nothing() } as const
    const notesOf = async (id: string) =>
      (await database.documents.collection(`${id}.note`).find({}, { page: 1, count: 9 })).list.map(({ data }) => data)

    it.each([
      ['a command', (run: (ctx: CommandContext) => Promise<never>) => command({ summary: 'Hangs.', ...parts, run })],
      [
        'a command that writes together',
        (run: (ctx: CommandContext) => Promise<never>) =>
          command({ summary: 'Hangs.', ...parts, withoutTransaction: true, run: (ctx) => ctx.together(run) }),
      ],
    ] as const)(
      '%s of it hangs: others get the database, and when it wakes up it changes nothing',
      async (name, of) => {
        const begun = Promise.withResolvers<void>()
        const id = `waking-${name.length}`
        const { wake, attempts, hang } = hangs(id, begun.resolve)
        const here = await worldWith({ id, operations: { [id]: { hang: of(hang) } } })
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

        const refused = outcomeOf(here.owner.do(here.plugins[0]?.operations?.[id]?.['hang'] as never, {}))
        await begun.promise
        await vi.advanceTimersByTimeAsync(3_000)

        expect(await refused).toBe('pluginHangs')
        vi.useRealTimers()
        const { length: items } = await listed(here)
        await addItem(here)
        wake()
        expect(await attempts).toEqual(['refused', 'refused', 'refused', 'refused', 'refused'])
        expect(await notesOf(id)).toEqual([])
        expect(await listed(here)).toHaveLength(items + 1)
        expect(stateOf(id)).toMatchObject({
          state: 'running',
          failures: [{ how: 'hang', part: { kind: 'operation', name: `${id}.hang` } }],
        })
      },
      60_000,
    )

    it('one of its queries hangs: it is given up as well, and reads nothing more', async () => {
      const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
      const read = Promise.withResolvers<string>()
      const begun = Promise.withResolvers<void>()
      const ask = query({
        summary: 'Hangs.',
        ...parts,
        async run({ store }) {
          await store.settings.read('plugin.asking')
          begun.resolve()
          await woken
          read.resolve(
            await store.settings.read('plugin.asking').then(
              () => 'read',
              () => 'refused',
            ),
          )
          return never()
        },
      })
      const here = await worldWith({ id: 'asking', operations: { asking: { ask } } })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

      const refused = outcomeOf(here.owner.do(here.plugins[0]?.operations?.['asking']?.['ask'] as never, {}))
      await begun.promise
      await vi.advanceTimersByTimeAsync(10_000)
      wake()

      expect(await refused).toBe('pluginHangs')
      expect(await read.promise).toBe('refused')
    })

    it('its commands hang on all connections at once: that counts once, and all get one again', async () => {
      const begun: number[] = []
      const run = async ({ store }: CommandContext) => {
        await store.settings.read('plugin.hanging')
        begun.push(1)
        return never()
      }
      const hang = command({ summary: 'Hangs.', ...parts, run })
      const here = await worldWith({ id: 'hanging', operations: { hanging: { hang } } })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

      // More than there are connections to a server.
      const connections = engine === 'embedded' ? 1 : 12
      const outcomes = Array.from({ length: connections }, () =>
        outcomeOf(here.owner.do(here.plugins[0]?.operations?.['hanging']?.['hang'] as never, {})),
      )
      while (begun.length < connections) await soon()
      here.guardClock.advance(3_000)
      await vi.advanceTimersByTimeAsync(3_000)

      expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['pluginHangs']))
      vi.useRealTimers()
      await addItem(here)
      expect(stateOf('hanging')?.failures).toHaveLength(1)
    })

    it('its commands hang again and again: three of them switch it off', async () => {
      const calls: number[] = []
      const run = () => (calls.push(1), never())
      const here = await worldWith({
        id: 'hopeless',
        operations: { hopeless: { hang: command({ summary: 'Hangs.', ...parts, run }) } },
      })
      const hang = () => outcomeOf(here.owner.do(here.plugins[0]?.operations?.['hopeless']?.['hang'] as never, {}))
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

      for (let count = 1; count <= 3; count += 1) {
        const refused = hang()
        while (calls.length < count) await soon()
        await vi.advanceTimersByTimeAsync(3_000)
        expect(await refused).toBe('pluginHangs')
        here.guardClock.advance(1)
      }

      expect(await hang()).toBe('notAvailable')
      expect(stateOf('hopeless')).toMatchObject({
        state: 'off',
        reason: { kind: 'failures', count: 3, last: { how: 'hang' } },
      })
    })

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
    })

    it('one of its deliveries waits for another server: nobody waits for the database meanwhile', async () => {
      const held = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const outbox: Outbox = {
        notes: { 'item.added': () => ({ one: 1 }) },
        async deliver({ store }) {
          begun.resolve()
          await held.promise
          await store.settings.write('plugin.waiting', true)
        },
      }
      const here = await worldWith({ id: 'waiting', outbox, callMs: 60_000 })
      await addItem(here)
      const job = outboxJobs(here.plugins, here.product).get(outboxJobOf('waiting'))
      const [claimed] = await database.jobTable.claim(new Date(), 1_000, 9, [outboxJobOf('waiting')])
      const delivery = job?.run(claimed?.payload ?? {}, { signal: new AbortController().signal })
      await begun.promise

      for (let n = 0; n < 12; n += 1) await addItem(here)
      held.resolve()
      await delivery

      expect(await database.settings.read('plugin.waiting')).toBe(true)
      expect((await database.documents.collection(outboxJobOf('waiting')).find({})).total).toBe(12)
    })

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
    })
  })
})
