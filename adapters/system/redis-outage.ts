import type { RedisState } from '#core/ports/health.ts'
import type { Clock, Log } from '#core/ports/surroundings.ts'
import { reasonIn } from './reason.ts'

const SILENCE_MS = 60_000

/** Whether a Redis answers, and since when. The operator is told once that it does not, and once that it is back. */
export class RedisOutage {
  readonly #server: string
  readonly #clock: Clock
  readonly #log: Pick<Log, 'warn'>
  #state: Pick<RedisState, 'isReachable' | 'since'>
  #isTold = false
  #silentUntil = -Infinity

  /** `server` is its name in the log. Away until it has answered for the first time. */
  constructor(server: string, clock: Clock, log: Pick<Log, 'warn'>) {
    this.#server = server
    this.#clock = clock
    this.#log = log
    this.#state = { isReachable: false, since: clock.now() }
  }

  get state(): Pick<RedisState, 'isReachable' | 'since'> {
    return this.#state
  }

  /** The connection ended; told only if it cannot be opened again. */
  cut(): void {
    this.#become(false)
  }

  /** It did not answer. Told at most once a minute: some come and go all the time. */
  lost(error: unknown): void {
    this.#become(false)
    const now = this.#clock.now().getTime()
    if (this.#isTold || now < this.#silentUntil) return
    this.#isTold = true
    this.#silentUntil = now + SILENCE_MS
    this.#log.warn(
      `${this.#server} does not answer: ${reasonIn(error)}; jobs, failed logins and captchas are kept in this process meanwhile`,
    )
  }

  /** It answered. */
  found(): void {
    this.#become(true)
    if (!this.#isTold) return
    this.#isTold = false
    this.#log.warn(`${this.#server} answers again`)
  }

  #become(isReachable: boolean): void {
    if (this.#state.isReachable !== isReachable) this.#state = { isReachable, since: this.#clock.now() }
  }
}
