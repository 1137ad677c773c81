import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ByteRange, FileStorage, IncomingFile, ListedBlob } from '#core/ports/files.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { diskFailure } from './disk-failure.ts'
import { ReceivedFile } from './received-file.ts'

/** As files know it. */
export const LOCAL_STORAGE = 'local'

/** Keeps blobs as files below one folder, which no web server serves. */
export class LocalStorage implements FileStorage {
  readonly name = LOCAL_STORAGE
  readonly #root: string
  readonly #log: Pick<Log, 'error'>

  constructor(root: string, log: Pick<Log, 'error'>) {
    this.#root = path.resolve(root)
    this.#log = log
  }

  /** The bytes are on the disk before they have a name, and the name is before anybody hears of it (R19). */
  async put(key: string, file: IncomingFile): Promise<void> {
    const target = this.#pathOf(key)
    const folder = path.dirname(target)
    try {
      if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await flush(path.dirname(folder))
      const source = file instanceof ReceivedFile ? file.path : await copied(file, partOf(target))
      await flush(source)
      await rename(source, target)
      await flush(folder)
    } catch (error) {
      await rm(target, { force: true }).catch(() => undefined)
      throw this.#failure('put', error)
    }
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null> {
    const target = this.#pathOf(key)
    // Opened before anything is answered: a blob that is missing is "not found", and not half an answer.
    const file = await open(target, 'r').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null
      throw this.#failure('read', error)
    })
    return file && file.createReadStream(range ? { start: range.first, end: range.last } : {})
  }

  async delete(key: string): Promise<void> {
    const target = this.#pathOf(key)
    try {
      for (const file of [target, partOf(target)]) await rm(file, { force: true })
    } catch (error) {
      throw this.#failure('delete', error)
    }
  }

  /** Files that come and go meanwhile may be among them or not. */
  async *list(): AsyncIterable<ListedBlob> {
    const folder = await opendir(this.#root, { recursive: true }).catch((error: unknown) => {
      // Nothing was put there yet.
      if (codeOf(error) === 'ENOENT') return []
      throw this.#failure('list', error)
    })
    for await (const entry of folder) {
      const target = path.join(entry.parentPath, entry.name)
      const facts = entry.isFile() ? await stat(target).catch(() => null) : null
      if (facts === null) continue
      const key = path.relative(this.#root, target).split(path.sep).join('/')
      yield { key, bytes: facts.size, changedAt: facts.mtime }
    }
  }

  #failure(what: string, cause: unknown): unknown {
    return diskFailure(cause, `cannot ${what} a file below ${this.#root}`, this.#log)
  }

  /** Keys are made by us; should one ever come from elsewhere, it must not lead out of the folder (threats F4). */
  #pathOf(key: string): string {
    const target = path.resolve(this.#root, key)
    if (!target.startsWith(this.#root + path.sep)) throw new Error('a key leads out of the folder of files')
    return target
  }
}

/** Lies beside its blob, so that it goes with it should the process die. */
const partOf = (target: string): string => `${target}.part`

async function copied(file: IncomingFile, target: string): Promise<string> {
  const handle = await open(target, 'wx', 0o600)
  try {
    for await (const chunk of file.read()) await handle.writeFile(chunk)
    return target
  } catch (error) {
    await rm(target, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** Waits until a file's bytes, or a folder's names, are on the disk. Windows does that for folders by itself. */
async function flush(target: string): Promise<void> {
  if (process.platform === 'win32' && (await stat(target)).isDirectory()) return
  const handle = await open(target, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)
