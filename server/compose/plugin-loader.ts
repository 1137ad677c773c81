import { readdir, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import * as promise from '#core/plugin.ts'
import { webFilesOf, type PluginWebFiles } from '../plugin-web-files.ts'
import { fileSums, sumOfAll, type FileSums } from './plugin-sum.ts'
import type { Config } from '../config.ts'
import { builtPlugins } from './built-plugins.ts'
import type { FoundPlugin } from './plugins.ts'

/** Handed to built plugins, which cannot import the product's files: all of `core/plugin.ts`, and zod. */
export type PluginKit = typeof promise & { readonly z: typeof z }
const kit: PluginKit = { ...promise, z }

const entryName = z.string().regex(/^[\w-]+\.js$/, 'must be the name of a .js file beside the manifest')
const Manifest = z.object({
  id: z.string(),
  apiVersion: z.number(),
  summary: z.string().min(1),
  version: z.string().max(40).optional(),
  server: entryName.optional(),
  web: entryName.optional(),
})

/** The folder of the product's plugins. */
const SOURCE_PLUGINS = path.resolve(import.meta.dirname, '../../plugins')

/**
 * Plugins of the product and, if the configuration allows, those of the operator, in the order in which they start.
 * @param checked receives the folders of plugins with a required sum
 */
export const findPlugins = async (
  { DATA_DIR, PLUGINS, PLUGIN_SUMS }: Pick<Config, 'DATA_DIR' | 'PLUGINS' | 'PLUGIN_SUMS'>,
  checked: Map<string, FileSums> = new Map(),
): Promise<readonly FoundPlugin[]> => [
  ...(await findSourcePlugins(SOURCE_PLUGINS)),
  ...(PLUGINS === 'on' ? await findBuiltPlugins(path.resolve(DATA_DIR, 'plugins'), PLUGIN_SUMS, checked) : []),
]

/** Plugins as sources: folders of the product with a `plugin.ts`. */
export async function findSourcePlugins(folder: string): Promise<readonly FoundPlugin[]> {
  const ids = await foldersWith(folder, 'plugin.ts')
  return ids.map((id) => ({
    id,
    async load() {
      const built = folder === SOURCE_PLUGINS ? builtPlugins.get(id) : undefined
      return defaultOf(built ? await built() : await import(pathToFileURL(path.join(folder, id, 'plugin.ts')).href))
    },
    webFiles: () => null,
  }))
}

/**
 * Built plugins: folders with a `manifest.json`, added by the operator. They need no build of the product.
 * @param sums the sum of each plugin that may run, by id; if there are any, no other plugin runs
 * @param checked receives the folder of each plugin whose files were summed
 */
export async function findBuiltPlugins(
  folder: string,
  sums: ReadonlyMap<string, string> = new Map(),
  checked: Map<string, FileSums> = new Map(),
): Promise<readonly FoundPlugin[]> {
  const ids = await foldersWith(folder, 'manifest.json')
  return ids.map((id) => {
    let webFiles: PluginWebFiles | null = null
    return {
      id,
      async load() {
        const at = path.join(folder, id)
        const summed = sums.size > 0 ? await requireSum(at, sums.get(id)) : null
        webFiles = await webFilesIn(at)
        if (summed) {
          requireSummed(webFiles, summed)
          checked.set(await realpath(at), summed)
        }
        return loadBuilt(at)
      },
      webFiles: () => webFiles,
    }
  })
}

/** The files for browsers, fixed now: later changes on the disk are not served. */
async function webFilesIn(folder: string): Promise<PluginWebFiles | null> {
  const { web } = await manifestOf(folder)
  if (web === undefined) return null
  return webFilesOf(path.join(folder, web)).catch((cause: unknown) => {
    throw new Error(`its ${web} cannot be read`, { cause })
  })
}

/** @returns the checksums of the files */
async function requireSum(folder: string, due: string | undefined): Promise<FileSums> {
  if (due === undefined) throw new Error('PLUGIN_SUMS does not name it')
  const sums = await fileSums(folder)
  const sum = sumOfAll(sums)
  if (sum !== due) throw new Error(`its files are not those of PLUGIN_SUMS: their sum is ${sum}`)
  return sums
}

/** Browsers get only files that were summed. */
function requireSummed(web: PluginWebFiles | null, sums: FileSums): void {
  for (const [name, { digest }] of web?.files ?? [])
    if (sums.get(name) !== digest) throw new Error(`its ${name} was changed while it was checked`)
}

async function loadBuilt(folder: string): Promise<unknown> {
  const { server, web: _web, unknown: _unknown, ...facts } = await manifestOf(folder)
  if (server === undefined) return facts
  const entry: unknown = defaultOf(await import(pathToFileURL(path.join(folder, server)).href))
  const plugin: unknown = typeof entry === 'function' ? await entry(kit) : entry
  // Only a plugin of the product stays on: one that fails can be switched off.
  return typeof plugin === 'object' && plugin !== null ? { ...facts, ...plugin, staysOn: undefined } : plugin
}

export const MANIFEST_KEYS: readonly string[] = Object.keys(Manifest.shape)

/** @throws Error with the problem in one line */
export async function manifestOf(
  folder: string,
): Promise<z.output<typeof Manifest> & { readonly unknown: readonly string[] }> {
  const text = await readFile(path.join(folder, 'manifest.json'), 'utf8')
  const given = parsed(text)
  const manifest = Manifest.safeParse(given)
  const unknown = Object.keys(Object(given) as object).filter((key) => !MANIFEST_KEYS.includes(key))
  if (manifest.success) return { ...manifest.data, unknown }
  const issue = manifest.error.issues[0]
  throw new Error(`its manifest.json is wrong: ${issue?.path.join('.')} ${issue?.message}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('its manifest.json is not JSON', { cause })
  }
}

const defaultOf = (module: { readonly default?: unknown }): unknown => module.default

async function foldersWith(parent: string, file: string): Promise<readonly string[]> {
  const folders = await readdir(parent, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Error(`cannot look for plugins in ${parent}`, { cause: error })
  })
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  // An unreadable folder is treated as a plugin, and reported as unreadable.
  const isIn = (files: readonly string[]): boolean => files.includes(file)
  const held = await Promise.all(names.map((name) => readdir(path.join(parent, name)).then(isIn, () => true)))
  return names.filter((_, index) => held[index]).toSorted()
}
