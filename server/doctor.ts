/*
 * npm run doctor                  looks whether the settings lead somewhere, at the build, the disks, the address and, with
 *                                 PostgreSQL, at the clock, the key and the storage and mail server in the settings of the
 *                                 site
 * npm run doctor -- --database    also reads the whole database and compares its indexes with its rows
 * npm run doctor -- --database --rebuild-indexes   … and makes damaged indexes anew where all rows are whole
 *
 * Nothing else is changed. The embedded database can be looked at only while no server runs.
 */
import './as-newest.ts'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { connectTo, type CopyPlace } from '#adapters/database/copy.ts'
import { lockDirectory } from '#adapters/database/directory-lock.ts'
import { assertFits } from '#adapters/database/fitting-server.ts'
import { examined, rebuildIndexes, type Examined } from '#adapters/database/examination.ts'
import { SmtpMail } from '#adapters/mail/smtp/smtp-mail.ts'
import { SystemClock } from '#adapters/system/clock.ts'
import { pingRedis } from '#adapters/system/redis-link.ts'
import { becomeOwnerOf } from './as-owner.ts'
import { assertHoldsSite, damagedDatabase, databaseFolderOf } from './compose/data-directory.ts'
import { BUILT_IN_KINDS, storageAt } from './compose/storage-choice.ts'
import { explainedOpening } from './compose/why-not-opened.ts'
import type { Config } from './config.ts'
import { configOrExit, EXIT_UNUSABLE } from './config-exit.ts'
import { lineOf, note, type Finding } from './doctor/finding.ts'
import { lookInDatabase } from './doctor/in-database.ts'
import { lookAround } from './doctor/surroundings.ts'
import { EXIT_FAILED, exitWith } from './exits.ts'
import { createLogger, PinoLog } from './log.ts'
import { UnusableData } from './unusable-data.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log = new PinoLog(createLogger('warn'))

/** @returns whether everything is all right */
async function lookAtSettings(config: Config): Promise<boolean> {
  const { DATABASE_URL, REDIS_URL, SMTP_URL, PUBLIC_URL, STORAGE_URL, DATA_DIR } = config
  say('All settings can be read.')
  const checks: readonly (readonly [string, (() => Promise<unknown>) | null])[] = [
    [`DATA_DIR=${DATA_DIR}`, DATABASE_URL ? null : () => assertHoldsSite(path.resolve(DATA_DIR))],
    ['DATABASE_URL', DATABASE_URL ? () => answers(DATABASE_URL) : null],
    ['REDIS_URL', REDIS_URL ? () => pingRedis(REDIS_URL) : null],
    ['SMTP_URL', SMTP_URL && PUBLIC_URL ? () => new SmtpMail(SMTP_URL, PUBLIC_URL).check() : null],
    ['STORAGE_URL', isBuiltIn(STORAGE_URL) ? () => storageAnswers(STORAGE_URL) : null],
  ]
  let isWell = true
  for (const [setting, check] of checks) {
    if (!check) continue
    try {
      await check()
      say(`ok       ${setting}`)
    } catch (error) {
      isWell = false
      say(`WRONG    ${setting}: ${error instanceof Error ? error.message.replace(`${setting}: `, '') : String(error)}`)
    }
  }
  return isWell
}

async function answers(url: string): Promise<void> {
  try {
    const { client, close } = await connectTo({ url })
    try {
      await assertFits(client, (unfit) =>
        say(
          lineOf(
            note('DATABASE_URL', (explainedOpening(unfit, { url }) as Error).message.replace('DATABASE_URL: ', '')),
          ),
        ),
      )
    } finally {
      await close()
    }
  } catch (error) {
    throw explainedOpening(error, { url })
  }
}

/** Those of plugins are unsealed by the plugins. */
const isBuiltIn = (url: string | undefined): url is string =>
  url !== undefined && BUILT_IN_KINDS.some(({ id }) => url.startsWith(`${id}:`))

const storageAnswers = async (url: string): Promise<void> =>
  storageAt(url, BUILT_IN_KINDS, { clock: new SystemClock(), log }).check?.()

/** @returns whether everything is all right */
function told(findings: readonly Finding[]): boolean {
  for (const finding of findings) say(lineOf(finding))
  return findings.every(({ level }) => level !== 'wrong')
}

