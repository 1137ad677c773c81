import { statfs } from 'node:fs/promises'
import type { Disk, Log } from '#core/ports/surroundings.ts'

const KNOWN_MS = 1_000
const MEGABYTE = 1024 * 1024

/** Checks at most once a second how much of a folder's disk is free. */
export class WatchedDisk implements Disk {
  readonly #folder: string
  readonly #reserveMegabytes: number
  readonly #log: Pick<Log, 'warn' | 'info'>
  readonly #freeBytes: (folder: string) => Promise<number>
  #look: Promise<boolean> = Promise.resolve(true)
  #lookedAt = -Infinity
  #hadRoom = true

  /** `reserveMegabytes` are kept free; 0 for none. */
  constructor(
    folder: string,
    reserveMegabytes: number,
    log: Pick<Log, 'warn' | 'info'>,
    freeBytes: (folder: string) => Promise<number> = freeBytesAt,
  ) {
    this.#folder = folder
    this.#reserveMegabytes = reserveMegabytes
    this.#log = log
    this.#freeBytes = freeBytes
  }

  hasRoom(): Promise<boolean> {
    const now = performance.now()
    if (this.#reserveMegabytes > 0 && now - this.#lookedAt >= KNOWN_MS) {
      this.#lookedAt = now
      this.#look = this.#looked()
    }
    return this.#look
  }

  async #looked(): Promise<boolean> {
    const free = await this.#freeBytes(this.#folder).catch(() => null)
    // If the free space cannot be determined, nobody is refused.
    const hasRoom = free === null || free >= this.#reserveMegabytes * MEGABYTE
    if (hasRoom !== this.#hadRoom) this.#tell(hasRoom, free ?? 0)
    this.#hadRoom = hasRoom
    return hasRoom
  }

  #tell(hasRoom: boolean, free: number): void {
    const facts = { freeMegabytes: Math.floor(free / MEGABYTE), DISK_RESERVE_MB: this.#reserveMegabytes }
    if (hasRoom) this.#log.info(`the disk of ${this.#folder} has room again`, facts)
    else this.#log.warn(`the disk of ${this.#folder} is nearly full: nothing new is written until there is room`, facts)
  }
}

async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
