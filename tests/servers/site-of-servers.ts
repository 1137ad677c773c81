import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { freePort, startServer, type RunningServer } from '#tests/e2e/support/running-server.ts'
import { roundRobin } from './round-robin.ts'

const REDIS_URL = process.env['TEST_REDIS_URL']
export const HAS_SERVICES = POSTGRES_URL !== undefined && REDIS_URL !== undefined
/** Those of a Redis as it comes; the first one is other tests'. */
const REDIS_DATABASES = 15

/** Servers of one site as an operator runs several: one PostgreSQL, one Redis, one folder of files, one key. */
export interface SiteOfServers extends AsyncDisposable {
  /** Hands out requests to all servers in turns. */
  readonly url: string
  readonly servers: readonly RunningServer[]
}

/**
 * Starts so many at the same moment on an empty database.
 * @param plugin the folder of one that is dropped in
 */
export async function siteOfServers(count: number, plugin: string | null = null): Promise<SiteOfServers> {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-servers-'))
  if (plugin !== null) {
    await mkdir(path.join(directory, 'plugins'), { recursive: true })
    await cp(plugin, path.join(directory, 'plugins', path.basename(plugin)), { recursive: true })
  }
  const database = await newServerDatabase()
  const servers: RunningServer[] = []
  const proxy = await roundRobin(await freePort(), () => servers)
  const environment = { DATABASE_URL: database.url, REDIS_URL: await emptyRedis(), PUBLIC_URL: proxy.url }
  const started = await Promise.allSettled(
    Array.from({ length: count }, () => startServer({ dataDirectory: directory, environment })),
  )
  for (const outcome of started) if (outcome.status === 'fulfilled') servers.push(outcome.value)
  const end = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()))
    await proxy[Symbol.asyncDispose]()
    await database.drop()
    await rm(directory, { recursive: true, force: true })
  }
  for (const outcome of started)
    if (outcome.status === 'rejected') {
      await end()
      throw outcome.reason
    }
  return { url: proxy.url, servers, [Symbol.asyncDispose]: end }
}

/** Queues of other tests have the same names, so each site has a database of its own. */
async function emptyRedis(): Promise<string> {
  const url = new URL(REDIS_URL ?? '')
  url.pathname = `/${1 + Math.floor(Math.random() * REDIS_DATABASES)}`
  const redis = new Redis(url.href)
  await redis.flushdb()
  redis.disconnect()
  return url.href
}
