import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { connectTo, type CopyPlace } from '#adapters/database/copy.ts'
import { fillLibrary } from './support/library.ts'
import { startPostgres } from './support/postgres.ts'
import { figure, type Bench, type Figure } from './support/report.ts'

const MEGABYTE = 1_000_000
/** Size of each file: below the upload limit. */
const FILE_BYTES = 2 * MEGABYTE
const SECRET_KEY = 'a benchmark has no secrets, 40 characters'

/** Total size of the files besides the 100,000 pages, in MB; the goal uses `BENCH_FILES_MB=5000`. */
const filesMegabytes = Number(process.env['BENCH_FILES_MB'] ?? 200)

/**
 * The duration of backing up a site of 100,000 pages, including verification, and of restoring it, on either database.
 */
export const backup: Bench = {
  name: 'backup',
  async run() {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-bench-backup-'))
    const postgres = await startPostgres()
    try {
      const figures: Figure[] = []
      for (const kind of ['PostgreSQL', 'embedded'] as const) {
        const at = (name: string): string => path.join(folder, kind, name)
        await mkdir(at(''), { recursive: true })
        const url = kind === 'PostgreSQL' ? postgres.newDatabase('backed_up') : null
        const empty = kind === 'PostgreSQL' ? postgres.newDatabase('restored') : null
        await fillLibrary(url ? { kind: 'postgres', url } : { kind: 'embedded', dataDirectory: at('site') }, 20)
        await fillFiles(url ? { url } : { directory: path.join(at('site'), 'database') }, at('site'))
        figures.push(...(await backedUp(kind, { at, url, empty })))
        await rm(at(''), { recursive: true, force: true })
      }
      return figures
    } finally {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

interface Place {
  at(name: string): string
  readonly url: string | null
  readonly empty: string | null
}

async function backedUp(kind: string, { at, url, empty }: Place): Promise<readonly Figure[]> {
  const size = `100,000 pages and ${filesMegabytes} MB of files, ${kind}`
  const environment = { DATA_DIR: at('site'), SECRET_KEY, ...(url !== null && { DATABASE_URL: url }) }
  const made = await seconds('server/backup.ts', [at('untried'), '--no-proof'], environment)
  const proved = await seconds('server/backup.ts', [at('archives')], environment)
  const [archive = ''] = (await readdir(at('archives'))).filter((name) => name.endsWith('.tar.gz'))
  const { size: bytes } = await stat(path.join(at('archives'), archive))
  const back = { DATA_DIR: at('restored'), SECRET_KEY, ...(empty !== null && { DATABASE_URL: empty }) }
  const restored = await seconds('server/restore.ts', [path.join(at('archives'), archive)], back)
  const told = (what: string, value: number): Figure => figure(`${what}, ${size}`, `${value.toFixed(0)} s`, '–', true)
  return [
    told(`backup without proof (archive ${(bytes / MEGABYTE).toFixed(0)} MB)`, made),
    told('backup with its proof', proved),
    told('restore', restored),
  ]
}

async function seconds(entry: string, given: readonly string[], environment: Record<string, string>): Promise<number> {
  const began = performance.now()
  const { stdout } = await promisify(execFile)(process.execPath, [entry, ...given], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, ...environment },
  })
  console.error(stdout)
  return (performance.now() - began) / 1_000
}

/** Random, so that compressing them costs as much as for pictures. */
async function fillFiles(place: CopyPlace, dataDirectory: string): Promise<void> {
  const count = Math.round((filesMegabytes * MEGABYTE) / FILE_BYTES)
  const folder = path.join(dataDirectory, 'files/bench')
  await mkdir(folder, { recursive: true })
  const content = randomBytes(FILE_BYTES)
  for (let at = 0; at < count; at += 1) {
    content.writeUInt32BE(at)
    await writeFile(path.join(folder, String(at)), content)
  }
  const { client, close } = await connectTo(place)
  await client.query(
    `insert into attachment (owner_id, display_name, kind, media_type, bytes, storage, key, token, is_of_hub, was_bound, added_at)
     select 1, n || '.png', 'picture', 'image/png', $2, 'local', 'bench/' || n, 'bench ' || n, false, false, now()
     from generate_series(0, $1::integer - 1) n`,
    [count, FILE_BYTES],
  )
  await close()
}
