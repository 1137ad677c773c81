import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { openDatabase } from '#adapters/database/open.ts'
import { RedisLink } from '#adapters/system/redis-link.ts'
import type { Application } from '#server/application.ts'
import type { ServerDatabase } from '#tests/contracts/database/postgres.ts'
import { FixedClock, silentLog, testServices, type TestServicesOptions } from '#tests/support/services.ts'
import type { World } from '#tests/support/world.ts'

/** What the servers of one site share, apart from those of other sites. */
export async function sharedRedis(): Promise<RedisLink> {
  const url = process.env['TEST_REDIS_URL']
  if (url === undefined) throw new Error('several servers need a Redis: set TEST_REDIS_URL')
  const link = new RedisLink(url, { clock: new FixedClock(), log: silentLog }, randomUUID())
  await vi.waitFor(
    async () => {
      const answer = await link.do(
        (redis) => redis.ping(),
        async () => 'nothing',
      )
      if (answer !== 'PONG') throw new Error('Redis does not answer')
    },
    { timeout: 20_000, interval: 20 },
  )
  return link
}

/** Another server of the same database, files and clock, which keeps nothing else in common with the first one. */
export async function secondServer(
  first: Application,
  { clock, product }: World,
  options: TestServicesOptions,
): Promise<Application> {
  const { url } = product.database as ServerDatabase
  const database = await openDatabase({ location: { kind: 'postgres', url } })
  const { services } = testServices({ attachments: database.attachments, watched: database, ...options, clock })
  return { ...first, product: { ...product, database, services }, close: () => database.close() }
}
