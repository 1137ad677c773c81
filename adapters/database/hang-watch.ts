import { setImmediate } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { breakOff, bytesReadOf } from './connections.ts'

const LOOK_MS = 250
/** How long a connection may be in use and hear nothing before PostgreSQL is asked whether it still answers. */
const SUSPECT_MS = 1_000
/** For its answer on a new connection, the time in which one has to open. */
const ANSWER_MS = 3_000
/** After an answer: what takes long is a slow statement then. */
const TRUST_MS = 5_000

interface Held {
  /** Not suspicious before. */
  readonly until: number
  readonly bytesRead: number
}

/**
 * Notices within five seconds that PostgreSQL accepts what is sent and answers nothing, as a stopped process or a machine
 * without power does: those who wait are refused then, and not only once the time of a statement is over.
 */
export class HangWatch {
  readonly #answers: (limitMs: number) => Promise<boolean>
  readonly #onHang: (error: Error) => void
  readonly #open = new Set<PoolClient>()
  readonly #held = new Map<PoolClient, Held>()
  #isLooking = false

  /** @param answers whether it says anything at all on a new connection in time */
  constructor(answers: (limitMs: number) => Promise<boolean>, onHang: (error: Error) => void) {
    this.#answers = answers
    this.#onHang = onHang
  }

  watch(pool: Pool): void {
    pool.on('connect', (client) => void this.#open.add(client))
    pool.on('acquire', (client) => {
      this.#trust(client, SUSPECT_MS)
      this.#lookSoon()
    })
    pool.on('release', (_, client) => void this.#held.delete(client))
    pool.on('remove', (client) => {
      this.#open.delete(client)
      this.#held.delete(client)
    })
  }

  #trust(client: PoolClient, ms: number): void {
    this.#held.set(client, { until: performance.now() + ms, bytesRead: bytesReadOf(client) })
  }

  #lookSoon(): void {
    if (this.#isLooking) return
    this.#isLooking = true
    setTimeout(() => void this.#look(), LOOK_MS).unref()
  }

  async #look(): Promise<void> {
    for (const [client, { bytesRead }] of this.#held)
      if (bytesReadOf(client) !== bytesRead) this.#trust(client, SUSPECT_MS)
    const suspects = [...this.#held].filter(([, { until }]) => performance.now() >= until)
    if (suspects.length > 0) await this.#ask(suspects.map(([client]) => client))
    this.#isLooking = false
    if (this.#held.size > 0) this.#lookSoon()
  }

  async #ask(suspects: readonly PoolClient[]): Promise<void> {
    const heard = new Map([...this.#open].map((client) => [client, bytesReadOf(client)]))
    const isAnswering = await this.#answers(ANSWER_MS)
    // Where this process itself stood still, what has arrived meanwhile is read only now.
    if (!isAnswering) await setImmediate()
    const isHeard = [...this.#open].some((client) => bytesReadOf(client) !== (heard.get(client) ?? 0))
    if (!isAnswering && !isHeard) return this.#breakAllOff()
    for (const client of suspects) if (this.#held.has(client)) this.#trust(client, TRUST_MS)
  }

  #breakAllOff(): void {
    const error = new Error('timeout expired')
    this.#onHang(error)
    for (const client of this.#open) breakOff(client, error)
  }
}
