import type { FileStorage, FileStorages } from '#core/ports/files.ts'

/** The storages the site is set up for, the one for new files first. */
export class Storages implements FileStorages {
  readonly current: FileStorage
  readonly all: readonly FileStorage[]

  constructor(current: FileStorage, ...others: readonly FileStorage[]) {
    this.current = current
    this.all = [current, ...others]
  }

  named(name: string): FileStorage | null {
    return this.all.find((storage) => storage.name === name) ?? null
  }
}
