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

/** What a site has in its data directory. The database is the last one: with it the site is there. */
const PIECES = ['plugins', 'files', 'secret.key', 'database'] as const
const LOCK = 'octavo.lock'
/** Written down before anything is moved, so that a command that begins again knows what is its own. */
const PLAN = 'moves.json'
const Plan = z.object({ id: z.string(), moved: z.array(z.enum(PIECES)) })
type Plan = z.output<typeof Plan>

/** A restore that was broken off in this directory; null without one. */
export async function planIn(dataDirectory: string): Promise<Plan | null> {
  const folder = path.join(dataDirectory, RESTORING)
  if (!(await isThere(folder))) return null
  const text = await readFile(path.join(folder, PLAN), 'utf8').catch(() => null)
  return text === null ? { id: '', moved: [] } : Plan.parse(JSON.parse(text))
}

/** What is restored lies aside in the data directory until all of it is there. */
export class Moves {
  readonly folder: string
  readonly id = randomUUID()
  readonly #dataDirectory: string
  readonly #moved: (typeof PIECES)[number][] = []

  private constructor(dataDirectory: string) {
    this.#dataDirectory = dataDirectory
    this.folder = path.join(dataDirectory, RESTORING)
  }

  /** Takes back what a restore that was broken off has moved. */
  static async begin({ dataDirectory }: { readonly dataDirectory: string }): Promise<Moves> {
    const moves = new Moves(dataDirectory)
    const before = await planIn(dataDirectory)
    for (const name of before?.moved ?? []) await rm(path.join(dataDirectory, name), { recursive: true, force: true })
    await rm(moves.folder, { recursive: true, force: true })
    await mkdir(moves.folder, { mode: 0o700 })
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

  /** @throws ConfigError when something has come to lie there */
  async intoPlace(): Promise<void> {
    const there = await readdir(this.folder)
    await this.#giveToOwner(path.join(this.#dataDirectory, LOCK))
    for (const name of PIECES.filter((piece) => there.includes(piece))) {
      const target = path.join(this.#dataDirectory, name)
      if (await isThere(target)) throw new ConfigError([`${target} is there now: a restore overwrites nothing.`])
      this.#moved.push(name)
      await writeWhole(this.aside(PLAN), JSON.stringify({ id: this.id, moved: this.#moved } satisfies Plan))
      await this.#giveToOwner(this.aside(name))
      await rename(this.aside(name), target)
    }
    await writeWhole(this.aside(PLAN), JSON.stringify({ id: this.id, moved: this.#moved } satisfies Plan))
  }

  async end(): Promise<void> {
    await rm(this.folder, { recursive: true })
  }

  /** As if it had not been begun; what was moved waits for the next attempt, for it may be what the rows belong to. */
  async abandon(): Promise<void> {
    if (this.#moved.length === 0) await rm(this.folder, { recursive: true, force: true })
  }

  /** A server that runs as the owner of the data directory could not read, or lock, what root wrote. */
  async #giveToOwner(target: string): Promise<void> {
    if (process.getuid?.() !== 0 || !(await isThere(target))) return
    const { uid, gid } = await stat(this.#dataDirectory)
    if (uid === 0) return
    const within = (await stat(target)).isDirectory() ? await readdir(target, { recursive: true }) : []
    for (const name of ['', ...within]) await chown(path.join(target, name), uid, gid)
  }
}
