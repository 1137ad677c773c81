import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Log } from '#core/ports/surroundings.ts'
import { DirectoryInUse, lockDirectory } from '#adapters/database/directory-lock.ts'
import { isThere } from '../durable-files.ts'
import { UnusableData } from '../unusable-data.ts'
import { databaseFolderOf } from './data-directory.ts'
import { folderBytes, hasRoomFor } from './room-for-copies.ts'

/*
 * Only one process may open the embedded database. Another one, as a backup, asks the server for a copy by a file in the
 * data directory: whoever may write there may read the database as well.
 */

const FOLDER = 'snapshots'
const LOOK_MS = 1_000
const WANTED = '.wanted'
const TAKEN = '.taken'
const FAILED = '.failed'

/** The side of the server. */
export class Snapshots {
  readonly #folder: string
  readonly #copyTo: (directory: string) => Promise<void>
  readonly #log: Log
  #work: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | null = null

  private constructor(folder: string, copyTo: (directory: string) => Promise<void>, log: Log) {
    this.#folder = folder
    this.#copyTo = copyTo
    this.#log = log
  }

  static async of(dataDirectory: string, copyTo: (directory: string) => Promise<void>, log: Log): Promise<Snapshots> {
    const folder = path.join(dataDirectory, FOLDER)
    // What was asked of a server that has ended is of no use to anybody.
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    const snapshots = new Snapshots(folder, copyTo, log)
    snapshots.#lookLater()
    return snapshots
  }

  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    await this.#work
  }

  #lookLater(): void {
    this.#timer = globalThis
      .setTimeout(() => {
        this.#work = this.#look().finally(() => {
          if (this.#timer) this.#lookLater()
        })
      }, LOOK_MS)
      .unref()
  }

  async #look(): Promise<void> {
    try {
      const wanted = (await readdir(this.#folder)).filter((name) => name.endsWith(WANTED))
      for (const name of wanted) await this.#make(path.join(this.#folder, name.slice(0, -WANTED.length)))
    } catch (error) {
      this.#log.error('copies of the database that were asked for cannot be made', error)
    }
  }

  async #assertRoom(): Promise<void> {
    const bytes = await folderBytes(databaseFolderOf(path.dirname(this.#folder)))
    if (!(await hasRoomFor(this.#folder, bytes))) throw new Error('there is too little room for a copy of the database')
  }

  async #make(target: string): Promise<void> {
    await rename(target + WANTED, target + TAKEN)
    const unfinished = `${target}.unfinished`
    try {
      await this.#assertRoom()
      await this.#copyTo(unfinished)
      await rename(unfinished, target)
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      await writeFile(target + FAILED, error instanceof Error ? error.message : String(error))
    } finally {
      await rm(target + TAKEN)
    }
  }
}

export interface Snapshot {
  readonly directory: string
  release(): Promise<void>
}

/** How long a server may take to hear of a wish, which it looks for every second. */
const HEARD_MS = 30_000
const BETWEEN_LOOKS_MS = 100

/**
 * A copy of the embedded database, made by the server that uses it.
 * @throws UnusableData when none answers, or it cannot
 */
export async function snapshotOf(dataDirectory: string): Promise<Snapshot> {
  const target = path.join(dataDirectory, FOLDER, randomUUID())
  const release = async (): Promise<void> => {
    for (const end of ['', WANTED, FAILED]) await rm(target + end, { recursive: true, force: true })
  }
  await writeFile(target + WANTED, '').catch((cause: unknown) => {
    throw new UnusableData([`the server that uses ${dataDirectory} cannot be asked for a copy (${String(cause)}).`], {
      cause,
    })
  })
  try {
    for (const begun = performance.now(); await isThere(target + WANTED); await setTimeout(BETWEEN_LOOKS_MS))
      if (performance.now() - begun > HEARD_MS)
        throw new UnusableData([`the server that uses ${dataDirectory} does not answer.`])
    while (await isThere(target + TAKEN)) {
      await setTimeout(BETWEEN_LOOKS_MS)
      if (await isLeft(dataDirectory)) break
    }
    if (await isThere(target)) return { directory: target, release }
    const reason = await readFile(target + FAILED, 'utf8').catch(() => 'it was stopped meanwhile')
    throw new UnusableData([`the server that uses ${dataDirectory} cannot copy its database: ${reason}`])
  } catch (error) {
    await release()
    throw error
  }
}

/** Whether no server uses the directory any more. */
async function isLeft(dataDirectory: string): Promise<boolean> {
  try {
    const lock = await lockDirectory(dataDirectory)
    await lock.release()
    return true
  } catch (error) {
    if (error instanceof DirectoryInUse) return false
    throw error
  }
}
