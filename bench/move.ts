import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { fillLibrary } from './support/library.ts'
import { startPostgres } from './support/postgres.ts'
import { figure, type Bench, type Figure } from './support/report.ts'

const GOAL_S = 180

/** The duration of moving 100,000 pages from PostgreSQL to the embedded database, and back. */
export const move: Bench = {
  name: 'move',
  async run() {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-bench-move-'))
    const postgres = await startPostgres()
    try {
      const from = postgres.newDatabase('first')
      await fillLibrary({ kind: 'postgres', url: from }, 20)
      const embedded = path.join(folder, 'embedded')
      return [
        await moved('PostgreSQL to embedded', { DATABASE_URL: from, DATA_DIR: path.join(folder, 'none') }, embedded),
        await moved('embedded to PostgreSQL', { DATA_DIR: embedded }, postgres.newDatabase('second')),
      ]
    } finally {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function moved(what: string, environment: Record<string, string>, to: string): Promise<Figure> {
  const began = performance.now()
  const { stdout } = await promisify(execFile)(process.execPath, ['server/move.ts', '--to', to], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, ...environment },
  })
  const seconds = (performance.now() - began) / 1_000
  console.error(stdout)
  return figure(`move 100,000 pages, ${what}`, `${seconds.toFixed(0)} s`, `≤ ${GOAL_S} s`, seconds <= GOAL_S)
}
