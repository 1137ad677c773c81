import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connectTo, type CopyPlace, type DirectConnection } from '#adapters/database/copy.ts'
import { assertFits } from '#adapters/database/fitting-server.ts'
import { lockDirectory } from '#adapters/database/directory-lock.ts'
import { locationOf, openDatabase } from '#adapters/database/open.ts'
import { placeOf } from '#adapters/database/server-place.ts'
import type { SchemaState } from '#adapters/database/schema-state.ts'
import { workingProcesses } from '#adapters/database/working-servers.ts'
import type { Plugin } from '#core/plugin.ts'
import type { Log } from '#core/ports/surroundings.ts'
import type { Config } from '../config.ts'
import { UnusableData } from '../unusable-data.ts'
import { assertHoldsSite, databaseFolderOf, prepareDataDirectory } from './data-directory.ts'
import { findPlugins } from './plugin-loader.ts'
import { settledPlugin } from './settled-plugin.ts'
import { explainedOpening } from './why-not-opened.ts'

/** A server is using the database, which the command needs exclusively. */
export class ServerRunning extends UnusableData {
  constructor(url: string) {
    super([`an Octavo is using ${placeOf(url)}: stop it first.`])
    this.name = 'ServerRunning'
  }
}

/** A database reserved until it is released. */
export interface HeldDatabase {
  readonly place: CopyPlace
  release(): Promise<void>
}

/**
 * The configured database, for a command that needs it exclusively.
 * @throws ServerRunning, DirectoryInUse while a server uses it; UnusableData when `DATA_DIR` contains none
 */
export async function heldDatabase({ DATABASE_URL, DATA_DIR }: Config, log: Log): Promise<HeldDatabase> {
  if (DATABASE_URL) return reserved(DATABASE_URL)
  const held = await heldDirectory(DATA_DIR, log)
  try {
    await assertHoldsSite(path.resolve(DATA_DIR))
    return held
  } catch (error) {
    await held.release()
    throw error
  }
}

/** The embedded database of a `DATA_DIR`, created if it is missing. */
export async function heldDirectory(given: string, log: Log): Promise<HeldDatabase> {
  const directory = await prepareDataDirectory(given, (message) => log.warn(message))
  const lock = await lockDirectory(directory)
  return { place: { directory: databaseFolderOf(directory) }, release: () => lock.release() }
}

/** The database of an address that is to become a site. @throws ServerRunning; ConfigError when it cannot hold one */
export const heldServer = (url: string): Promise<HeldDatabase> => reserved(url, (client) => assertFits(client))

/** @param assertUsable is left out for a site that is there: it may have to move because its database is unfit */
async function reserved(
  url: string,
  assertUsable?: (client: DirectConnection['client']) => Promise<void>,
): Promise<HeldDatabase> {
  try {
    const connection = await connectTo({ url })
    try {
      await assertUsable?.(connection.client)
      await assertNoServer(connection, url)
    } finally {
      await connection.close()
    }
    return { place: { url }, release: async () => undefined }
  } catch (error) {
    throw explainedOpening(error, { url })
  }
}

/** @throws ServerRunning */
export async function assertNoServer({ client }: DirectConnection, url: string): Promise<void> {
  for (let looks = 0; ; looks += 1) {
    if ((await workingProcesses(client)).length === 0) return
    if (looks === LOOKS) throw new ServerRunning(url)
    // The lock of a closed connection is released after a moment, or longer with a pooler.
    await setTimeout(BETWEEN_LOOKS_MS)
  }
}
const LOOKS = 30
const BETWEEN_LOOKS_MS = 100

/** All plugins, including those that are switched off. */
export async function pluginsOf(config: Config, log: Log): Promise<readonly Plugin[]> {
  const loaded: Plugin[] = []
  for (const { id, load } of await findPlugins(config))
    await load().then(
      (plugin) => loaded.push({ ...(settledPlugin(Object(plugin) as object) as Plugin), id }),
      (error: unknown) => log.error(`the plugin ${id} cannot be read`, error),
    )
  return loaded
}

/**
 * Migrates the tables of the product and its plugins to this version.
 * @param options.schema to this state instead, left by an older version
 * @returns a connection for work on the whole database
 */
export async function connectedUpToDate(
  place: CopyPlace,
  plugins: readonly Plugin[],
  { log, say, schema }: { readonly log: Log; say(line: string): void; readonly schema?: SchemaState },
): Promise<DirectConnection> {
  const warn = (message: string): void => log.warn(message)
  const opening = openDatabase({
    location: locationOf(place),
    warn,
    tell: say,
    ...(schema && { migrations: schema.migrations }),
  })
  try {
    const database = await opening
    try {
      for (const { id, migrations = [] } of plugins) {
        const wanted = migrations.filter(({ name }) => !schema || schema.plugins[id]?.includes(name))
        await database.migratePlugin(id, wanted)
      }
    } catch (error) {
      await database.close()
      throw error
    }
    return await database.handOver()
  } catch (error) {
    throw explainedOpening(error, place)
  }
}
