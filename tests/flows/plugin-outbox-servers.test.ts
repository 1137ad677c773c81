import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EmbeddedJobs } from '#adapters/jobs/embedded/embedded-jobs.ts'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { pageOperations } from '#core/page/operations.ts'
import { definePlugin, type HandlerContext } from '#core/plugin.ts'
import type { Store } from '#core/ports/store.ts'
import { notesKept, outboxJobs, resumeOutboxes } from '#server/compose/plugin-outbox.ts'
import { FAST, surroundingsOf } from '#tests/contracts/jobs.ts'
import { CONNECTABLE, twoConnections, type TwoConnections } from '#tests/support/two-connections.ts'
import { world, type World } from '#tests/support/world.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
interface Note {
  readonly title: string
}
type Deliver = (ctx: HandlerContext, note: Note) => Promise<void>

const plugin = (id: string, deliver: Deliver) =>
  definePlugin({
    ...{ id, apiVersion: 2, summary: 'Of a test.' },
    outbox: {
      notes: { 'page.saved': ({ page }) => ({ title: page.title }) },
      deliver: (ctx, note) => deliver(ctx, note as Note),
    },
  })
const told = ({ store, services }: HandlerContext, note: Note, by = 'test') =>
  store.documents.collection(`${by}.told`).put({ at: services.clock.now(), data: note })

describe.each(CONNECTABLE)('notes for plugins, with two servers: %s', (kind) => {
  let connections: TwoConnections
  let people: World
  const runners: EmbeddedJobs[] = []
  const noting = [plugin('test', async () => {}), plugin('alone', async () => {})]
  beforeEach(async () => {
    connections = await twoConnections[kind]()
    people = await world({ database: connections.database, within: [notesKept(noting)] })
  })
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop()
    await connections.drop()
  })

  async function save(...titles: readonly string[]): Promise<void> {
    const { id: itemId } = await people.addItem()
    for (const pageTitle of titles)
      await people.editor.do(pageOperations.save, { itemId, pageId: 0, pageTitle, pageContent: 'x' })
  }
  const jobsOn = (database: OpenDatabase, ...plugins: readonly ReturnType<typeof plugin>[]) =>
    outboxJobs(plugins, { ...people.product, database })
  async function start(database: OpenDatabase, ...plugins: readonly ReturnType<typeof plugin>[]): Promise<void> {
    await resumeOutboxes(plugins, database)
    const runner = new EmbeddedJobs(surroundingsOf(database), { ...FAST, leaseMs: 60_000 })
    runners.push(runner)
    await runner.start(jobsOn(database, ...plugins), [])
  }
  const titlesOf = async (collection: string): Promise<readonly string[]> => {
    const { list } = await connections.database.documents.collection<Note>(collection).find({})
    return list.map(({ data }) => data.title).toSorted()
  }
  const left = async (id: string): Promise<number> =>
    connections.database.documents.collection(`${id}.outbox`).count({})

  it('both together deliver what a killed server has left, each note once, and only where its plugin is', async () => {
    const titles = Array.from({ length: 12 }, (_, at) => `Page ${String(at).padStart(2, '0')}`)
    await save(...titles)
    // As it was killed during some deliveries: their leases are over.
    await connections.database.jobTable.claim(new Date(), -1, 5)
    const here: string[] = []
    const there: string[] = []
    const test = (deeds: string[]) =>
      plugin('test', async (ctx, note) => {
        deeds.push(note.title)
        await told(ctx, note)
      })
    const alone = plugin('alone', async (ctx, note) => void (await told(ctx, note, 'alone')))

    await Promise.all([start(connections.database, test(here)), start(connections.other, test(there), alone)])

    await vi.waitFor(async () => expect([await left('test'), await left('alone')]).toEqual([0, 0]), PATIENCE)
    expect([...here, ...there].toSorted()).toEqual(titles)
    expect(await titlesOf('test.told')).toEqual(titles)
    expect(await titlesOf('alone.told')).toEqual(titles)
  })

  it('the notes of a plugin that no server here has stay for one that has it', async () => {
    await save('Kept')
    await start(
      connections.database,
      plugin('test', async (ctx, note) => void (await told(ctx, note))),
    )
    await vi.waitFor(async () => expect(await left('test')).toBe(0), PATIENCE)
    expect(await left('alone')).toBe(1)

    await start(
      connections.other,
      plugin('alone', async (ctx, note) => void (await told(ctx, note, 'alone'))),
    )

    await vi.waitFor(async () => expect(await left('alone')).toBe(0), PATIENCE)
    expect(await titlesOf('alone.told')).toEqual(['Kept'])
  })

  it('a delivery that fails again and again keeps its note and holds up no other', async () => {
    await save('Broken', 'Whole')
    let tries = 0
    let isBroken = true
    await start(
      connections.database,
      plugin('test', async (ctx, note) => {
        if (note.title === 'Broken' && (tries += 1) && isBroken) throw new Error('broken')
        await told(ctx, note)
      }),
    )

    await vi.waitFor(() => expect(tries).toBeGreaterThan((FAST.attempts ?? 0) + 1), PATIENCE)
    expect(await titlesOf('test.told')).toEqual(['Whole'])
    expect(await left('test')).toBe(1)

    isBroken = false
    await vi.waitFor(async () => expect(await left('test')).toBe(0), PATIENCE)
    expect(await titlesOf('test.told')).toEqual(['Broken', 'Whole'])
  })

  it('a server that was taken for dead and goes on writes nothing that another one has written', async () => {
    await save('Once')
    const [job] = await connections.database.jobTable.claim(new Date(), 1_000, 10, ['test.outbox'])
    const payload = job?.payload ?? {}
    const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
    const { promise: isGoing, resolve: going } = Promise.withResolvers<void>()
    const tools = { signal: new AbortController().signal }
    const late = jobsOn(
      connections.database,
      plugin('test', async (ctx, note) => {
        going()
        await isDone
        await told(ctx, note)
      }),
    )
    const other = jobsOn(
      connections.other,
      plugin('test', async (ctx, note) => void (await told(ctx, note))),
    )

    const lateRun = late.get('test.outbox')?.run(payload, tools)
    await isGoing
    await other.get('test.outbox')?.run(payload, tools)
    done()
    await lateRun

    expect(await titlesOf('test.told')).toEqual(['Once'])
    expect(await left('test')).toBe(0)
  })

  it('a start finds every note without a job, also while another server delivers', async () => {
    const { database, other } = connections
    const notes = Array.from({ length: 1_500 }, (_, at) => ({
      key: String(at),
      at: new Date(at),
      data: { title: 'x' },
    }))
    await database.documents.collection('test.outbox').putAll(notes)
    const newest = (await database.documents.collection('test.outbox').newest({}, 500)).map(({ key }) => key ?? '')
    let isDelivered = false
    const store: Pick<Store, 'documents' | 'jobs'> = {
      documents: database.documents,
      jobs: {
        async enqueue(...given) {
          await database.jobs.enqueue(...given)
          if (!isDelivered) await other.documents.collection('test.outbox').deleteKeys(newest)
          isDelivered = true
        },
      },
    }

    await resumeOutboxes(noting, store)

    const jobs = await database.jobTable.claim(new Date(), 1_000, 2_000, ['test.outbox'])
    const known = new Set(jobs.map(({ payload }) => (payload as { noteId: number }).noteId))
    const kept = await database.documents.collection('test.outbox').find({})
    expect(kept.list.filter(({ id }) => !known.has(id))).toEqual([])
    expect(kept.list).toHaveLength(1_000)
  })
})
