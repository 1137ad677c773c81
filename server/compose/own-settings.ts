import { pluginUnderWay } from './plugin-calls.ts'

/**
 * Keeps a plugin from the settings of another one, which hold secrets. Those of the product are needed by what the
 * product does in its place, such as looking for room. @throws Error
 */
export function requireOwnSettings(section: string): void {
  const owner = /^plugin\.([^.]+)/.exec(section)?.[1]
  const plugin = pluginUnderWay()
  if (owner === undefined || plugin === null || plugin === owner) return
  throw new Error(`the plugin ${plugin} has no access to the settings of the plugin ${owner}`)
}
