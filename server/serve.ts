import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createAdministrator, prepareSetup } from '#core/account/first-administrator.ts'
import { isRefusal } from '#core/errors.ts'
import { noteReady } from './active-version.ts'
import { createApp, type AppOptions } from './app.ts'
import { compose } from './compose/compose.ts'
import { PluginRegistry } from './compose/plugin-registry.ts'
import { ConfigError, type Config } from './config.ts'
import { explainedForDisk } from './disk-problems.ts'
import { explainedForDatabase } from './database-problems.ts'
import { EXIT_DISK_FULL, EXIT_FAILED, exitWith } from './exits.ts'
import type { Application } from './application.ts'
import { logLibraryLines } from './library-lines.ts'
import { createLogger, PinoLog } from './log.ts'
import { keepHeapSmall } from './prepared-process.ts'
import { explainer } from './rest/errors.ts'
import { takeNote } from './standstill/standstill-note.ts'
import { watchForStandstill } from './standstill/standstill-watch.ts'
import { problemsOf } from './start-checks.ts'
import { settleStrayErrors } from './stray-errors.ts'
import { DiskFull } from './unusable-data.ts'

const STOP_MS = 15_000
const SAME_SIGNAL_MS = 1_000

/**
 * Runs the server until it is told to stop. `extend` modifies the app before it listens, for the development server.
 */
export async function serve(
  config: Config,
  extend?: (app: FastifyInstance, config: Config) => Promise<void>,
  options: AppOptions = {},
): Promise<void> {
  const logger = createLogger(config.LOG_LEVEL)
  const log = new PinoLog(logger)
  // The development server prints for people.
  if (!extend) logLibraryLines(log)
  let isAccepting = true
  const lost = Promise.withResolvers<Error>()
  const updated = Promise.withResolvers<void>()
  const plugins = new PluginRegistry()
  const ending: Ending = { end: process.exit }
  settleStrayErrors({ dataDirectory: config.DATA_DIR, log, plugins, end: () => ending.end(EXIT_FAILED) })
  let application: Application | null = null
  watchForStandstill(config, (id, problem) => plugins.noteFailure(id, blockBy(problem)))
  try {
    application = await compose(config, log, { onLost: lost.resolve, onUpdated: updated.resolve, plugins })
    // Once the data are this process's: before, it could be another one that is blocked now.
    const blocker = takeNote(config.DATA_DIR)
    if (blocker !== null) {
      log.warn(`the plugin ${blocker} blocked the server until that was ended: PLUGINS_DISABLED=${blocker} disables it`)
      plugins.noteFailure(blocker, blockBy('it blocked the server until that was ended'))
    }
    const app = await createApp(application, { ...options, logger, isAccepting: () => isAccepting })
    await extend?.(app, config)
    const stop = stopper(app, application, () => (isAccepting = false))
    const setupToken = await firstAdministrator(application)
    keepHeapSmall()
    await app.listen({ port: config.PORT, host: config.HOST })
    const url = config.PUBLIC_URL ?? addressOf(app)
    log.info(`Octavo is ready at ${url}`)
    noteReady(config.DATA_DIR)
    if (setupToken !== null) {
      // Not through the log, whose level may suppress it: without this line nobody can set up the site.
      process.stdout.write(`There is no administrator yet. Set one up at ${url}/setup?token=${setupToken}\n`)
    }
    const { DATA_DIR: dataDirectory } = config
    stopWhenNeeded(stop, { ending, lost: lost.promise, updated: updated.promise, dataDirectory, log })
    void tellProblems(application, log)
  } catch (error) {
    await application?.close()
    exitWith(explainedAway(error, config), log)
  }
}

const blockBy = (problem: string) => ({ how: 'block', part: { kind: 'itself', name: '' }, problem }) as const

/** How an error of the product ends the server: at once while it starts, and in order afterwards. */
interface Ending {
  end(code: number): void
}

