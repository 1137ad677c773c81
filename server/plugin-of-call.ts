import type { Plugin } from '#core/plugin.ts'

interface Asked {
  /** `{group}.{name}` of an operation; '' for none. */
  readonly operation?: string
  /** The address, for a route. */
  readonly url?: string
}

/** For the log: the plugin that was to answer; nothing when it was the product. */
export function pluginOfCall(
  plugins: readonly Plugin[],
  { operation = '', url = '' }: Asked,
): { readonly plugin?: string } {
  const [group = ''] = operation.split('.')
  const asked = plugins.find(
    ({ operations = {}, routes = [] }) =>
      Object.hasOwn(operations, group) || routes.some(({ prefix }) => url.startsWith(prefix)),
  )
  return asked ? { plugin: asked.id } : {}
}
