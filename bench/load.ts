import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer } from '#tests/e2e/support/running-server.ts'
import { letIn, type Crowded } from './support/crowd.ts'
import { fillLibrary, type Library, type Place } from './support/library.ts'
import { residentMiB } from './support/memory.ts'
import { startPostgres } from './support/postgres.ts'
import { figure, percentile, type Bench, type Figure } from './support/report.ts'
import { editor, reader } from './support/visitors.ts'

const WARM_UP_MS = 15_000
const MEASURED_MS = 60_000
const MIB_OF_MB = 1_000_000 / 2 ** 20

interface Scene {
  readonly name: string
  readonly readers: number
  readonly editors: number
  readonly goals: {
    readonly perSecond: number | null
    readonly readMs: number
    readonly saveMs: number
    readonly mb: number
  }
}
const ON_POSTGRES: Scene = {
  ...{ name: '500 readers + 50 editors, PostgreSQL', readers: 500, editors: 50 },
  goals: { perSecond: 480, readMs: 300, saveMs: 800, mb: 700 },
}
const EMBEDDED: Scene = {
  ...{ name: '100 readers + 10 editors, embedded', readers: 100, editors: 10 },
  goals: { perSecond: null, readMs: 400, saveMs: 1_000, mb: 900 },
}

/**
 * A working day in one minute: people who pause for a second between requests read, search and write among 100,000
 * pages.
 */
export const load: Bench = {
  name: 'load',
  async run() {
    const postgres = await startPostgres()
    const onPostgres = await figuresOf(ON_POSTGRES, { kind: 'postgres', url: postgres.newDatabase('load') })
    await postgres.stop()
    const dataDirectory = await mkdtemp(path.join(tmpdir(), 'octavo-load-'))
    const embedded = await figuresOf(EMBEDDED, { kind: 'embedded', dataDirectory })
    await rm(dataDirectory, { recursive: true, force: true })
    return [...onPostgres, ...embedded]
  },
}

async function figuresOf(scene: Scene, place: Place): Promise<readonly Figure[]> {
  const library = await fillLibrary(place, scene.readers + scene.editors)
  const server = await startServer({
    isLongLived: true,
    environment: { LOG_LEVEL: 'error', ...(place.kind === 'postgres' && { DATABASE_URL: place.url }) },
    ...(place.kind === 'embedded' && { dataDirectory: place.dataDirectory }),
  })
  const memory = watchMemory(server.processId)
  const crowd = { url: server.url, visitors: visitorsIn(library, scene), measuredMs: MEASURED_MS }
  const thinking = await letIn({ ...crowd, pace: 'thinking', warmUpMs: WARM_UP_MS })
  const mib = memory.highest()
  // Without a goal: shows what happens if people make their next request regardless of slow answers.
  const punctual = await letIn({ ...crowd, pace: 'punctual', warmUpMs: 0 })
  await server.stop()
  return [...rowsOf(scene, thinking, mib), punctualRow(scene, punctual)]
}

function punctualRow({ name }: Scene, { perSecond, latencies }: Crowded): Figure {
  const waits = ['read', 'save'].map(
    (kind) => `${kind} p99 ${Math.round(percentile(latencies.get(kind) ?? [], 0.99))} ms`,
  )
  return figure(`${name}, punctual`, `${Math.round(perSecond)}/s, ${waits.join(', ')}`, '–', true)
}

const visitorsIn = (library: Library, { editors }: Scene) =>
  library.people.map((person, index) => ({
    token: person.token,
    steps: index < editors ? editor(person, library, index, editors) : reader(person, library, index),
  }))

function rowsOf({ name, goals }: Scene, { perSecond, latencies, errors }: Crowded, mib: number): readonly Figure[] {
  for (const [what, count] of errors) console.error(`${count} times ${what}`)
  const failures = [...errors.values()].reduce((sum, count) => sum + count, 0)
  const waits = (kind: string, goalMs: number): Figure => {
    const sorted = latencies.get(kind) ?? []
    const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)]
    const value = `p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms (${sorted.length})`
    return figure(`${name}: ${kind}`, value, `p99 ≤ ${goalMs} ms`, p99 <= goalMs)
  }
  const rate = Math.round(perSecond)
  return [
    figure(
      `${name}: requests, errors`,
      `${rate}/s, ${failures} errors`,
      `${goals.perSecond === null ? '' : `≥ ${goals.perSecond}/s, `}0 errors`,
      failures === 0 && perSecond >= (goals.perSecond ?? 0),
    ),
    waits('read', goals.readMs),
    waits('save', goals.saveMs),
    figure(`${name}: memory`, `${Math.round(mib)} MiB`, `≤ ${goals.mb} MB`, mib <= goals.mb * MIB_OF_MB),
  ]
}

/** Samples the memory of the process every second. */
function watchMemory(processId: number): { highest(): number } {
  let highest = 0
  const timer = setInterval(() => {
    void residentMiB(processId).then((mib) => (highest = Math.max(highest, mib)))
  }, 1_000)
  return {
    highest() {
      clearInterval(timer)
      return highest
    },
  }
}
