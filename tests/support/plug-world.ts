import type { Plugin } from '#core/plugin.ts'
import { explainedInEnglish } from '#core/site/plugin-reasons.ts'
import { PluginRegistry } from '#server/compose/plugin-registry.ts'
import { bringUpPlugins } from '#server/compose/plugins.ts'
import { testServices } from './services.ts'
import { world, type World, type WorldOptions } from './world.ts'

/** The world with a plugin started in it like by the server. @throws Error with the reason when it fails to start */
export async function plugWorld<P extends Plugin>(
  plugin: P,
  options: Pick<WorldOptions, 'database'> = {},
): Promise<World & { readonly plugin: P }> {
  const registry = new PluginRegistry()
  const { plugins } = await bringUpPlugins({
    found: [{ id: plugin.id, load: async () => plugin, webFiles: () => null }],
    disabled: [],
    coreOperations: {},
    services: testServices().services,
    migrate: () => Promise.reject(new Error('test the migrations of a plugin against a database of their own')),
    bind: () => {},
    registry,
  })
  const absent = registry.list().find(({ state }) => state !== 'running')
  if (absent) throw new Error(`the plugin ${plugin.id} does not come up: ${explainedInEnglish(absent)}`)
  const people = await world({
    ...options,
    after: plugins.flatMap(({ handlers }) => handlers ?? []),
    contributes: plugins.flatMap(({ contributes }) => contributes ?? []),
  })
  // Starting wraps the parts of a plugin in guards, and preserves its type.
  return { ...people, plugin: plugins[0] as P }
}
