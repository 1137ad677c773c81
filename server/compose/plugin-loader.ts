import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import * as promise from '#core/plugin.ts'
import { pluginSum } from './plugin-sum.ts'
import type { FoundPlugin } from './plugins.ts'

/** What a built plugin is given, because it cannot import the product's files: all of `core/plugin.ts`, and zod. */
export type PluginKit = typeof promise & { readonly z: typeof z }
const kit: PluginKit = { ...promise, z }

const entryName = z.string().regex(/^[\w-]+\.js$/, 'must be the name of a .js file beside the manifest')
const Manifest = z.object({
  id: z.string(),
  apiVersion: z.number(),
  summary: z.string().min(1),
  server: entryName.optional(),
  web: entryName.optional(),
})

/** Plugins in source form: folders of the product with a `plugin.ts`. */
export async function findSourcePlugins(folder: string): Promise<readonly FoundPlugin[]> {
  const ids = await foldersWith(folder, 'plugin.ts')
  return ids.map((id) => ({
    id,
    load: async () => defaultOf(await import(pathToFileURL(path.join(folder, id, 'plugin.ts')).href)),
    webEntry: () => null,
  }))
}

/**
 * Built plugins: folders with a `manifest.json`, put there by the operator. They need no build of the product.
 * @param sums the sum of each plugin that may run, by id; when there are any, no other runs
 */
export async function findBuiltPlugins(
  folder: string,
  sums: ReadonlyMap<string, string> = new Map(),
): Promise<readonly FoundPlugin[]> {
  const ids = await foldersWith(folder, 'manifest.json')
  return ids.map((id) => {
    let webEntry: Uint8Array | null = null
    return {
      id,
      async load() {
        if (sums.size > 0) await requireSum(path.join(folder, id), sums.get(id))
        // Kept from now on: files that are changed later have no sum that anybody named.
        webEntry = await webEntryIn(path.join(folder, id))
        return loadBuilt(path.join(folder, id))
      },
      webEntry: () => webEntry,
    }
  })
}

async function webEntryIn(folder: string): Promise<Uint8Array | null> {
  const { web } = await manifestOf(folder)
  if (web === undefined) return null
  return readFile(path.join(folder, web)).catch((cause: unknown) => {
    throw new Error(`its ${web} cannot be read`, { cause })
  })
}

async function requireSum(folder: string, due: string | undefined): Promise<void> {
  if (due === undefined) throw new Error('PLUGIN_SUMS does not name it')
  const sum = await pluginSum(folder)
  if (sum !== due) throw new Error(`its files are not those of PLUGIN_SUMS: their sum is ${sum}`)
}

async function loadBuilt(folder: string): Promise<unknown> {
  const { server, web: _web, ...facts } = await manifestOf(folder)
  if (server === undefined) return facts
  const entry: unknown = defaultOf(await import(pathToFileURL(path.join(folder, server)).href))
  const plugin: unknown = typeof entry === 'function' ? entry(kit) : entry
  return typeof plugin === 'object' && plugin !== null ? { ...facts, ...plugin } : plugin
}

async function manifestOf(folder: string): Promise<z.output<typeof Manifest>> {
  const text = await readFile(path.join(folder, 'manifest.json'), 'utf8')
  const manifest = Manifest.safeParse(parsed(text))
  if (manifest.success) return manifest.data
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
  // One that nobody can look into is taken for a plugin, and named as one that cannot be read.
  const isIn = (files: readonly string[]): boolean => files.includes(file)
  const held = await Promise.all(names.map((name) => readdir(path.join(parent, name)).then(isIn, () => true)))
  return names.filter((_, index) => held[index]).toSorted()
}
