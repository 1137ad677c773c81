import { messageOf } from '#core/message-of.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { pluginUnderWay } from './compose/plugin-calls.ts'
import type { PluginRegistry } from './compose/plugin-registry.ts'
import { pluginOfError, stackOf } from './plugin-of-error.ts'

interface StrayErrors {
  readonly dataDirectory: string
  readonly log: Log
  readonly plugins: Pick<PluginRegistry, 'noteFailure' | 'isOn'>
  /** Ends the server. */
  end(): void
}

/** A plugin that is off cannot be stopped entirely: its timers go on. */
const SILENCE_MS = 60_000

/**
 * What happens to an error that nothing has caught. One of a plugin is counted, and the server goes on: only work of the
 * plugin was interrupted. One of the product ends the server (R4), because nobody knows what it left half done: a
 * transaction, a lock or a queue may wait for ever, and a supervisor starts a server that is whole.
 */
export function settleStrayErrors({ dataDirectory, log, plugins, end }: StrayErrors): void {
  const silentUntil = new Map<string, number>()
  const settle = (event: string, id: string | null, error: unknown): void => {
    if (id === null) {
      log.error(`stopping after an ${event}`, error)
      return end()
    }
    const now = performance.now()
    if (plugins.isOn(id) || now >= (silentUntil.get(id) ?? 0)) {
      silentUntil.set(id, now + SILENCE_MS)
      log.error(`an ${event} in the plugin ${id}, which PLUGINS_DISABLED=${id} disables`, error)
    }
    plugins.noteFailure(id, { how: 'stray', part: { kind: 'itself', name: '' }, problem: messageOf(error) })
  }
  process.on('uncaughtException', (error: unknown) => {
    settle(
      'uncaughtException',
      pluginOfError(error, dataDirectory) ?? (hasPlaces(error) ? null : pluginUnderWay()),
      error,
    )
  })
  process.on('unhandledRejection', (error: unknown) => {
    // The stack of a promise that was forgotten shows what the product did for it, and not who forgot it.
    settle('unhandledRejection', pluginOfError(error, dataDirectory) ?? pluginUnderWay(), error)
  })
  process.on('exit', () => {
    const id = pluginUnderWay()
    if (id === null) return
    const ended = `the process ended within a call of the plugin ${id}, which PLUGINS_DISABLED=${id} disables`
    // The stack says where.
    log.error(ended, new Error('it was ended here'))
  })
}

/** Whether the stack says in whose code it was thrown; that of an error of Node itself, e.g. of a stream, does not. */
const hasPlaces = (error: unknown): boolean => stackOf(error).includes('file://')
