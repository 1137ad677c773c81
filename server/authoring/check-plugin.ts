import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '#core/message-of.ts'
import { coreOperations } from '#core/operations.ts'
import type { Messages, Plugin } from '#core/plugin.ts'
import { withinTime } from '#core/within-time.ts'
import { checkContributions } from '../compose/contribution-checks.ts'
import { checkedPlugin, refuseClashes } from '../compose/plugin-checks.ts'
import { findBuiltPlugins, findSourcePlugins, manifestOf, MANIFEST_KEYS } from '../compose/plugin-loader.ts'
import { fileSums, sumOfAll } from '../compose/plugin-sum.ts'
import type { FoundPlugin } from '../compose/plugins.ts'
import { migrationFault } from './check-migrations.ts'
import { unknownNames } from './check-names.ts'
import { serverFaults } from './check-server.ts'
import { styleFaults } from './check-styles.ts'
import { webFaults } from './check-web.ts'

export interface CheckedPlugin {
  readonly id: string
  /** In plain words, one per line; empty when there are none. */
  readonly faults: readonly string[]
  /** Its sum for `PLUGIN_SUMS`; '' for a plugin of the product. */
  readonly sum: string
}

const LOAD_MS = 5_000
const SOURCES = path.resolve(import.meta.dirname, '../../plugins')

/** All fields of `Plugin`: any other field is a typo, and would be ignored silently. */
const KEYS: Readonly<Record<keyof Plugin, true>> = {
  id: true,
  apiVersion: true,
  summary: true,
  version: true,
  needs: true,
  staysOn: true,
  operations: true,
  errors: true,
  handlers: true,
  outbox: true,
  contributes: true,
  jobs: true,
  tasks: true,
  settings: true,
  routes: true,
  migrations: true,
  messages: true,
  start: true,
  stop: true,
}

/**
 * Checks the plugin in this folder, dropped-in or part of the product, against the contract and against the plugins it
 * would run beside: those of the product and those in neighbouring folders. It is loaded, but not started.
 * @param dueSum the required sum; null for none
 * @param besideFolder the folder with the plugins it would run beside, if not its own parent
 */
export async function checkPlugin(
  folder: string,
  dueSum: string | null = null,
  besideFolder?: string,
): Promise<CheckedPlugin> {
  const own = path.resolve(folder)
  const id = path.basename(own)
  const names = await readdir(own).catch(() => null)
  if (!names) return { id, faults: [`there is no folder ${own}`], sum: '' }
  const isBuilt = names.includes('manifest.json')
  if (!isBuilt && !names.includes('plugin.ts'))
    return { id, faults: ['it has neither a manifest.json nor a plugin.ts'], sum: '' }
  const parent = path.dirname(own)
  const beside = isBuilt ? await findBuiltPlugins(parent) : await findSourcePlugins(parent)
  const found = beside.find((each) => each.id === id)
  const neighbours = besideFolder === undefined ? beside : await findBuiltPlugins(besideFolder)
  const others = [
    ...(parent === SOURCES ? [] : await findSourcePlugins(SOURCES)),
    ...neighbours.filter((each) => each.id !== id),
  ]
  const faults = [...(isBuilt ? await faultsOfManifest(own) : [])]
  if (others.some((other) => other.id === id)) faults.push(`the product has a plugin ${id} already`)
  // Named before it is loaded: it might load where it is now, beside the sources of the product.
  if (isBuilt && faults.length === 0) faults.push(...(await faultsOfImports(own)))
  // A manifest that cannot be read, or has no name, was reported already.
  const folderOf = (name: string): string => {
    if (name === id) return own
    const folders = [besideFolder ?? parent, SOURCES].map((place) => path.join(place, name))
    return folders.find((place) => existsSync(place)) ?? own
  }
  if (found && faults.length === 0) faults.push(...(await faultsOfServer(id, found, others, folderOf)))
  if (isBuilt) faults.push(...(await faultsOfWeb(own, id)))
  const sum = isBuilt ? await sumOf(own, faults) : ''
  if (dueSum !== null && sum !== '' && dueSum !== sum) faults.push(`PLUGIN_SUMS names another sum than its own, ${sum}`)
  return { id, faults: [...new Set(faults)], sum }
}

const sumOf = (folder: string, faults: string[]): Promise<string> =>
  fileSums(folder).then(sumOfAll, (error: unknown) => {
    faults.push(`it has no sum: ${messageOf(error)}`)
    return ''
  })

