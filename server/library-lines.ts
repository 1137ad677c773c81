import { format } from 'node:util'
import { shortReason } from '#adapters/system/reason.ts'
import type { Log } from '#core/ports/surroundings.ts'

/** After so many they may come again; what libraries put numbers into must not fill the memory. */
const MOST_TEXTS = 200

/**
 * Logs what libraries print with `console.warn` and `console.error`, which would stand between the lines of JSON as
 * text. Each text is logged once: libraries repeat it with every connection.
 */
export function logLibraryLines(log: Log): void {
  const logged = new Set<string>()
  const hear = (...given: unknown[]): void => {
    const text = shortReason(format(...given))
    if (logged.has(text)) return
    if (logged.size === MOST_TEXTS) logged.clear()
    logged.add(text)
    log.warn(`a library says: ${text}`)
  }
  Object.assign(console, { warn: hear, error: hear })
}
