import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { FULL_DISK } from '#adapters/system/full-disk.ts'
import { DomainError } from '#core/errors.ts'
import type { IncomingFile } from '#core/ports/files.ts'
import type { PluginUploads, TakenPlugin, UploadedPlugin } from '#core/ports/plugin-uploads.ts'
import { manifestOf } from '../compose/plugin-loader.ts'
import { fileSums, sumOfAll } from '../compose/plugin-sum.ts'
import { isThere, readIfThere, syncFolder, writeWhole } from '../durable-files.ts'
import { checkedAside } from './checked-aside.ts'
import { OddZip, unzipInto } from './unzipped.ts'

const ID = /^[a-z][a-z0-9-]{0,39}$/
const ASIDE = '.new-'
const FORMER = '.former-'
const RECEIPT = '.json'
const Receipt = z.object({ sum: z.string(), takenAt: z.iso.datetime().transform((text) => new Date(text)) })

interface Surroundings {
  readonly isOn: boolean
  readonly dataDirectory: string
  /** In the format of `PLUGIN_SUMS`. */
  readonly sums: ReadonlyMap<string, string>
  now(): Date
  /** Whether other servers use the same database, which would run without it. */
  isShared(): Promise<boolean>
}

/** Plugins uploaded by administrators, in a folder of `DATA_DIR` beside the active one. */
export class UploadedPlugins implements PluginUploads {
  readonly isOn: boolean
  readonly #surroundings: Surroundings
  readonly #folder: string
  readonly #inPlace: string
  /** One change at a time: what is installed must be what was compared. */
  #isChanging = false

  constructor(surroundings: Surroundings) {
    this.isOn = surroundings.isOn
    this.#surroundings = surroundings
    // Not `plugins-…`: Node's permission model cannot confine to a folder whose name is a prefix of another.
    this.#folder = path.resolve(surroundings.dataDirectory, 'uploaded-plugins')
    this.#inPlace = path.resolve(surroundings.dataDirectory, 'plugins')
  }

