import type { Log } from '#core/ports/surroundings.ts'
import { reasonIn } from '#adapters/system/reason.ts'

const SAID_EVERY_MS = 60_000
/** Numbered as in the specification. */
const FAILED = 1

interface ExportResult {
  readonly code: number
  readonly error?: Error
}
interface Exporter<T> {
  export(items: T, done: (result: ExportResult) => void): void
}

/** Logs, at most once a minute, that telemetry does not arrive: the exporters themselves do not report it. */
export function reported<T, E extends Exporter<T>>(exporter: E, what: string, log: Log): E {
  let saidAt = -Infinity
  const send = exporter.export.bind(exporter)
  exporter.export = (items, done) =>
    send(items, (result) => {
      if (result.code === FAILED && performance.now() - saidAt >= SAID_EVERY_MS) {
        saidAt = performance.now()
        log.warn(`${what} do not reach the collector of OTEL_EXPORTER_OTLP_ENDPOINT`, {
          reason: reasonIn(result.error),
        })
      }
      done(result)
    })
  return exporter
}
