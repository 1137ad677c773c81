import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer, type RunningServer } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from '#tests/support/database.ts'
import { callerOf, type Caller } from './caller.ts'

/** Does something over HTTP; false when nobody answered. */
type Deed = () => Promise<boolean>

/** The real server with a directory of its own, to be killed again and again. */
export interface KilledServer {
  readonly directory: string
  /** Of whichever server runs now. */
  readonly caller: Caller
  /**
   * Ends the server at once after so many acknowledged deeds, with others under way, and starts it anew.
   * @returns how many milliseconds the start took
   */
  killDuring(deeds: readonly Deed[], acknowledgements: number): Promise<number>
  stop(): Promise<void>
}

/** @param database the address of a PostgreSQL database; the embedded one when left out */
export async function withKilledServer<T>(
  database: string | undefined,
  work: (server: KilledServer) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-kill-'))
  if (!database) await layDatabase(path.join(directory, 'database'))
  const environment: Record<string, string> = database ? { DATABASE_URL: database } : {}
  const start = () => startServer({ dataDirectory: directory, environment })
  let server = await start()
  try {
    return await work({
      directory,
      caller: await callerOf(() => server.url),
      async killDuring(deeds, acknowledgements) {
        await killedDuring(server, deeds, acknowledgements)
        const since = performance.now()
        server = await start()
        return Math.round(performance.now() - since)
      },
      stop: () => server.stop(),
    })
  } finally {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function killedDuring(
  server: Pick<RunningServer, 'kill'>,
  deeds: readonly Deed[],
  acknowledgements: number,
): Promise<void> {
  let acknowledged = 0
  const { promise: enough, resolve: isEnough } = Promise.withResolvers<void>()
  const streams = deeds.map(async (deed) => {
    while (await deed()) {
      acknowledged += 1
      if (acknowledged >= acknowledgements) isEnough()
    }
    // A stream that ends before the kill must not be waited for in vain.
    isEnough()
  })
  await enough
  await server.kill()
  await Promise.all(streams)
}