  async list(): Promise<readonly UploadedPlugin[]> {
    if (!this.isOn) return []
    const names = (await this.#names()).filter((name) => ID.test(name)).toSorted()
    const found = await Promise.all(names.map((id) => this.#known(id)))
    return found.filter((plugin) => plugin !== null)
  }

  async take(file: IncomingFile): Promise<TakenPlugin> {
    return this.#alone(async () => {
      try {
        return await this.#taken(file)
      } catch (error) {
        throw explained(error)
      }
    })
  }

  async #alone<T>(change: () => Promise<T>): Promise<T> {
    await this.#assertOn()
    if (this.#isChanging) throw new DomainError('busy')
    this.#isChanging = true
    try {
      return await change()
    } finally {
      this.#isChanging = false
    }
  }

  async #taken(file: IncomingFile): Promise<TakenPlugin> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    for (const left of await this.#names()) if (left.startsWith(ASIDE)) await this.#remove(left)
    const aside = await mkdtemp(path.join(this.#folder, ASIDE))
    try {
      const folder = await unpacked(aside, file)
      const checked = await checkedAside(folder, { beside: this.#inPlace, sums: this.#sumsText() })
      if (checked.faults.length === 0) await this.#keep(folder, checked.sum)
      return checked
    } finally {
      await rm(aside, { recursive: true, force: true })
    }
  }

  putInPlace(id: string, requireMeant: (found: UploadedPlugin) => void): Promise<void> {
    return this.#alone(async () => {
      const plugin = await this.#required(id)
      requireMeant(plugin)
      await this.#install(plugin)
    })
  }

  async #install({ id, sum, isNewVersion }: UploadedPlugin): Promise<void> {
    const folder = path.join(this.#folder, id)
    if (sumOfAll(await fileSums(folder)) !== sum)
      throw new DomainError('pluginUnusable', { problem: 'its files were changed since it was checked' })
    await mkdir(this.#inPlace, { recursive: true, mode: 0o700 })
    const [target, former] = [path.join(this.#inPlace, id), path.join(this.#folder, FORMER + id)]
    await rm(former, { recursive: true, force: true })
    // In between it is not installed; a reader that notices this can switch it on again.
    if (isNewVersion) await rename(target, former)
    await rename(folder, target)
    for (const each of [this.#inPlace, this.#folder]) await syncFolder(each)
    for (const left of [former, folder + RECEIPT]) await rm(left, { recursive: true, force: true })
  }

  discard(id: string, requireMeant: (found: UploadedPlugin) => void): Promise<void> {
    return this.#alone(async () => {
      requireMeant(await this.#required(id))
      for (const name of [id, id + RECEIPT]) await this.#remove(name)
    })
  }

  async #assertOn(): Promise<void> {
    if (!this.isOn) throw new DomainError('pluginUploadOff')
    if (await this.#surroundings.isShared())
      throw new DomainError('pluginUnusable', {
        problem: 'other servers use the same database: put it in place on each of them by hand',
      })
  }

  async #keep(folder: string, sum: string): Promise<void> {
    const target = path.join(this.#folder, path.basename(folder))
    await rm(target, { recursive: true, force: true })
    await rename(folder, target)
    // Without a receipt nobody relies on it.
    await writeWhole(target + RECEIPT, JSON.stringify({ sum, takenAt: this.#surroundings.now().toISOString() }))
  }

  async #required(id: string): Promise<UploadedPlugin> {
    const plugin = ID.test(id) ? await this.#known(id) : null
    if (!plugin) throw new DomainError('notFound')
    return plugin
  }

  async #known(id: string): Promise<UploadedPlugin | null> {
    const folder = path.join(this.#folder, id)
    const text = await readIfThere(folder + RECEIPT)
    const receipt = text === null ? null : Receipt.safeParse(JSON.parse(text)).data
    const manifest = await manifestOf(folder).catch(() => null)
    if (!receipt || !manifest) return null
    const { version = '', summary } = manifest
    return { id, version, summary, ...receipt, isNewVersion: await isThere(path.join(this.#inPlace, id)) }
  }

  #sumsText(): string {
    return [...this.#surroundings.sums].map(([id, sum]) => `${id}=${sum}`).join(',')
  }

  #names(): Promise<readonly string[]> {
    return readdir(this.#folder).catch((): readonly string[] => [])
  }

  async #remove(name: string): Promise<void> {
    await rm(path.join(this.#folder, name), { recursive: true, force: true })
  }
}

/** @returns the folder of the plugin, named like the plugin */
async function unpacked(aside: string, file: IncomingFile): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of file.read()) parts.push(part)
  const folder = path.join(aside, 'unpacked')
  await mkdir(folder, { mode: 0o700 })
  await unzipInto(folder, Buffer.concat(parts))
  const own = await folderOfPlugin(folder)
  const { id } = await manifestOf(own)
  if (!ID.test(id)) throw new OddZip('its manifest.json names it with other characters than a to z, 0 to 9 and -')
  const named = path.join(aside, id)
  await rename(own, named)
  return named
}

/** Many programs pack the folder itself, not its content. */
async function folderOfPlugin(folder: string): Promise<string> {
  const names = await readdir(folder)
  if (names.includes('manifest.json')) return folder
  const [only = '', ...others] = names
  const within = path.join(folder, only)
  if (others.length === 0 && only !== '' && (await stat(within)).isDirectory())
    if (await isThere(path.join(within, 'manifest.json'))) return within
  throw new OddZip('it holds no manifest.json')
}

function explained(error: unknown): unknown {
  if (error instanceof DomainError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (FULL_DISK.has(code)) return new DomainError('diskFull')
  return code === undefined ? new DomainError('pluginUnusable', { problem: message }) : error
}
