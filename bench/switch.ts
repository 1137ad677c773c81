import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setInterval } from 'node:timers'
import { startPostgres } from './support/postgres.ts'
import { figure, type Bench, type Figure } from './support/report.ts'

const ITEMS = 50
const PAGES = 10_000
const VERSIONS_EACH = 5
const FILES = 2_000
const FILE_BYTES = 1_000_000
const GOAL_S = { PostgreSQL: 60, embedded: 120 } as const
const GOAL_MB = 400

/** How long it takes to move a ShowDoc with 10,000 pages, 50,000 former versions and 2 GB of files, and to look again. */
export const switching: Bench = {
  name: 'switch',
  async run() {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-bench-switch-'))
    const postgres = await startPostgres()
    try {
      const showdoc = path.join(folder, 'showdoc')
      await layShowdoc(showdoc)
      const at = (name: string) => path.join(folder, name)
      return [
        ...(await moved('PostgreSQL', showdoc, { DATABASE_URL: postgres.newDatabase('switch'), DATA_DIR: at('one') })),
        ...(await moved('embedded', showdoc, { DATA_DIR: at('two') })),
      ]
    } finally {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function moved(
  place: keyof typeof GOAL_S,
  showdoc: string,
  environment: Record<string, string>,
): Promise<readonly Figure[]> {
  const what = '10,000 pages, 50,000 versions, 2 GB of files'
  const first = await run(showdoc, environment)
  const again = await run(showdoc, environment)
  const goal = GOAL_S[place]
  return [
    figure(
      `move from ShowDoc, ${what}, ${place}`,
      `${first.seconds.toFixed(0)} s`,
      `≤ ${goal} s`,
      first.seconds <= goal,
    ),
    figure(`the same, memory`, `${first.megabytes} MB`, `≤ ${GOAL_MB} MB`, first.megabytes <= GOAL_MB),
    figure(
      `the same again, ${place}`,
      `${again.seconds.toFixed(0)} s${again.isUnchanged ? ', 0 rows' : ''}`,
      '0 rows',
      again.isUnchanged,
    ),
  ]
}

interface Run {
  readonly seconds: number
  /** The most it took. */
  readonly megabytes: number
  readonly isUnchanged: boolean
}

async function run(showdoc: string, environment: Record<string, string>): Promise<Run> {
  const began = performance.now()
  const child = spawn(process.execPath, ['server/switch.ts', showdoc], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
  let kilobytes = 0
  const looking = setInterval(() => {
    readFile(`/proc/${child.pid}/status`, 'utf8')
      .then((status) => (kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? kilobytes)))
      .catch(() => undefined)
  }, 100)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(looking)
  if (code !== 0) throw new Error(`the move ended with ${String(code)}:\n${said}`)
  return {
    seconds: (performance.now() - began) / 1_000,
    megabytes: Math.round(kilobytes / 1_000),
    isUnchanged: said.includes('Nothing was written but the receipt'),
  }
}

/** A ShowDoc of that size; texts of 4 kB, in which words differ. */
async function layShowdoc(folder: string): Promise<void> {
  const uploads = path.join(folder, 'Public/Uploads/2026-01-01')
  await mkdir(path.join(folder, 'Sqlite'), { recursive: true })
  await mkdir(uploads, { recursive: true })
  for (let at = 1; at <= FILES; at += 1) await writeFile(path.join(uploads, `${at}.bin`), Buffer.alloc(FILE_BYTES, at))
  const database = new DatabaseSync(path.join(folder, 'Sqlite/showdoc.db.php'))
  database.exec(`
    create table user (uid integer primary key, username text, password text, groupid int default 2);
    create table item (item_id integer primary key, item_name text, uid int, password text default '', addtime int);
    create table page (page_id integer primary key, item_id int, cat_id int default 0, page_title text, page_content text,
      author_uid int, addtime int, s_number int default 99, is_del int default 0);
    create table page_history (page_history_id integer primary key, page_id int, item_id int, page_title text,
      page_content text, author_uid int, addtime int);
    create table upload_file (file_id integer primary key, sign text, display_name text, file_type text, file_size text,
      uid int, page_id int, item_id int, visit_times int, addtime int, real_url text);
    create table file_page (id integer primary key, file_id int, item_id int, page_id int, addtime int);
    begin;`)
  const add = (table: string, count: number) =>
    database.prepare(`insert into ${table} values (${Array.from({ length: count }, () => '?').join(', ')})`)
  const [user, item, page, version] = [add('user', 4), add('item', 5), add('page', 9), add('page_history', 7)]
  const [file, use] = [add('upload_file', 11), add('file_page', 5)]
  for (let at = 1; at <= ITEMS; at += 1) user.run(at, `person${at}`, '', at === 1 ? 1 : 2)
  for (let at = 1; at <= ITEMS; at += 1) item.run(at, `Item ${at}`, at, '', 1_600_000_000 + at)
  for (let at = 1; at <= PAGES; at += 1) {
    const itemId = (at % ITEMS) + 1
    const sign = at <= FILES ? `\n\n![](/server/index.php?s=/api/attachment/visitFile&sign=${signOf(at)})` : ''
    page.run(at, itemId, 0, `Page ${at}`, textOf(at, VERSIONS_EACH) + sign, itemId, 1_700_000_000 + at, 99, 0)
    for (let before = 0; before < VERSIONS_EACH; before += 1) {
      const id = (at - 1) * VERSIONS_EACH + before + 1
      version.run(id, at, itemId, `Page ${at}`, textOf(at, before), itemId, 1_690_000_000 + id)
    }
  }
  for (let at = 1; at <= FILES; at += 1) {
    const itemId = (at % ITEMS) + 1
    const address = `http://docs.example.test/Public/Uploads/2026-01-01/${at}.bin`
    const type = 'application/octet-stream'
    file.run(at, signOf(at), `${at}.bin`, type, String(FILE_BYTES), itemId, at, itemId, 0, 1_700_000_000, address)
    use.run(at, at, itemId, at, 1_700_000_000)
  }
  database.exec('commit')
  database.close()
}

const signOf = (at: number): string => String(at).padStart(32, '0')

const textOf = (page: number, state: number): string =>
  Array.from(
    { length: 64 },
    (_, at) => `## Part ${at}\n\nThe call ${(page * 31 + at * 7 + state) % 9_973} of page ${page} answers.`,
  ).join('\n\n')
