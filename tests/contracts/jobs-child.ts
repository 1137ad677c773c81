import { openDatabase } from '#adapters/database/open.ts'
import { BullJobs } from '#adapters/jobs/bull/bull-jobs.ts'
import { EmbeddedJobs } from '#adapters/jobs/embedded/embedded-jobs.ts'
import type { JobSurroundings } from '#adapters/jobs/job-loop.ts'

// A product that commits two jobs and is killed by its parent while the first one runs, and the second one waits.
const [kind, folder] = process.argv.slice(2)
if (!folder) throw new Error('no folder was given')
const database = await openDatabase({ location: { kind: 'directory', path: folder } })
const surroundings: JobSurroundings = {
  table: database.jobTable,
  outbox: database.jobs,
  clock: { now: () => new Date() },
  log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  timeZone: 'UTC',
}
const times = { leaseMs: 2_000, pollMs: 50, concurrency: 1 }
const runner =
  kind === 'bull'
    ? new BullJobs(process.env['TEST_REDIS_URL'] ?? '', surroundings, times, `octavo-test-${folder}`)
    : new EmbeddedJobs(surroundings, times)
await database.transaction(async (store) => {
  await store.jobs.enqueue('survive', { name: 'runs' })
  await store.jobs.enqueue('survive', { name: 'waits' })
})
const sayAndHang = (): Promise<never> => {
  process.stdout.write('KILL ME\n')
  return new Promise(() => {})
}
await runner.start(new Map([['survive', { limitMs: 60_000, run: sayAndHang }]]), [])
setInterval(() => {}, 60_000)
