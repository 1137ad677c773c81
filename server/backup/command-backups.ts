import { fork, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { nextRun } from '#adapters/jobs/schedule.ts'
import { DomainError } from '#core/errors.ts'
import type { Paging, Slice } from '#core/paging.ts'
import type { BackupState, Backups, BackupStep, KeptBackup } from '#core/ports/backups.ts'
import type { Log } from '#core/ports/surroundings.ts'
import type { Config } from '../config.ts'
import { archivesIn, keptBackup } from './receipts.ts'
import { Told } from './starter.ts'

const COMMAND = fileURLToPath(new URL('../backup.ts', import.meta.url))
/** The last ones of so many days, weeks and months stay. */
const KEPT = '7,4,12'
/** How long the command may take to leave nothing behind when it is told to end. */
const END_MS = 10_000
const SAID_CHARACTERS = 4_000

interface Surroundings {
  readonly config: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR' | 'DATABASE_URL' | 'SECRET_KEY'>
  readonly timeZone: string
  readonly log: Log
  /** What the command is started with. */
  readonly environment: NodeJS.ProcessEnv
}

type Making = Parameters<Backups['make']>[0]

/** Backups made by the command `npm run backup`, in a process of its own. */
export class CommandBackups implements Backups {
  readonly place: string
  readonly haveKey: boolean
  readonly #surroundings: Surroundings
  #isMaking = false

  constructor(surroundings: Surroundings) {
    const { config, environment } = surroundings
    this.#surroundings = surroundings
    this.place = config.BACKUP_DIR === undefined ? '' : path.resolve(config.BACKUP_DIR)
    this.haveKey = (environment['BACKUP_PASSPHRASE'] ?? '') !== ''
  }

  async list({ page, count }: Paging): Promise<Slice<KeptBackup>> {
    const names = await this.#archives()
    const shown = names.slice((page - 1) * count, page * count)
    const list = await Promise.all(shown.map((name) => keptBackup(this.place, name)))
    return { list: list.flatMap((backup) => backup ?? []), total: names.length }
  }

  async lastProvedAt(): Promise<Date | null> {
    for (const name of await this.#archives()) {
      const backup = await keptBackup(this.place, name)
      if (backup?.state === GOOD) return backup.madeAt
    }
    return null
  }

  async make(tools: Making): Promise<KeptBackup> {
    if (this.place === '') throw new DomainError('backupsOff')
    if (this.#isMaking) throw new DomainError('backupUnderWay')
    this.#isMaking = true
    try {
      const name = await this.#madeByCommand(tools)
      const made = await keptBackup(this.place, name)
      // What the command says is believed as far as it lies there.
      if (made?.state !== GOOD) throw new DomainError('backupFailed', { problem: `${name} cannot be relied on` })
      return made
    } finally {
      this.#isMaking = false
    }
  }

  nextAt(hour: number, after: Date): Date | null {
    return nextRun(`0 ${hour} * * *`, this.#surroundings.timeZone, after)
  }

  async #archives(): Promise<readonly string[]> {
    if (this.place === '') return []
    try {
      return await archivesIn(this.place)
    } catch (error) {
      // It is made by the first backup.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw new DomainError('backupFailed', { problem: error instanceof Error ? error.message : String(error) })
    }
  }

  async #madeByCommand({ signal, progress }: Making): Promise<string> {
    signal.throwIfAborted()
    const { config, environment, log } = this.#surroundings
    const child = fork(COMMAND, [this.place, '--keep', KEPT], {
      env: { ...environment, ...given(config) },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    yieldTo(child)
    const end = (): void => stop(child)
    signal.addEventListener('abort', end)
    try {
      const { told, said, how } = await endOf(child, progress)
      signal.throwIfAborted()
      if (told?.kind === 'made') return told.name
      if (told?.isUnderWay === true) throw new DomainError('backupUnderWay')
      log.warn('the backup failed', { said })
      throw new DomainError('backupFailed', { problem: told?.reason ?? `it ended with ${how}` })
    } finally {
      signal.removeEventListener('abort', end)
    }
  }
}

const GOOD: BackupState = 'proved'

const given = ({ DATA_DIR, DATABASE_URL, SECRET_KEY }: Surroundings['config']): NodeJS.ProcessEnv => ({
  DATA_DIR: path.resolve(DATA_DIR),
  ...(DATABASE_URL !== undefined && { DATABASE_URL }),
  ...(SECRET_KEY !== undefined && { SECRET_KEY }),
})

/** People who write go first. */
function yieldTo({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Where that is not allowed it is as quick as everything else.
  }
}

function stop(child: ChildProcess): void {
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), END_MS)
  child.once('exit', () => clearTimeout(late))
}

interface Ended {
  readonly told: Exclude<z.output<typeof Told>, { readonly kind: 'progress' }> | null
  readonly said: string
  /** In words of operators. */
  readonly how: string
}

async function endOf(child: ChildProcess, progress: (step: BackupStep) => void): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>()
  let told: Ended['told'] = null
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-SAID_CHARACTERS)
    })
  child.on('message', (message) => {
    const heard = Told.parse(message)
    if (heard.kind === 'progress') progress(heard.progress)
    else told = heard
  })
  child.once('error', reject)
  child.once('close', (code, signal) => resolve({ told, said, how: signal ?? `code ${code}` }))
  return promise
}
