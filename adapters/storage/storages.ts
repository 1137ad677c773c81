import type { FileStorage, FileStorages } from '#core/ports/files.ts'
import { problemOf } from './storage-problem.ts'

/** The storages the site is set up for, the one for new files first. */
export class Storages implements FileStorages {
  readonly problemOf = problemOf
  #all: readonly FileStorage[]
  #open: (address: string) => FileStorage = () => {
    throw new Error('nothing here opens storages')
  }

  constructor(...all: readonly [FileStorage, ...FileStorage[]]) {
    this.#all = all
  }

  get current(): FileStorage {
    const [first] = this.#all
    if (!first) throw new Error('there is no storage')
    return first
  }
  get all(): readonly FileStorage[] {
    return this.#all
  }
  named(name: string): FileStorage | null {
    return this.#all.find((storage) => storage.name === name) ?? null
  }

  at(address: string): FileStorage {
    return this.#open(address)
  }
  /** Opens storages in this way from now on. */
  openBy(open: (address: string) => FileStorage): void {
    this.#open = open
  }

  /**
   * Puts new files there from now on.
   * @param formerNames other names it had when older files were put there
   */
  prefer(storage: FileStorage, formerNames: readonly string[] = []): void {
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
