import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { writeWhole } from '../durable-files.ts'
import { StoredMinutes } from './minutes.ts'

const KEPT_MS = 24 * 3_600_000

/** The file of one server. Servers may share a `DATA_DIR`, so each has its own. */
export class MinutesFile {
  readonly #folder: string
  readonly #file: string

  /** @param server its name, as it is shown to people */
  constructor(dataDirectory: string, server: string) {
    this.#folder = path.join(dataDirectory, 'health')
    this.#file = path.join(this.#folder, `${server.replaceAll(/[^\w.-]/g, '-')}.json`)
  }

  /** Null when there is none, or one that cannot be read: these figures are not worth failing for. */
  async read(): Promise<StoredMinutes | null> {
    try {
      const stored: unknown = JSON.parse(await readFile(this.#file, 'utf8'))
      return StoredMinutes.safeParse(stored).data ?? null
    } catch {
      return null
    }
  }

  /** @returns false when it could not be written */
  async write(minutes: StoredMinutes): Promise<boolean> {
    try {
      await mkdir(this.#folder, { recursive: true })
      await writeWhole(this.#file, JSON.stringify(minutes))
      return true
    } catch {
      return false
    }
  }

  /** Removes what servers of other names have left long ago, such as containers that were made anew. */
  async removeOld(now: Date): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const file = path.join(this.#folder, name)
      const written = await stat(file).catch(() => null)
      if (written && now.getTime() - written.mtimeMs > KEPT_MS) await rm(file, { force: true }).catch(() => undefined)
    }
  }
}