async function faultsOfManifest(folder: string): Promise<readonly string[]> {
  const manifest = await manifestOf(folder).catch(messageOf)
  if (typeof manifest === 'string') return [manifest]
  const faults = manifest.unknown.map(
    (key) => `its manifest.json has an unknown key: ${key} (known: ${MANIFEST_KEYS.join(', ')})`,
  )
  for (const name of [manifest.server, manifest.web])
    if (name !== undefined && !(await stat(path.join(folder, name)).catch(() => null))?.isFile())
      faults.push(`its manifest.json names ${name}, which is not there`)
  if (manifest.server === undefined && manifest.web === undefined)
    faults.push('it has neither a server nor a web entry')
  return faults
}

async function faultsOfServer(
  id: string,
  found: FoundPlugin,
  others: readonly FoundPlugin[],
  folderOf: (id: string) => string,
): Promise<readonly string[]> {
  const loaded = await loadedOf(found)
  if ('fault' in loaded) return [`it cannot be loaded: ${loaded.fault}`]
  const { exported } = loaded
  const faults = Object.keys(exported as object)
    .filter((key) => !Object.hasOwn(KEYS, key))
    .map((key) => `it has an unknown key: ${key}`)
  const plugin = attempt(() => checkedPlugin(id, exported))
  if (typeof plugin === 'string') return [...faults, plugin]
  const running = await runningBeside(others)
  const clash = attempt(() => refuseClashes(plugin, coreOperations, running))
  const wrong = attempt(() => checkContributions(plugin, running))
  const migrating = await migrationFault(plugin, running)
  for (const fault of [clash, wrong, migrating]) if (typeof fault === 'string') faults.push(fault)
  return [
    ...faults,
    ...(await unknownNames(plugin, folderOf)),
    ...missingTexts(plugin),
    ...missingNeeds(plugin, running),
  ]
}

async function loadedOf({ load }: FoundPlugin): Promise<{ readonly fault: string } | { readonly exported: unknown }> {
  try {
    const exported = await withinTime('loading', LOAD_MS, load)
    if (typeof exported === 'object' && exported !== null) return { exported }
    return { fault: 'its entry has no default export' }
  } catch (error) {
    return { fault: messageOf(error) }
  }
}

/** The message of what was thrown. */
function attempt<T>(check: () => T): T | string {
  try {
    return check()
  } catch (error) {
    return messageOf(error)
  }
}

/** Only plugins that would start; problems of others are not this plugin's fault. */
async function runningBeside(others: readonly FoundPlugin[]): Promise<readonly Plugin[]> {
  const running: Plugin[] = []
  for (const other of others) {
    const loaded = await loadedOf(other)
    const plugin = 'fault' in loaded ? loaded.fault : attempt(() => checkedPlugin(other.id, loaded.exported))
    if (typeof plugin === 'object') running.push(plugin)
  }
  return running
}

const missingNeeds = ({ needs = [] }: Plugin, running: readonly Plugin[]): readonly string[] =>
  needs.filter((need) => !running.some(({ id }) => id === need)).map((need) => `it needs ${need}, which is not there`)

/** Texts missing in one of the languages, and operations without a Chinese summary. */
function missingTexts({ operations = {}, messages }: Plugin): readonly string[] {
  const { calls: _, ...en } = messages?.en ?? {}
  // English summaries are in the plugin and its operations themselves.
  const { calls = {}, summary: _summary, ...chinese } = messages?.['zh-cn'] ?? {}
  const inEnglish = keysOf(en)
  const inChinese = keysOf(chinese)
  const named = typeof calls === 'object' ? calls : {}
  const called = Object.entries(operations).flatMap(([group, own]) =>
    Object.keys(own).map((name) => `${group}.${name}`),
  )
  return [
    ...inEnglish.filter((key) => !inChinese.includes(key)).map((key) => `the text ${key} is missing in zh-cn`),
    ...inChinese.filter((key) => !inEnglish.includes(key)).map((key) => `the text ${key} is missing in en`),
    ...called
      .filter((name) => typeof named[name] !== 'string')
      .map((name) => `the operation ${name} has no text calls.${name} in zh-cn`),
  ]
}

const keysOf = (texts: Messages, group = ''): readonly string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [`${group}${key}`] : keysOf(text, `${group}${key}.`),
  )

async function faultsOfImports(folder: string): Promise<readonly string[]> {
  const { server } = await manifestOf(folder)
  return server === undefined ? [] : serverFaults(folder, server)
}

async function faultsOfWeb(folder: string, id: string): Promise<readonly string[]> {
  const manifest = await manifestOf(folder).catch(() => null)
  if (manifest?.web === undefined) return []
  const entry = path.join(folder, manifest.web)
  return [...(await webFaults(entry, id)), ...(await styleFaults(entry, id))]
}

/** The sum `PLUGIN_SUMS` requires of this plugin; null when it is not set. A plugin missing in it may not run. */
export const dueSumOf = (sums: ReadonlyMap<string, string>, folder: string): string | null => {
  if (sums.size === 0) return null
  return sums.get(path.basename(path.resolve(folder))) ?? 'none'
}
