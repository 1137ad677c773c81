import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { CACHES, type ServerHealth } from '#core/ports/health.ts'

/** Seconds; most answers take milliseconds, and heavy ones time out after ten seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Figures {
  readonly contentType: string
  /** In the text format of Prometheus. */
  text(): Promise<string>
}

/** The metrics of this server; labels are fixed names of the product, which limits the number of series. */
export function figuresOf(health: ServerHealth): Figures {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'octavo_requests_total',
    help: 'Answered calls by operation, or by the pattern of the address, and class of the HTTP status.',
    labelNames: ['operation', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'octavo_request_duration_seconds',
    help: 'How long answers took, by operation or pattern of the address.',
    labelNames: ['operation'] as const,
    buckets: BUCKETS,
    registers,
  })
  health.follow(({ operation, status, ms }) => {
    requests.inc({ operation, status: classOf(status) })
    durations.observe({ operation }, ms / 1_000)
  })
  const refresh = gauges(registry, health)
  return {
    contentType: registry.contentType,
    async text() {
      await refresh()
      return registry.metrics()
    },
  }
}

/** Metrics collected on demand. */
function gauges(registry: Registry, health: ServerHealth): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const people = gauge(
    'octavo_people_active',
    'Accounts in use within the last ten minutes, on all servers of the site.',
  )
  const jobs = gauge('octavo_jobs', 'Jobs of the site that are due and not taken yet, or were given up.', ['state'])
  const tasks = gauge('octavo_tasks', 'Tasks of the site that wait or run.', ['state'])
  const size = gauge('octavo_database_bytes', 'Size of the database.')
  const free = gauge('octavo_disk_free_bytes', 'What is left on the disk of DATA_DIR.')
  const caches = gauge('octavo_cache_requests', 'How often something kept in memory was asked for since the start.', [
    ...['cache', 'result'],
  ])
  const connections = gauge(
    'octavo_database_connections',
    'Connections of this server to its database, and calls that wait for one.',
    ['pool', 'state'],
  )
  const reachable = gauge('octavo_redis_reachable', 'Whether the Redis of REDIS_URL answers this server: 1 or 0.')
  const roundTrip = gauge('octavo_redis_round_trip_seconds', 'How long Redis took to answer.')
  return async () => {
    const [site, freeBytes, redis] = await Promise.all([health.site(), health.freeBytes(), health.redis()])
    // Unknown values are left out: an old value would be taken for a current one.
    if (site) {
      people.set(site.peopleActive)
      jobs.set({ state: 'waiting' }, site.jobsWaiting)
      jobs.set({ state: 'failed' }, site.jobsFailed)
      tasks.set({ state: 'waiting' }, site.tasksWaiting)
      tasks.set({ state: 'running' }, site.tasksRunning)
      size.set(site.databaseBytes)
    } else {
      for (const each of [people, size]) each.remove()
      for (const each of [jobs, tasks]) each.reset()
    }
    if (freeBytes === null) free.remove()
    else free.set(freeBytes)
    if (redis) reachable.set(redis.isReachable ? 1 : 0)
    else reachable.remove()
    if (redis?.roundTripMs == null) roundTrip.remove()
    else roundTrip.set(redis.roundTripMs / 1_000)
    for (const name of CACHES) {
      const { found, missed } = health.caches()[name]
      caches.set({ cache: name, result: 'found' }, found)
      caches.set({ cache: name, result: 'missed' }, missed)
    }
    for (const { pool, ...counts } of health.connections())
      for (const state of ['busy', 'idle', 'waiting'] as const) connections.set({ pool, state }, counts[state])
  }
}

const classOf = (status: number): `${number}xx` => `${Math.floor(status / 100)}xx`
