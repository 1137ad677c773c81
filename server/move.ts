/*
 * npm run move -- --to postgresql://…   copies the database of this site to a PostgreSQL that is empty
 * npm run move -- --to FOLDER           copies it into the embedded database of a new DATA_DIR
 *
 * Without --to, MOVE_TO names the target, which keeps a password out of the command line, where npm and the list of
 * processes show it.
 *
 * What is copied is what the environment names (DATABASE_URL, else DATA_DIR). It is only read; nothing else may use it.
 */
import './as-newest.ts'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { copyRows, type CopyPlace } from '#adapters/database/copy.ts'
import { CannotCopy } from '#adapters/database/whole-tables.ts'
import { becomeOwnerOf } from './as-owner.ts'
import {
  connectedUpToDate,
  heldDatabase,
  heldDirectory,
  heldServer,
  pluginsOf,
  ServerRunning,
  type HeldDatabase,
} from './compose/held-database.ts'
import { ConfigError, type Config } from './config.ts'
import { configOrExit } from './config-exit.ts'
import { EXIT_FAILED, exitWith } from './exits.ts'
import { createLogger, PinoLog } from './log.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log = new PinoLog(createLogger('warn'))

async function move(config: Config, target: string): Promise<void> {
  const begun = performance.now()
  await using held = new AsyncDisposableStack()
  const hold = async (of: Promise<HeldDatabase>): Promise<CopyPlace> => {
    const { place, release } = await of
    held.defer(release)
    return place
  }
  const from = await hold(heldDatabase(config, log))
  const to = await hold(isAddress(target) ? heldServer(target) : heldDirectory(target, log))
  const plugins = await pluginsOf(config, log)
  const source = await connectedUpToDate(from, plugins, { log, say })
  held.defer(() => source.close())
  const copy = await connectedUpToDate(to, plugins, { log, say })
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

const IN_VAIN = 'The move stops'

const { values } = parseArgs({ options: { to: { type: 'string' } }, strict: false })
const target = typeof values.to === 'string' ? values.to : process.env['MOVE_TO']
if (target === undefined || target === '') {
  process.stderr.write(
    'usage: npm run move -- --to FOLDER, or MOVE_TO=postgresql://user:password@host/database npm run move\n',
  )
  process.exit(EXIT_FAILED)
}
try {
  const config = configOrExit()
  // Its parser would repeat the whole address.
  if (isAddress(target) && !URL.canParse(target))
    throw new ConfigError([
      'nothing was copied: the target is no address, as postgresql://user:password@host/database.',
    ])
  await becomeOwnerOf(config.DATA_DIR, isAddress(target) ? null : target)
  await move(config, target)
} catch (error) {
  if (error instanceof CannotCopy) exitWith(new ConfigError([`nothing was copied: ${error.message}.`]), log, IN_VAIN)
  if (error instanceof ServerRunning)
    exitWith(new ConfigError(error.lines.map((line) => `nothing was copied: ${line}`)), log, IN_VAIN)
  exitWith(error, log, IN_VAIN)
}
