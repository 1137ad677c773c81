import type { PluginWebFiles } from '../plugin-web-files.ts'
import type { Services } from '#core/context.ts'
import type { Contribution } from '#core/extension.ts'
import type { OperationTable } from '#core/operation.ts'
import type { Migration, Plugin } from '#core/plugin.ts'
import type { PluginReason } from '#core/ports/plugins.ts'
import { ignoredInEnglish } from '#core/site/plugin-reasons.ts'
import { withinTime } from '#core/within-time.ts'
import { checkContributions } from './contribution-checks.ts'
import { ignoredPoints } from './known-points.ts'
import { checkedPlugin, refuseClashes } from './plugin-checks.ts'
import { asPlugin } from './plugin-calls.ts'
import { NotStarted, startReason } from './not-started.ts'
import { GUARD_LIMITS, PluginGuard, type GuardLimits } from './plugin-guard.ts'
import { guarded } from './plugin-guarded.ts'
import type { PluginRegistry } from './plugin-registry.ts'

/** The folder of a plugin. */
export interface FoundPlugin {
  /** The folder's name. */
  readonly id: string
  /** The default export of its server entry, unchecked. */
  load(): Promise<unknown>
  /**
   * Its web files for loading at run time, as they were when the plugin was loaded; null when its screens are part of
   * the product's build, or it has none.
   */
  webFiles(): PluginWebFiles | null
}

export interface PluginHost {
  readonly found: readonly FoundPlugin[]
  readonly disabled: readonly string[]
  /** Those that ran at the last start: what they have, such as a name or an address, no new plugin takes from them. */
  readonly ranBefore?: readonly string[]
  readonly coreOperations: OperationTable
  readonly services: Services
  /** Runs the plugin's pending migrations, each in a transaction. */
  migrate(pluginId: string, migrations: readonly Migration[]): Promise<void>
  /** Registers the plugin's contributions for `services.extensions`, each active while the plugin is on. */
  bind(plugin: Plugin, isOn: (contribution: Contribution<unknown>) => boolean): void
  readonly registry: PluginRegistry
  readonly limits?: GuardLimits
}

export interface RunningPlugins {
  /** In start order, each behind its guard. */
  readonly plugins: readonly Plugin[]
  /** Web files of dropped-in plugins, by plugin id. */
  readonly webFiles: ReadonlyMap<string, PluginWebFiles>
  /** Stops them in reverse order. */
  stop(): Promise<void>
}

/**
 * Found → loaded → checked → migrated → bound → started. A plugin that fails is logged by name and left out, with all
 * plugins that need it; the product starts anyway.
 */
export async function bringUpPlugins(host: PluginHost): Promise<RunningPlugins> {
  const plugins: Plugin[] = []
  const leaveOut = (id: string, error: unknown): void => {
    host.services.log.error(`the plugin ${id} does not run`, error)
    host.registry.leaveOut(id, { id, state: 'failed', reason: startReason(error) })
  }
  const waiting = establishedFirst(await loaded(host, leaveOut), host.ranBefore ?? [])
  for (let next = ready(waiting, plugins); next; next = ready(waiting, plugins)) {
    waiting.delete(next.id)
    try {
      plugins.push(await started(next, plugins, host))
    } catch (error) {
      leaveOut(next.id, error)
    }
  }
  for (const plugin of waiting.values()) leaveOut(plugin.id, new NotStarted(missing(plugin, waiting, host.registry)))
  return {
    plugins,
    webFiles: webFilesOf(plugins, host.found),
    stop: () => stopped(plugins, host),
  }
}

const webFilesOf = (plugins: readonly Plugin[], found: readonly FoundPlugin[]): ReadonlyMap<string, PluginWebFiles> =>
  new Map(
    plugins.flatMap(({ id }) => {
      const entry = found.find((each) => each.id === id)?.webFiles() ?? null
      return entry ? [[id, entry] as const] : []
    }),
  )

