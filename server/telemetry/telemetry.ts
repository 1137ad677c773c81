import type { ServerHealth } from '#core/ports/health.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { telemetrySettings } from './telemetry-settings.ts'

/**
 * @returns a function that sends the rest and shuts down; null when telemetry is off, in which case its code is not
 * loaded
 */
export async function startTelemetry(
  environment: NodeJS.ProcessEnv,
  { health, log }: { readonly health: ServerHealth; readonly log: Log },
): Promise<(() => Promise<void>) | null> {
  const settings = telemetrySettings(environment)
  if (!settings) return null
  for (const problem of settings.problems) log.warn(problem)
  const { exportTelemetry } = await import('./open-telemetry.ts')
  return exportTelemetry(settings, { health, log })
}
