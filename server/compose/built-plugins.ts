/**
 * How plugins of the product are loaded, by id, in a build of the server, which puts its own list in the place of this
 * module: built and source modules of one product must not be mixed. Empty when the server runs from its sources.
 */
export const builtPlugins: ReadonlyMap<string, () => Promise<unknown>> = new Map()
