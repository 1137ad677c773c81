import { workUnderWay } from '#adapters/system/work-under-way.ts'
import type { LoggedError } from '#core/ports/health.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { isDatabaseAway } from '../log.ts'

const KEPT = 50
const LONGEST = 200

/** A log that remembers its last errors, by fixed texts of the product only, and says what each belongs to. */
export class RememberedErrors implements Log {
  readonly #log: Log
  #errors: readonly LoggedError[] = []

  constructor(log: Log) {
    this.#log = log
  }

  debug(message: string, facts?: object): void {
    this.#log.debug(message, facts)
  }
  info(message: string, facts?: object): void {
    this.#log.info(message, facts)
  }
  warn(message: string, facts?: object): void {
    this.#log.warn(message, facts)
  }
  error(message: string, error: unknown, facts?: object): void {
    const requestId = requestIdIn(facts) || workUnderWay()
    if (!isDatabaseAway(error)) {
      const said = message.slice(0, LONGEST)
      const noted = { at: new Date(), said, kind: kindOf(error), requestId }
      this.#errors = [noted, ...this.#errors].slice(0, KEPT)
    }
    this.#log.error(message, error, requestId === '' ? facts : { ...facts, requestId })
  }

  /** The newest first. */
  list(): readonly LoggedError[] {
    return this.#errors
  }
}

/** Only values that look like identifiers: libraries may put anything into an error. */
const nameIn = (error: object, field: 'name' | 'code'): string => {
  const value: unknown = Reflect.get(error, field)
  return typeof value === 'string' && /^\w{1,40}$/.test(value) ? value : ''
}

const kindOf = (error: unknown): string =>
  error instanceof Error ? [nameIn(error, 'name'), nameIn(error, 'code')].filter((part) => part !== '').join(' ') : ''

function requestIdIn(facts: object = {}): string {
  const { requestId } = facts as { readonly requestId?: unknown }
  return typeof requestId === 'string' ? requestId : ''
}
