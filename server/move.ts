/*
 * npm run move -- --to postgresql://…   copies the database of this site to a PostgreSQL that is empty
 * npm run move -- --to FOLDER           copies it into the embedded database of a new DATA_DIR
 *
 * What is copied is what the environment names (DATABASE_URL, else DATA_DIR). It is only read; nothing else may use it.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CannotCopy, connectTo, copyRows, type CopyPlace } from '#adapters/database/copy.ts'
import { lockDirectory } from '#adapters/database/directory-lock.ts'
import { openDatabase } from '#adapters/database/open.ts'
import type { Plugin } from '#core/plugin.ts'
import { databaseFolderOf, prepareDataDirectory } from './compose/data-directory.ts'
import { findBuiltPlugins, findSourcePlugins, SOURCE_PLUGINS } from './compose/plugin-loader.ts'
import { ConfigError, type Config } from './config.ts'
import { explainedForDatabase } from './database-problems.ts'
import { configOrExit, EXIT_FAILED, exitWith } from './exits.ts'
import { createLogger, PinoLog } from './log.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log = new PinoLog(createLogger('warn'))

/** A database nobody else works on until it is released. */
interface Held {
  readonly place: CopyPlace
  release(): Promise<void>
}

async function move(config: Config, target: string): Promise<void> {
  const begun = performance.now()
  await using held = new AsyncDisposableStack()
  const hold = async (of: Promise<Held>): Promise<CopyPlace> => {
    const { place, release } = await of
    held.defer(release)
    return place
  }
  const from = await hold(config.DATABASE_URL ? heldServer(config.DATABASE_URL) : heldDirectory(config.DATA_DIR))
  const to = await hold(isAddress(target) ? heldServer(target) : heldDirectory(target))
  const plugins = await pluginsOf(config)
  for (const place of [from, to]) await upToDate(place, plugins)
  const source = await connectTo(from)
  held.defer(() => source.close())
  const copy = await connectTo(to)
  held.defer(() => copy.close())
  const copied = await copyRows(source.client, copy.client, ({ name, rows }) => {
    if (rows > 0) say(`${String(rows).padStart(10)}  ${name}`)
  })
  const rows = copied.reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  say(`Copied ${rows} rows of ${copied.length} tables in ${seconds} s; each table was compared with its original.`)
  say(isAddress(target) ? AFTER_SERVER : afterDirectory(config, target))
}

const isAddress = (target: string): boolean => /^postgres(ql)?:\/\//.test(target)

const AFTER_SERVER =
  'Now set DATABASE_URL to that address and keep DATA_DIR: secret.key, files and plugins stay in it. The folder database in it is not used any more.'
const afterDirectory = ({ DATA_DIR, DATABASE_URL }: Config, target: string): string =>
  path.resolve(target) === path.resolve(DATA_DIR)
    ? 'Now start without DATABASE_URL.'
    : `Now copy secret.key, files and plugins from ${DATA_DIR} to ${target} and start with DATA_DIR=${target}${DATABASE_URL ? ' and without DATABASE_URL' : ''}.`

async function heldDirectory(given: string): Promise<Held> {
  const directory = await prepareDataDirectory(given, (message) => log.warn(message))
  const lock = await lockDirectory(directory)
  return { place: { directory: databaseFolderOf(directory) }, release: () => lock.release() }
}

/** @throws CannotCopy while a server of the product works on it */
async function heldServer(url: string): Promise<Held> {
  try {
    const { client, close } = await connectTo({ url })
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'octavo' limit 1`,
    )
    await close()
    if (rows.length > 0) throw new CannotCopy(`an Octavo is using ${new URL(url).host}: stop it first`)
    return { place: { url }, release: async () => undefined }
  } catch (error) {
    throw explainedForDatabase(error, url)
  }
}

async function pluginsOf({ DATA_DIR, PLUGINS, PLUGIN_SUMS }: Config): Promise<readonly Plugin[]> {
  const found = [
    ...(await findSourcePlugins(SOURCE_PLUGINS)),
    ...(PLUGINS === 'on' ? await findBuiltPlugins(path.join(DATA_DIR, 'plugins'), PLUGIN_SUMS) : []),
  ]
  const loaded: Plugin[] = []
  for (const { id, load } of found)
    await load().then(
      (plugin) => loaded.push({ ...(plugin as Plugin), id }),
      (error: unknown) => log.error(`the plugin ${id} cannot be read`, error),
    )
  return loaded
}

/** Brings the tables of the product and its plugins to the state of this version. */
async function upToDate(place: CopyPlace, plugins: readonly Plugin[]): Promise<void> {
  const location =
    'url' in place
      ? { kind: 'postgres' as const, url: place.url }
      : { kind: 'directory' as const, path: place.directory }
  const database = await openDatabase({ location, warn: (message) => log.warn(message), tell: say })
  try {
    for (const { id, migrations = [] } of plugins) await database.migratePlugin(id, migrations)
  } finally {
    await database.close()
  }
}

const { values } = parseArgs({ options: { to: { type: 'string' } }, strict: false })
if (typeof values.to !== 'string') {
  process.stderr.write('usage: npm run move -- --to postgresql://user:password@host/database, or --to FOLDER\n')
  process.exit(EXIT_FAILED)
}
try {
  await move(configOrExit(), values.to)
} catch (error) {
  if (error instanceof CannotCopy) exitWith(new ConfigError([`nothing was copied: ${error.message}.`]), log)
  exitWith(error, log)
}
