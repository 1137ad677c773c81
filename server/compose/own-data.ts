import type { NamedSection } from '#core/ports/settings.ts'
import { idOfSection, isDeclaredByProduct } from '#core/settings.ts'
import { pluginUnderWay } from './plugin-calls.ts'
import { OF_THE_PRODUCT } from './plugin-checks.ts'

/**
 * Keeps a plugin from the settings of others, which hold secrets. What the product does in its place, such as looking for
 * room, uses those it needs by their declaration. Locks on sections are also locks on what has no settings. @throws Error
 */
export function requireOwnSettings(section: NamedSection, use: 'hold' | 'read' | 'write'): void {
  const plugin = pluginUnderWay()
  if (plugin === null || isDeclaredByProduct(section)) return
  const id = idOfSection(section)
  const owner = /^plugin\.([^.]+)/.exec(id)?.[1]
  if (owner === plugin || (owner === undefined && use === 'hold')) return
  const whose = owner === undefined ? `the settings ${id} of the product` : `the settings of the plugin ${owner}`
  throw new Error(`the plugin ${plugin} has no access to ${whose}`)
}

/**
 * The same for documents of other plugins. Those of the product are what the product itself uses in the place of a
 * plugin. @throws Error
 */
export function requireOwnDocuments(collection: string): void {
  const plugin = pluginUnderWay()
  const [owner = ''] = collection.split('.')
  if (plugin === null || owner === plugin || OF_THE_PRODUCT.has(owner)) return
  throw new Error(`the plugin ${plugin} has no access to the documents ${collection}: its own begin with ${plugin}.`)
}
