import type { FileStorage, FileStorages } from '#core/ports/files.ts'
import { LOCAL_STORAGE } from './local/local-storage.ts'
import { problemOf } from './storage-problem.ts'

/** The most open storages: the least recently used one is closed. */
const MOST_OPENED = 16

type Open = (address: string) => FileStorage

/** The configured storages, the one for new files first. */
export class Storages implements FileStorages {
  readonly problemOf = problemOf
  #all: readonly FileStorage[]
  #isDecided = false
  #sparesOthers = false
  readonly #opened = new Map<string, FileStorage>()
  #open: Open = () => {
    throw new Error('nothing here opens storages')
  }
  #openOnTrial: Open = (address) => this.#open(address)

  constructor(...all: readonly [FileStorage, ...FileStorage[]]) {
    this.#all = all
  }

  get current(): FileStorage {
    const [first] = this.#all
    if (!first) throw new Error('there is no storage')
    return first
  }
  get isDecided(): boolean {
    return this.#isDecided
  }
  get all(): readonly FileStorage[] {
    return this.#all
  }
  named(name: string): FileStorage | null {
    return this.#all.find((storage) => storage.name === name) ?? null
  }

  /** The same one for the same address, because it remembers recent failures. */
  at(address: string): FileStorage {
    const storage = this.#opened.get(address) ?? this.#open(address)
    this.#opened.delete(address)
    // One that could not be opened has no name yet, and is opened again the next time.
    if (storage.name.endsWith('://')) return storage
    this.#opened.set(address, storage)
    for (const oldest of [...this.#opened.keys()].slice(0, -MOST_OPENED)) this.#opened.delete(oldest)
    return storage
  }
  onTrial(address: string): FileStorage {
    return this.#openOnTrial(address)
  }
  /** From now on opens storages with this function. */
  openBy(open: Open, openOnTrial = open): void {
    this.#open = open
    this.#openOnTrial = openOnTrial
  }

  maySweep({ name }: FileStorage): boolean {
    return !this.#sparesOthers || name === LOCAL_STORAGE
  }
  /** From now on only deletes from the disk. */
  spareOthers(): void {
    this.#sparesOthers = true
  }

  /**
   * From now on puts new files there, regardless of the settings. @param formerNames other names it had when older
   * files were put there
   */
  prefer(storage: FileStorage, formerNames: readonly string[] = []): void {
    this.#isDecided = true
    const former = formerNames.filter((name) => name !== storage.name)
    this.#all = [storage, ...former.map((name) => known(storage, name)), ...this.#all]
  }
}

/** The same storage under another name. */
const known = (storage: FileStorage, name: string): FileStorage => ({
  name,
  put: (...given) => storage.put(...given),
  read: (...given) => storage.read(...given),
  delete: (...given) => storage.delete(...given),
})
