import type { Meter, ObservableGauge, ObservableResult } from '@opentelemetry/api'
import { CACHES, type ServerHealth } from '#core/ports/health.ts'

/**
 * Values collected whenever metrics are sent. Unknown ones are left out: an old value would be taken for a current one.
 */
export function meteredBy(meter: Meter, health: ServerHealth): void {
  const gauge = (name: string, description: string, unit = '1'): ObservableGauge =>
    meter.createObservableGauge(name, { description, unit })
  const people = gauge('octavo.people.active', 'Accounts in use within the last ten minutes, on all servers.')
  const jobs = gauge('octavo.jobs', 'Jobs of the site that are due and not taken yet, or were given up.')
  const tasks = gauge('octavo.tasks', 'Tasks of the site that wait or run.')
  const size = gauge('octavo.database.size', 'Size of the database.', 'By')
  const free = gauge('octavo.disk.free', 'What is left on the disk of DATA_DIR.', 'By')
  const memory = gauge('process.memory.usage', 'Memory of the server.', 'By')
  const connections = gauge('octavo.database.connections', 'Connections of this server to its database.')
  const reachable = gauge('octavo.redis.reachable', 'Whether the Redis of REDIS_URL answers this server: 1 or 0.')
  const roundTrip = gauge('octavo.redis.round_trip', 'How long Redis took to answer.', 's')
  const caches = meter.createObservableCounter('octavo.cache.requests', {
    description: 'How often something kept in memory was asked for.',
  })
  memory.addCallback((result: ObservableResult) => result.observe(process.memoryUsage.rss()))
  caches.addCallback((result) => {
    for (const name of CACHES)
      for (const [outcome, count] of Object.entries(health.caches()[name]))
        result.observe(count, { 'octavo.cache': name, 'octavo.result': outcome })
  })
  connections.addCallback((result) => {
    for (const { pool, ...counts } of health.connections())
      for (const [state, count] of Object.entries(counts))
        result.observe(count, { 'octavo.pool': pool, 'octavo.state': state })
  })
  free.addCallback(async (result) => {
    const bytes = await health.freeBytes()
    if (bytes !== null) result.observe(bytes)
  })
  meter.addBatchObservableCallback(
    async (result) => {
      const redis = await health.redis()
      if (!redis) return
      result.observe(reachable, redis.isReachable ? 1 : 0)
      if (redis.roundTripMs !== null) result.observe(roundTrip, redis.roundTripMs / 1_000)
    },
    [reachable, roundTrip],
  )
  meter.addBatchObservableCallback(
    async (result) => {
      const site = await health.site()
      if (!site) return
      result.observe(people, site.peopleActive)
      result.observe(jobs, site.jobsWaiting, { 'octavo.state': 'waiting' })
      result.observe(jobs, site.jobsFailed, { 'octavo.state': 'failed' })
      result.observe(tasks, site.tasksWaiting, { 'octavo.state': 'waiting' })
      result.observe(tasks, site.tasksRunning, { 'octavo.state': 'running' })
      result.observe(size, site.databaseBytes)
    },
    [people, jobs, tasks, size],
  )
}
