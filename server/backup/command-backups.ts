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
import { BackupBucket, type Patience } from './bucket.ts'
import { isBucket } from './bucket-address.ts'
import { bucketPlace, folderPlace, type BackupPlace } from './places.ts'
import { Told } from './starter.ts'

const COMMAND = fileURLToPath(new URL('../backup.ts', import.meta.url))
/** How many daily, weekly and monthly backups are kept. */
const KEPT = '7,4,12'
/** Grace period for the command to clean up after it was told to stop. */
const END_MS = 10_000
const SAID_CHARACTERS = 4_000

interface Surroundings {
  readonly config: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR' | 'DATABASE_URL' | 'SECRET_KEY'>
  readonly timeZone: string
  readonly log: Log
  /** How the command is started. */
  readonly environment: NodeJS.ProcessEnv
}

/** Somebody looking at the list of backups is waiting for it. */
const IMPATIENT: Patience = { connectMs: 3_000, totalMs: 10_000, tries: 1 }

type Making = Parameters<Backups['make']>[0]

/** Backups made by the command `npm run backup`, in a separate process. */
export class CommandBackups implements Backups {
  readonly place: string
  readonly haveKey: boolean
  readonly #surroundings: Surroundings
  /** Null when no location is configured. */
  readonly #kept: BackupPlace | null
  #isMaking = false

  /** @throws ConfigError */
  constructor(surroundings: Surroundings) {
    const { config, environment } = surroundings
    this.#surroundings = surroundings
    const place = config.BACKUP_DIR ?? ''
    this.place = place === '' || isBucket(place) ? place : path.resolve(place)
    this.#kept =
      place === ''
        ? null
        : isBucket(place)
          ? bucketPlace(new BackupBucket(place, environment, IMPATIENT))
          : folderPlace(this.place)
    this.haveKey = (environment['BACKUP_PASSPHRASE'] ?? '') !== ''
  }

  async list({ page, count }: Paging): Promise<Slice<KeptBackup>> {
    return this.#read(NONE, async (place) => {
      const names = await place.archives()
      const list = await Promise.all(names.slice((page - 1) * count, page * count).map((name) => place.kept(name)))
      return { list: list.flatMap((backup) => backup ?? []), total: names.length }
    })
  }

  async lastProvedAt(): Promise<Date | null> {
    return this.#read(null, async (place) => {
      for (const name of await place.archives()) {
        const backup = await place.kept(name)
        if (backup?.state === GOOD) return backup.madeAt
      }
      return null
    })
  }

  async make(tools: Making): Promise<KeptBackup> {
    if (this.place === '') throw new DomainError('backupsOff')
    if (this.#isMaking) throw new DomainError('backupUnderWay')
    this.#isMaking = true
    try {
      const name = await this.#madeByCommand(tools)
      const made = await this.#read(null, (place) => place.kept(name))
      // The command's report is used only if the archive exists.
      if (made?.state !== GOOD) throw new DomainError('backupFailed', { problem: `${name} cannot be relied on` })
      return made
    } finally {
      this.#isMaking = false
    }
  }

  nextAt(hour: number, after: Date): Date | null {
    return nextRun(`0 ${hour} * * *`, this.#surroundings.timeZone, after)
  }

  /** @throws DomainError backupFailed when the location cannot be read */
  async #read<T>(nothing: T, look: (place: BackupPlace) => Promise<T>): Promise<T> {
    if (!this.#kept) return nothing
    try {
      return await look(this.#kept)
    } catch (error) {
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
const NONE: Slice<KeptBackup> = { list: [], total: 0 }

const given = ({ DATA_DIR, DATABASE_URL, SECRET_KEY }: Surroundings['config']): NodeJS.ProcessEnv => ({
  DATA_DIR: path.resolve(DATA_DIR),
  ...(DATABASE_URL !== undefined && { DATABASE_URL }),
  ...(SECRET_KEY !== undefined && { SECRET_KEY }),
})

/** People's requests take precedence. */
function yieldTo({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // If lowering the priority is not permitted, it runs with the normal one.
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
  /** In English, for operators. */
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
