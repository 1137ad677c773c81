import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, startServer } from '#tests/e2e/support/running-server.ts'
import { residentMiB } from './support/memory.ts'
import { startPostgres } from './support/postgres.ts'
import { figure, type Bench } from './support/report.ts'

const IDLE_MS = 10_000

/** The duration of a start on an existing embedded directory, and the memory use of the idle product. */
export const startUp: Bench = {
  name: 'start-up',
  async run() {
    const dataDirectory = await mkdtemp(path.join(tmpdir(), 'octavo-start-'))
    await startServer({ isLongLived: true, dataDirectory }).then((server) => server.stop())
    const began = performance.now()
    const embedded = await startServer({ isLongLived: true, dataDirectory })
    const startMs = performance.now() - began
    const embeddedMiB = await idleMiB(embedded.processId)
    await embedded.stop()
    await rm(dataDirectory, { recursive: true, force: true })
    const postgres = await startPostgres()
    const server = await startServer({
      isLongLived: true,
      port: await freePort(),
      environment: { DATABASE_URL: postgres.newDatabase('idle') },
    })
    const serverMiB = await idleMiB(server.processId)
    await server.stop()
    await postgres.stop()
    return [
      figure('cold start, existing embedded directory', `${(startMs / 1000).toFixed(1)} s`, '≤ 4 s', startMs <= 4_000),
      figure('memory idle, PostgreSQL', `${Math.round(serverMiB)} MiB`, '≤ 250 MB', serverMiB <= 238),
      figure('memory idle, embedded', `${Math.round(embeddedMiB)} MiB`, '≤ 450 MB', embeddedMiB <= 429),
    ]
  },
}

async function idleMiB(processId: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  return residentMiB(processId)
}
