import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setInterval } from 'node:timers'
import type { Receipt } from '#server/switch/receipt.ts'
import { layLargeShowdoc } from './support/large-showdoc.ts'
import { startPostgres } from './support/postgres.ts'
import { figure, type Bench, type Figure } from './support/report.ts'

/** OCTAVO_SWITCH_FILE_BYTES makes the files smaller, where 2 GB are too much. */
const FILE_BYTES = Number(process.env['OCTAVO_SWITCH_FILE_BYTES'] ?? 1_000_000)
const SIZE = { items: 50, pages: 10_000, versionsEach: 5, files: 2_000, fileBytes: FILE_BYTES }
const GOAL_S = { PostgreSQL: 60, embedded: 120 } as const
const GOAL_MB = 400
/** The options of Node in package.json. */
const AS_BY_NPM = ['--heap-growing-percent=15', '--max-semi-space-size=2', '--liftoff-only']
/** The variables there, for the memory that C libraries keep. */
const MEMORY = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * The duration and memory use of moving a ShowDoc with 10,000 pages, 50,000 former versions and 2 GB of files, how much
 * of it is unchanged here, and how much a second run writes.
 */
export const switching: Bench = {
  name: 'switch',
  async run() {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-bench-switch-'))
    const postgres = await startPostgres()
    try {
      const showdoc = path.join(folder, 'showdoc')
      await layLargeShowdoc(showdoc, SIZE)
      const { size } = await stat(path.join(showdoc, 'Sqlite/showdoc.db.php'))
      console.error(`a database of ${Math.round(size / 1e6)} MB, ${SIZE.files} files of ${FILE_BYTES} bytes`)
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
  environment: Readonly<Record<'DATA_DIR', string>> & Readonly<Record<string, string>>,
): Promise<readonly Figure[]> {
  const gigabytes = ((SIZE.files * SIZE.fileBytes) / 1e9).toFixed(1)
  const first = await run(showdoc, environment)
  const receipt = await receiptIn(environment.DATA_DIR)
  const again = await run(showdoc, environment)
  const goal = GOAL_S[place]
  const texts = receipt.pages.compared + receipt.versions.compared
  const other = receipt.pages.differing.length + receipt.versions.differing.length
  const areAllSame = other === 0 && texts === SIZE.pages * (1 + SIZE.versionsEach)
  const same = (100 * (texts - other)) / (SIZE.pages * (1 + SIZE.versionsEach))
  const { followed, broken } = receipt.links
  const files = receipt.attachments
  return [
    figure(
      `move from ShowDoc, 10,000 pages, 50,000 versions, ${gigabytes} GB of files, ${place}`,
      `${first.seconds.toFixed(0)} s, ${first.processorSeconds.toFixed(0)} s of the processor at a load of ${first.load.toFixed(0)}`,
      `≤ ${goal} s`,
      first.seconds <= goal,
    ),
    figure(
      `the same, memory of the command, and more than it took before it carried anything`,
      `${first.mostMb} MB, ${first.mostMb - first.atFirstMb} MB more`,
      `≤ ${GOAL_MB} MB more`,
      first.mostMb - first.atFirstMb <= GOAL_MB,
    ),
    figure('the same, texts that are here byte for byte', `${same.toFixed(1)} % of ${texts}`, '100 %', areAllSame),
    figure(
      'the same, files that are here byte for byte',
      `${files.compared - files.differing.length} of ${SIZE.files}`,
      'all',
      files.compared === SIZE.files && files.differing.length === 0,
    ),
    figure('the same, broken links', `${broken.length} of ${followed}`, '0', broken.length === 0 && followed > 0),
    figure(
      `the same again, ${place}`,
      `${again.seconds.toFixed(0)} s, ${again.processorSeconds.toFixed(0)} s of the processor, ${again.mostMb} MB, ${again.isUnchanged ? 'no rows written' : 'rows written'}`,
      'no rows written',
      again.isUnchanged,
    ),
  ]
}

const receiptIn = async (directory: string): Promise<Receipt> =>
  JSON.parse(await readFile(path.join(directory, 'switch/receipt.json'), 'utf8')) as Receipt

interface Run {
  readonly seconds: number
  /** Of the command alone, without PostgreSQL. Other work on the machine hardly changes it. */
  readonly processorSeconds: number
  /** Of the machine in the minute before it ended. */
  readonly load: number
  /** The peak. */
  readonly mostMb: number
  /** When its database was ready. */
  readonly atFirstMb: number
  readonly isUnchanged: boolean
}

async function run(showdoc: string, environment: Readonly<Record<string, string>>): Promise<Run> {
  const began = performance.now()
  const child = spawn(process.execPath, [...AS_BY_NPM, 'server/switch.ts', showdoc], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, ...MEMORY, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  let atFirstMb = 0
  child.stdout.on('data', (piece: Buffer) => {
    said += piece.toString()
    // Its first output comes after it has checked the ShowDoc and opened the database.
    if (atFirstMb === 0) void megabytesOf(child.pid, 'VmRSS').then((found) => (atFirstMb ||= found))
  })
  let mostMb = 0
  let processorSeconds = 0
  const looking = setInterval(() => {
    void megabytesOf(child.pid, 'VmHWM').then((found) => (mostMb = Math.max(mostMb, found)))
    void processorSecondsOf(child.pid).then((found) => (processorSeconds = Math.max(processorSeconds, found)))
  }, 100)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(looking)
  if (code !== 0) throw new Error(`the move ended with ${String(code)}:\n${said}`)
  return {
    ...{ seconds: (performance.now() - began) / 1_000, processorSeconds, load: loadavg()[0] ?? 0, mostMb, atFirstMb },
    isUnchanged: said.includes('Nothing was written but the receipt'),
  }
}

/** 0 when the process has ended. */
async function megabytesOf(processId: number | undefined, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '')
  return Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_000)
}

/** Of all its threads, in Linux's hundredths of a second; 0 when the process has ended. */
async function processorSecondsOf(processId: number | undefined): Promise<number> {
  const line = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '')
  // The name of the program, in parentheses, may contain blanks.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
}
