import type { FileVisits, VisitTally } from '#core/ports/files.ts'
import type { Attachments } from '#core/ports/attachments.ts'
import type { Clock, Log } from '#core/ports/surroundings.ts'

const WRITE_EVERY_MS = 5_000

interface Surroundings {
  readonly attachments: Pick<Attachments, 'addVisits'>
  readonly clock: Clock
  readonly log: Log
  readonly timeZone: string
}

/** Collects visits in memory and writes them together: a page with twenty images must not cost twenty writes. */
export class MemoryVisitTally implements VisitTally {
  readonly #surroundings: Surroundings
  readonly #monthFormat: Intl.DateTimeFormat
  #counted = new Map<number, FileVisits>()
  #timer: NodeJS.Timeout | null = null

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
    const { timeZone } = surroundings
    this.#monthFormat = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' })
  }

  count({ attachmentId, ownerId, visits, bytes }: FileVisits): void {
    const before = this.#counted.get(attachmentId) ?? { visits: 0, bytes: 0 }
    this.#counted.set(attachmentId, {
      attachmentId,
      ownerId,
      visits: before.visits + visits,
      bytes: before.bytes + bytes,
    })
    this.#timer ??= setTimeout(() => this.#writeLater(), WRITE_EVERY_MS).unref()
  }

  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const counted = [...this.#counted.values()]
    this.#counted = new Map()
    await this.#surroundings.attachments.addVisits(counted, this.month())
  }

  month(): string {
    const parts = this.#monthFormat.formatToParts(this.#surroundings.clock.now())
    const valueOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
    return `${valueOf('year')}-${valueOf('month')}`
  }

  // Visits that cannot be written are lost: a queue must not grow while the database is unreachable.
  #writeLater(): void {
    this.flush().catch((error: unknown) => this.#surroundings.log.error('cannot write down visits of files', error))
  }
}
