import { execFile } from 'node:child_process'
import type { KeyObject } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { DomainError } from '#core/errors.ts'
import type { Log } from '#core/ports/surroundings.ts'
import type { DownloadTools, Release, Updates } from '#core/ports/updates.ts'
import { FULL_DISK } from '../system/full-disk.ts'
import { fetchInto, textAt } from './fetched.ts'
import { MACHINE, manifestIn, type Manifest } from './manifest.ts'
import { SharedDownload } from './shared-download.ts'
import { unpackInto } from './unpacked.ts'
import { ACTIVE, isNewer, VERSION } from './versions.ts'

/** Space for the package and its content, as a multiple of the package size. */
const ROOM = 6
const TRIED_MS = 120_000

interface Surroundings {
  readonly feedUrl: string
  readonly key: KeyObject
  /** The running version. */
  readonly version: string
  /** See `Updates`. */
  readonly givenUp: string | null
  /** The folder of the versions, one folder each. */
  readonly folder: string
  readonly log: Log
  /** The node binary of an installation. */
  nodeOf(folder: string): string
  /** Whether other servers use the same database, because they would not be updated. */
  isShared(): Promise<boolean>
  /** Restarts the server once running work has ended. */
  restart(): void
}

/**
 * Newer versions from a signed feed (threats G2). A downloaded version is unpacked beside the others and tested; the
 * next start runs it. If anything fails, nothing has changed: a folder only gets its name when it is complete.
 */
export class SignedUpdates implements Updates {
  readonly isOn = true
  readonly #surroundings: Surroundings
  #downloading: SharedDownload | null = null

  get givenUp(): string | null {
    return this.#surroundings.givenUp
  }

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  async newest(): Promise<Release | null> {
    const manifest = await this.#newer()
    return manifest && { version: manifest.version, url: manifest.notes }
  }

  async download(tools?: DownloadTools): Promise<void> {
    // Its remains must not get in the way of the next one.
    while (this.#downloading?.isGivenUp) await this.#downloading.ended()
    // Callers who cancelled meanwhile neither start another one nor count as waiting.
    tools?.signal.throwIfAborted()
    const downloading = (this.#downloading ??= new SharedDownload((shared) =>
      this.#download(shared).finally(() => (this.#downloading = null)),
    ))
    return downloading.join(tools)
  }

  async install(): Promise<void> {
    const { isShared, folder, log, restart, version } = this.#surroundings
    if (await isShared()) throw new DomainError('updateOfSeveral')
    const manifest = await this.#newer()
    if (!manifest || !(await this.#isThere(manifest.version))) throw new DomainError('updateNotDownloaded')
    await orFullDisk(writeActive(folder, manifest.version))
    log.info(`version ${manifest.version} runs from the next start on; ${version} stays where it is`)
    restart()
  }

  async #newer(): Promise<Manifest | null> {
    const { feedUrl, key, version } = this.#surroundings
    const manifest = manifestIn(await textAt(feedUrl), key)
    return isNewer(manifest.version, version) && manifest.packages[MACHINE] ? manifest : null
  }

  async #download({ signal, progress }: DownloadTools): Promise<void> {
    const { folder, feedUrl, log } = this.#surroundings
    const manifest = await this.#newer()
    const wanted = manifest?.packages[MACHINE]
    if (!manifest || !wanted) throw new DomainError('updateNotDownloaded')
    if (await this.#isThere(manifest.version)) return
    await orFullDisk(mkdir(folder, { recursive: true, mode: 0o700 }))
    await this.#sweep()
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < wanted.bytes * ROOM) throw new DomainError('diskFull')
    const [packed, unfinished] = [
      path.join(folder, `package${UNFINISHED}`),
      path.join(folder, manifest.version + UNFINISHED),
    ]
    try {
      const told = (done: number): void => progress({ step: 'fetching', done, of: wanted.bytes })
      told(0)
      await fetchInto(packed, { ...wanted, url: new URL(wanted.url, feedUrl).href }, { signal, told })
      progress({ step: 'trying', done: 0, of: 0 })
      await unpackInto(unfinished, packed)
      signal.throwIfAborted()
      await this.#tryOut(unfinished, manifest.version)
      await written(unfinished)
      signal.throwIfAborted()
      await rename(unfinished, path.join(folder, manifest.version))
    } catch (error) {
      signal.throwIfAborted()
      throw this.#explained(error)
    } finally {
      for (const left of [packed, unfinished]) await rm(left, { recursive: true, force: true })
    }
    log.info(`version ${manifest.version} was downloaded, and its signature is right`)
  }

  #explained(error: unknown): unknown {
    if (error instanceof DomainError) return error
    const explained = ofFullDisk(error)
    if (explained !== error) return explained
    this.#surroundings.log.warn('the new version cannot be used here', { reason: String(error) })
    return new DomainError('updateUnusable')
  }

  /** Loads all code of its server once, with the node it includes. @throws Error when that fails */
  async #tryOut(unfinished: string, version: string): Promise<void> {
    const { version: said } = Described.parse(JSON.parse(await readFile(path.join(unfinished, 'package.json'), 'utf8')))
    if (said !== version) throw new Error(`the package of ${version} holds ${said}`)
    const node = this.#surroundings.nodeOf(unfinished)
    await promisify(execFile)(node, ['--eval', "import('./server/serve.ts')"], { cwd: unfinished, timeout: TRIED_MS })
  }

  async #isThere(version: string): Promise<boolean> {
    const names = await readdir(this.#surroundings.folder).catch((): string[] => [])
    return names.includes(version)
  }

  /** The remains of interrupted downloads, and versions older than the running one except the last of them. */
  async #sweep(): Promise<void> {
    const { folder, version } = this.#surroundings
    const names = await readdir(folder)
    const older = names
      .filter((name) => VERSION.test(name) && isNewer(version, name))
      .toSorted((one, other) => (isNewer(one, other) ? -1 : 1))
    for (const name of [...names.filter((each) => each.endsWith(UNFINISHED)), ...older.slice(1)])
      await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

/** A full disk as a refusal, anything else as it is. */
const ofFullDisk = (error: unknown): unknown =>
  FULL_DISK.has((error as { readonly code?: unknown }).code) ? new DomainError('diskFull') : error

async function orFullDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw ofFullDisk(error)
  }
}

/** Otherwise a power failure could leave a folder with empty files. */
async function written(folder: string): Promise<void> {
  if (process.platform !== 'win32') await promisify(execFile)('sync', ['-f', folder])
}

const UNFINISHED = '.unfinished'
const Described = z.object({ version: z.string() })

async function writeActive(folder: string, version: string): Promise<void> {
  const file = path.join(folder, ACTIVE)
  try {
    await writeFile(file + UNFINISHED, `${JSON.stringify({ version })}\n`, { mode: 0o600, flush: true })
    await rename(file + UNFINISHED, file)
  } catch (error) {
    await rm(file + UNFINISHED, { force: true })
    throw error
  }
}
