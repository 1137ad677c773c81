import type { FileStorage, FileStorages } from '#core/ports/files.ts'

/** The storages the site is set up for, the one for new files first. */
export class Storages implements FileStorages {
  #all: readonly FileStorage[]

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

  /** Puts new files there from now on. */
  prefer(storage: FileStorage): void {
    this.#all = [storage, ...this.#all]
  }
}