/** PostgreSQL may become unavailable right after the start has checked it. */
const explainedAway = (error: unknown, { DATABASE_URL }: Config): unknown =>
  DATABASE_URL && isRefusal(error) && error.kind === 'databaseAway' ? explainedForDatabase(error, DATABASE_URL) : error

/** In the background: the start does not wait for other servers. */
async function tellProblems(application: Application, log: PinoLog): Promise<void> {
  try {
    for (const problem of await problemsOf(application)) log.warn(problem)
  } catch (error) {
    log.warn(`cannot look whether all settings lead somewhere: ${String(error)}`)
  }
}

/** Creates the configured administrator, or the one-time token for setting one up; null when there is one already. */
async function firstAdministrator({ config, product }: Application): Promise<string | null> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = config
  const { database, services } = product
  if (username === undefined || password === undefined) return prepareSetup(database, services)
  const made = await createAdministrator(database, services, { username, password }).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    const { message } = explainer([])(error, 'en')
    throw new ConfigError([`ADMIN_USERNAME and ADMIN_PASSWORD cannot be used: ${message}`])
  })
  if (made) services.log.info(`made the administrator ${made.username}`)
  return null
}

/** Stops in the order of reliability R3; a second call has no effect. */
function stopper(app: FastifyInstance, application: Application, refuseMore: () => void): () => Promise<void> {
  let stopping: Promise<void> | null = null
  const stop = async (): Promise<void> => {
    refuseMore()
    const isLate = await Promise.race([app.close().then(() => false), after(STOP_MS).then(() => true)])
    if (isLate) app.server.closeAllConnections()
    await application.close()
  }
  return () => (stopping ??= stop())
}
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

/**
 * Stops on a signal, after an uncaught error, and without a database, so that a supervisor restarts the server (R3–R5).
 */
function stopWhenNeeded(
  stop: () => Promise<void>,
  {
    ending,
    lost,
    updated,
    dataDirectory,
    log,
  }: {
    readonly ending: Ending
    readonly lost: Promise<Error>
    readonly updated: Promise<void>
    readonly dataDirectory: string
    readonly log: PinoLog
  },
): void {
  let stoppingSince: number | null = null
  const end = (code: number, leave: (code: number) => void = process.exit) => {
    if (stoppingSince !== null) {
      // A second signal forces the exit; a terminal and npm both forward one Ctrl+C, which counts once.
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(EXIT_FAILED)
      return
    }
    stoppingSince = performance.now()
    stop().then(
      () => leave(code),
      (error: unknown) => {
        log.error('cannot stop cleanly', error)
        process.exit(EXIT_FAILED)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      // A shell, npm and a supervisor may each forward it.
      if (stoppingSince === null) log.info(`stopping on ${signal}`)
      end(0)
    })
  ending.end = end
  const endWithUpdate = async (): Promise<void> => {
    await updated
    log.info('stopping to begin anew as the version that was put in place')
    end(EXIT_FAILED, beginAnew)
  }
  void endWithUpdate()
  const endWithDatabase = async (): Promise<void> => {
    const failure = explainedForDisk(await lost, path.resolve(dataDirectory))
    log.error('stopping because the database is gone', failure)
    if (failure instanceof DiskFull)
      process.once('exit', () => process.stderr.write(`Octavo stopped: ${failure.message}\n`))
    end(failure instanceof DiskFull ? EXIT_DISK_FULL : EXIT_FAILED)
  }
  void endWithDatabase()
}

/** In the same process, so that no watcher is needed; where that is impossible, the supervisor restarts it. */
function beginAnew(code: number): void {
  if (typeof process.execve !== 'function') return process.exit(code)
  const [node, ...rest] = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(node, [node, ...rest], process.env)
}

function addressOf({ server }: FastifyInstance): string {
  const address = server.address()
  if (address === null || typeof address === 'string') return String(address)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
