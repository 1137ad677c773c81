import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { RESTORING } from '../compose/data-directory.ts'
import { ConfigError } from '../config.ts'
import { isThere, writeWhole } from '../durable-files.ts'
import { BrokenArchive, type ArchiveEntry } from './archive.ts'

/** The parts of a site in its data directory. The database is last: with it the site is complete. */
const PIECES = ['plugins', 'files', 'secret.key', 'database'] as const
const LOCK = 'octavo.lock'
/** Written before anything is moved, so that a repeated command recognises its own files. */
const PLAN = 'moves.json'
const Plan = z.object({ id: z.string(), moved: z.array(z.enum(PIECES)) })
type Plan = z.output<typeof Plan>

/** The interrupted restore in this directory; null without one. */
export async function planIn(dataDirectory: string): Promise<Plan | null> {
  const folder = path.join(dataDirectory, RESTORING)
  if (!(await isThere(folder))) return null
  const text = await readFile(path.join(folder, PLAN), 'utf8').catch(() => null)
  return text === null ? { id: '', moved: [] } : Plan.parse(JSON.parse(text))
}

/** Restored files are kept aside in the data directory until everything is there. */
export class Moves {
  readonly folder: string
  readonly id = randomUUID()
  readonly #dataDirectory: string
  readonly #moved: (typeof PIECES)[number][] = []

  private constructor(dataDirectory: string) {
    this.#dataDirectory = dataDirectory
    this.folder = path.join(dataDirectory, RESTORING)
  }

  /** Undoes the moves of an interrupted restore. */
  static async begin({ dataDirectory }: { readonly dataDirectory: string }): Promise<Moves> {
    const moves = new Moves(dataDirectory)
    const before = await planIn(dataDirectory)
    for (const name of before?.moved ?? []) await rm(path.join(dataDirectory, name), { recursive: true, force: true })
    await rm(moves.folder, { recursive: true, force: true })
    await mkdir(moves.folder, { mode: 0o700 })
    await moves.#note()
    return moves
  }

  aside(name: string): string {
    const target = path.join(this.folder, name)
    if (!target.startsWith(this.folder + path.sep)) throw new BrokenArchive(`${name} leads out of its place`)
    return target
  }

  async keepAside({ name, content }: ArchiveEntry): Promise<void> {
    const target = this.aside(name)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
  }

  /** @throws ConfigError when something else is there by now */
  async intoPlace(): Promise<void> {
    const there = await readdir(this.folder)
    await this.#giveToOwner(path.join(this.#dataDirectory, LOCK))
    for (const name of PIECES.filter((piece) => there.includes(piece))) {
      const target = path.join(this.#dataDirectory, name)
      if (await isThere(target)) throw new ConfigError([`${target} is there now: a restore overwrites nothing.`])
      this.#moved.push(name)
      await this.#note()
      await this.#giveToOwner(this.aside(name))
      await rename(this.aside(name), target)
    }
    await this.#note()
  }

  async end(): Promise<void> {
    await rm(this.folder, { recursive: true })
  }

  /**
   * Refused, it is as if it had not started. Otherwise, e.g. when PostgreSQL went away, the folder stays with its plan:
   * until the same command has ended, no server may start, which would make a new site in the place of this one. Moved
   * files are kept for the next attempt, because the rows may refer to them.
   */
  async abandon({ isRefused }: { readonly isRefused: boolean }): Promise<void> {
    if (this.#moved.length > 0) return
    for (const name of await readdir(this.folder))
      if (name !== PLAN) await rm(path.join(this.folder, name), { recursive: true, force: true })
    if (isRefused) await this.end()
  }

  async #note(): Promise<void> {
    await writeWhole(this.aside(PLAN), JSON.stringify({ id: this.id, moved: this.#moved } satisfies Plan))
  }

  /** A server running as the owner of the data directory could not read or lock files written by root. */
  async #giveToOwner(target: string): Promise<void> {
    if (process.getuid?.() !== 0 || !(await isThere(target))) return
    const { uid, gid } = await stat(this.#dataDirectory)
    if (uid === 0) return
    const within = (await stat(target)).isDirectory() ? await readdir(target, { recursive: true }) : []
    for (const name of ['', ...within]) await chown(path.join(target, name), uid, gid)
  }
}