async function loaded(
  { found, disabled, services, registry, limits = GUARD_LIMITS }: PluginHost,
  leaveOut: (id: string, error: unknown) => void,
): Promise<Map<string, Plugin>> {
  const plugins = new Map<string, Plugin>()
  for (const { id, load } of found) {
    if (disabled.includes(id)) {
      registry.leaveOut(id, { id, state: 'disabled', reason: null })
      continue
    }
    if (plugins.has(id)) {
      const reason = { kind: 'sameName' } as const
      services.log.error(`the second plugin ${id} does not run`, new NotStarted(reason))
      registry.leaveOut(`second ${id}`, { id, state: 'failed', reason })
      continue
    }
    try {
      plugins.set(id, checkedPlugin(id, await withinTime('loading', limits.callMs, () => asPlugin(id, load))))
    } catch (error) {
      leaveOut(id, error)
    }
  }
  return plugins
}

const establishedFirst = (plugins: ReadonlyMap<string, Plugin>, ranBefore: readonly string[]): Map<string, Plugin> =>
  new Map([...plugins].toSorted(([a], [b]) => Number(ranBefore.includes(b)) - Number(ranBefore.includes(a))))

const ready = (waiting: ReadonlyMap<string, Plugin>, running: readonly Plugin[]): Plugin | undefined =>
  [...waiting.values()].find(({ needs = [] }) => needs.every((need) => running.some(({ id }) => id === need)))

async function started(plugin: Plugin, running: readonly Plugin[], host: PluginHost): Promise<Plugin> {
  const { services, limits = GUARD_LIMITS } = host
  refuseClashes(plugin, host.coreOperations, running)
  checkContributions(plugin, running)
  if (plugin.migrations) await host.migrate(plugin.id, plugin.migrations)
  const { log } = services
  const tell = (reason: string): void => log.error(`the plugin ${plugin.id} is off`, new Error(reason))
  const guard = new PluginGuard(plugin.id, services.clock, limits, tell, (message) => log.warn(message))
  const behindGuard = guarded(plugin, guard, heededOf(plugin))
  let isUp = true
  host.bind(behindGuard, ({ point }) => isUp && (!guard.isOff || point.isPartOfCommands === true))
  try {
    await guard.timed({ kind: 'start', name: '' }, async () => plugin.start?.(services))
  } catch (error) {
    isUp = false
    throw error
  }
  for (const point of ignoredPoints(plugin)) log.warn(`the plugin ${plugin.id}: ${ignoredInEnglish(point)}`)
  host.registry.cameUp(plugin, guard, services.kindCalls)
  return behindGuard
}

/** Some points of the product are not for plugins: a task that is added to its list would never run. */
function heededOf(plugin: Plugin): NonNullable<Plugin['contributes']> {
  const ignored = ignoredPoints(plugin).map(({ id }) => id)
  return plugin.contributes?.filter(({ point }) => !ignored.includes(point.id)) ?? []
}

/** Why a plugin did not start. */
function missing(
  { id, needs = [] }: Plugin,
  waiting: ReadonlyMap<string, Plugin>,
  registry: PluginRegistry,
): PluginReason {
  const circle = circleFrom(id, waiting)
  if (circle) return { kind: 'circle', plugins: circle }
  const known = new Set(registry.list().map((status) => status.id))
  const lacking = needs.filter((need) => !registry.isThere(need))
  const isFound = (need: string): boolean => known.has(need) || waiting.has(need)
  return {
    kind: 'needs',
    missing: lacking.filter((need) => !isFound(need)),
    notRunning: lacking.filter((need) => isFound(need)),
  }
}

/** A circle of needs through this plugin; null when there is none. */
function circleFrom(start: string, waiting: ReadonlyMap<string, Plugin>): readonly string[] | null {
  const ways: (readonly string[])[] = [[start]]
  const seen = new Set<string>()
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const need of waiting.get(way.at(-1) ?? '')?.needs ?? []) {
      if (need === start) return [...way, start]
      if (!seen.has(need)) ways.push([...way, need])
      seen.add(need)
    }
  }
  return null
}

async function stopped(plugins: readonly Plugin[], { services, limits = GUARD_LIMITS }: PluginHost): Promise<void> {
  for (const { id, stop } of plugins.toReversed()) {
    if (!stop) continue
    await withinTime('stop', limits.callMs, stop).catch((error: unknown) =>
      services.log.error(`the plugin ${id} did not stop cleanly`, error),
    )
  }
}