/** Checks that compare with a database; skipped when it is unavailable. @returns whether everything is all right */
async function lookWithin(place: CopyPlace, config: Config): Promise<boolean> {
  const connection = await connectTo(place).catch(() => null)
  if (!connection) return true
  try {
    return told(await lookInDatabase(connection.client, config, log))
  } finally {
    await connection.close()
  }
}

/** @returns whether everything is all right */
async function lookAtDatabase(config: Config, mayRebuild: boolean): Promise<boolean> {
  const { DATABASE_URL, DATA_DIR } = config
  await using held = new AsyncDisposableStack()
  const directory = path.resolve(DATA_DIR)
  if (!DATABASE_URL) {
    await assertHoldsSite(directory)
    const lock = await lockDirectory(directory)
    held.defer(() => lock.release())
  }
  const place: CopyPlace = DATABASE_URL ? { url: DATABASE_URL } : { directory: databaseFolderOf(directory) }
  const connect = () =>
    connectTo(place).catch((error: unknown) => {
      throw explainedOpening(error, place)
    })
  const look = async (): Promise<readonly Examined[]> => {
    const seen: Examined[] = []
    for await (const found of examined(connect)) {
      seen.push(found)
      tellOf(found)
    }
    return seen
  }
  try {
    const tables = await look()
    const damaged = tables.filter(({ problems }) => problems.length > 0)
    const haveAllRows = damaged.every(({ problems }) => problems.every(({ of }) => of === 'index'))
    if (damaged.length === 0) return whole(tables) && (DATABASE_URL ? true : await lookWithin(place, config))
    if (!haveAllRows || !mayRebuild) {
      for (const line of haveAllRows ? ONLY_INDEXES : LOST_ROWS) say(line)
      return false
    }
    const connection = await connect()
    for (const { table } of damaged) {
      await rebuildIndexes(connection, table)
      say(`rebuilt  the indexes of ${table}`)
    }
    await connection.close()
    const again = await look()
    return again.every(({ problems }) => problems.length === 0) && whole(again)
  } catch (error) {
    const explained = explainedOpening(error, place)
    if (DATABASE_URL || explained instanceof UnusableData) throw explained
    // The metadata of the tables itself cannot be read.
    throw damagedDatabase(directory, explained)
  }
}

function whole(tables: readonly Examined[]): true {
  say(`All ${tables.length} tables and their indexes are whole.`)
  return true
}

function tellOf({ table, rows, compared, uncompared, problems }: Examined): void {
  const left = uncompared.length > 0 ? ` (not compared: ${uncompared.join(', ')})` : ''
  if (problems.length === 0) say(`ok       ${table}: ${rows} rows, ${compared} indexes${left}`)
  else for (const { text } of problems) say(`DAMAGED  ${table}: ${text}`)
}

const UNOPENED = note(
  'database and key',
  'are not looked at while a server may use them: stop it, and run `npm run doctor -- --database`.',
)
const ONLY_INDEXES = [
  'Every row is there; only ways to find them are damaged.',
  'Stop the server and keep a copy of the database as it is. Then run `npm run doctor -- --database --rebuild-indexes`.',
]
const LOST_ROWS = [
  'Something that was kept is lost or cannot be read.',
  'Stop the server and keep a copy of the database as it is. Then restore your last backup.',
  'Find out why before you go on: a full or failing disk, a copy that was made while the server ran, files that somebody changed.',
]

const { values, positionals } = parseArgs({
  options: { database: { type: 'boolean', default: false }, 'rebuild-indexes': { type: 'boolean', default: false } },
  allowPositionals: true,
  strict: false,
})
const unknown = [
  ...positionals,
  ...Object.keys(values).filter((name) => !['database', 'rebuild-indexes'].includes(name)),
]
if (unknown.length > 0) {
  process.stderr.write('usage: npm run doctor [-- --database [--rebuild-indexes]]\n')
  process.exit(EXIT_FAILED)
}
try {
  const config = configOrExit()
  await becomeOwnerOf(config.DATA_DIR)
  const isWell = [
    await lookAtSettings(config),
    told(await lookAround(config)),
    // The embedded one is opened only on request.
    config.DATABASE_URL
      ? await lookWithin({ url: config.DATABASE_URL }, config)
      : told(values.database ? [] : [UNOPENED]),
    values.database ? await lookAtDatabase(config, values['rebuild-indexes'] === true) : true,
  ]
  // Connections that are retried would keep the process alive.
  process.exit(isWell.every(Boolean) ? 0 : EXIT_UNUSABLE)
} catch (error) {
  exitWith(error, log, 'The doctor stops')
}
