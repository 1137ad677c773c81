import path from 'node:path'
import { lockDirectory } from '#adapters/database/directory-lock.ts'
import type { CopyPlace } from '#adapters/database/copy.ts'
import { EngineStopped } from '#adapters/database/embedded/engine.ts'
import { locationOf, openDatabase } from '#adapters/database/open.ts'
import { runAsChecked } from '#adapters/system/checked-folders.ts'
import { letterJobs } from '#core/account/letter-jobs.ts'
import { recordPlugins } from '#core/audit/by-server.ts'
import { storageKinds } from '#core/attachment/storage-kinds.ts'
import { sweepFiles, SWEEP_JOB } from '#core/attachment/sweep.ts'
import { coreFollowers } from '#core/followers.ts'
import { coreOperations } from '#core/operations.ts'
import { named, type OperationTable } from '#core/operation.ts'
import type { Product } from '#core/perform.ts'
import { plainStore } from '#core/plain-store.ts'
import type { HandlerContext, Job, Plugin } from '#core/plugin.ts'
import type { ServerHealth } from '#core/ports/health.ts'
import type { JobHandler, JobRunner, JobSchedule } from '#core/ports/jobs.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { makePlannedBackup } from '#core/site/planned-backup.ts'
import { pluginsSettings } from '#core/site/plugin-settings.ts'
import { endRecycledItems } from '#core/item/end-recycled.ts'
import { sweep } from '#core/site/sweep.ts'
import { passTroubleOn, TROUBLE_JOB } from '#core/site/trouble.ts'
import { readSettings } from '#core/settings.ts'
import { sweepTasks, TASK_SWEEP_JOB } from '#core/task/sweep.ts'
import { TEAM_WORD_JOB } from '#core/team/vouched-teams.ts'
import { followWordOf } from '#core/team/team-word-job.ts'
import { noteTableChange } from '../active-version.ts'
import type { Config } from '../config.ts'
import type { ComposedApplication } from '../application.ts'
import { explainedForDisk } from '../disk-problems.ts'
import { RememberedErrors } from '../metrics/remembered-errors.ts'
import { assertNotSwitching } from '../switch/note.ts'
import { startTelemetry } from '../telemetry/telemetry.ts'
import { UploadedPlugins } from '../uploads/uploaded-plugins.ts'
import { bindContributions, buildContainer } from './container.ts'
import {
  assertNotRestoring,
  assertWholeOrNew,
  databaseFolderOf,
  makingDatabase,
  noteUnusedDatabase,
  prepareDataDirectory,
} from './data-directory.ts'
import { noteReached } from './reached-server.ts'
import { siteKeyOf } from './site-key.ts'
import { redisPartsOf } from './redis-parts.ts'
import { BACKUP_JOB, BACKUP_SCHEDULE, BIN_JOB, CORE_SCHEDULES, SITE_SWEEP_JOB, UPKEEP_JOB } from './core-jobs.ts'
import { AwaitedPageTexts } from './page-texts.ts'
import { FollowedSwitches } from './followed-switches.ts'
import { bytesOf, dumpTo } from './postgres-dump.ts'
import { findPlugins } from './plugin-loader.ts'
import { requireOwnDocuments, requireOwnSettings } from './own-data.ts'
import { notesKept, outboxJobs, resumeOutboxes } from './plugin-outbox.ts'
import { GUARD_LIMITS } from './plugin-guard.ts'
import { PluginRegistry } from './plugin-registry.ts'
import type { FileSums } from './plugin-sum.ts'
import { taskHost, taskJobs, taskKindsOf } from './plugin-tasks.ts'
import { bringUpPlugins, type RunningPlugins } from './plugins.ts'
import { keepRestorePoint } from './restore-points.ts'
import { folderBytes } from './room-for-copies.ts'
import { Snapshots } from './snapshots.ts'
import { storageAt } from './storage-choice.ts'
import { tokens } from './tokens.ts'
import { updatesOf } from './updates.ts'
import { explainedOpening } from './why-not-opened.ts'

/** Somebody is waiting for the test of a storage, which takes several requests. */
const TRIED_STORAGE_MS = 5_000
const UPKEEP_MS = 30 * 60_000
const BIN_MS = 30 * 60_000
const BACKUP_MS = 12 * 3_600_000
/** Jobs with a longer time limit have slots of their own. */
const CORE_JOB_MS = 60_000

/**
 * Lock → database and migrations → secrets → plugins → jobs: the application, ready to serve. If a step fails,
 * everything opened so far is closed.
 * @throws DirectoryInUse when another process has the embedded database open
 * @throws ConfigError, UnusableData with what the operator can do
 */
export async function compose(
  config: Config,
  log: Log,
  {
    onLost = () => undefined,
    onUpdated = () => undefined,
    isSwitching = false,
    plugins = new PluginRegistry(),
  }: Partial<Starting> = {},
): Promise<ComposedApplication> {
  const opened: (() => Promise<unknown>)[] = []
  const closeAll = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse())
      await close().catch((error: unknown) => {
        // Logged when it happened.
        if (!(error instanceof EngineStopped)) log.error('cannot close', error)
      })
  }
  try {
    const remembered = new RememberedErrors(log)
    return await composed({ config, log: remembered, onLost, onUpdated, isSwitching, plugins, opened, close: closeAll })
  } catch (error) {
    await closeAll()
    throw explainedForDisk(error, path.resolve(config.DATA_DIR))
  }
}

/** Settings without which several servers of one database do not work as one. */
const LACKING_BESIDE_OTHERS = [
  { setting: 'SECRET_KEY', value: 'what secret.key holds, so that they keep the same key' },
  { setting: 'REDIS_URL', value: 'the same Redis, so that a verification code of one is valid on the others' },
] as const

interface Starting {
  /** Called when the embedded database has crashed, after which only a new process helps. */
  readonly onLost: (failure: Error) => void
  /** Called when a newer version is installed, which the next start runs. */
  readonly onUpdated: () => void
  /** Filled with the plugins that are found. */
  readonly plugins: PluginRegistry
  /** Whether to continue an incomplete ShowDoc import, with which nothing else starts. */
  readonly isSwitching: boolean
}

interface Composing extends Starting {
  readonly config: Config
  readonly log: RememberedErrors
  readonly opened: (() => Promise<unknown>)[]
  close(): Promise<void>
}

async function composed({
  config,
  log,
  onLost,
  onUpdated,
  isSwitching,
  plugins: registry,
  opened,
  close,
}: Composing): Promise<ComposedApplication> {
  const dataDirectory = await prepareDataDirectory(config.DATA_DIR, (message) => log.warn(message))
  await assertNotRestoring(dataDirectory)
  let isNew = false
  if (!config.DATABASE_URL) {
    const lock = await lockDirectory(dataDirectory)
    opened.push(() => lock.release())
    ;({ isNew } = await assertWholeOrNew(dataDirectory))
    if (isNew) log.info(`making a new database in ${databaseFolderOf(dataDirectory)}, which takes a moment`)
  }
  // Set once the job runner exists; jobs enqueued earlier are found at its start.
  const jobs: { runner: JobRunner | null } = { runner: null }
  const place: CopyPlace = config.DATABASE_URL
    ? { url: config.DATABASE_URL }
    : { directory: databaseFolderOf(dataDirectory) }
  const texts = new AwaitedPageTexts()
  // Once a table was changed, there is nothing to take back.
  let takeBackChange = (): void => undefined
  const opening = () =>
    openDatabase({
      location: locationOf(place),
      onEnqueue: () => jobs.runner?.wake(),
      requireSettings: requireOwnSettings,
      requireDocuments: requireOwnDocuments,
      warn: (message) => log.warn(message),
      tell(message) {
        takeBackChange = () => undefined
        log.info(message)
      },
      async beforeChange(change, copyTo) {
        await keepRestorePoint({ ...copyOf(place, copyTo), change, dataDirectory, now: new Date(), log })
        takeBackChange = noteTableChange(dataDirectory)
      },
      onLost,
      isPatient: isSwitching,
      texts,
    })
  const database = await (isNew ? makingDatabase(dataDirectory, opening) : opening()).catch((error: unknown) => {
    takeBackChange()
    throw explainedOpening(error, place)
  })
  opened.push(() => database.close())
  if (!isSwitching) await assertNotSwitching(database)
  if (config.DATABASE_URL) {
    await noteUnusedDatabase(dataDirectory, new Date())
    await noteReached(dataDirectory, config.DATABASE_URL)
  } else {
    const snapshots = await Snapshots.of(dataDirectory, (to) => database.copyTo(to), log)
    opened.push(() => snapshots.stop())
  }
  opened.push(async () => texts.giveUp())
  const secretKey = await siteKeyOf(config, database)
  // A move refuses to run beside servers, and says so itself.
  if (!isSwitching && !(config.SECRET_KEY && config.REDIS_URL) && (await database.isShared())) {
    for (const { setting, value } of LACKING_BESIDE_OTHERS)
      if (!config[setting]) log.warn(`another server uses this database: set ${setting} on all of them, to ${value}`)
  }
  const redis = await redisPartsOf(config, log)
  opened.push(async () => redis?.link.close())
  const checkedFolders = new Map<string, FileSums>()
  if (config.PLUGIN_SUMS.size > 0) runAsChecked(checkedFolders)
  const container = buildContainer({
    config,
    checkedFolders,
    secretKey,
    log,
    database,
    jobTable: database.jobTable,
    plugins: registry,
    redis,
    updates: updatesOf(config, { log, isShared: () => database.isShared(), restart: onUpdated }),
    pluginUploads: new UploadedPlugins({
      isOn: config.PLUGIN_UPLOAD === 'on' && config.PLUGINS === 'on',
      dataDirectory: config.DATA_DIR,
      sums: config.PLUGIN_SUMS,
      now: () => new Date(),
      isShared: () => database.isShared(),
    }),
  })
  opened.push(() => Promise.all([container.get(tokens.rendererThreads).end(), container.get(tokens.kindCalls).end()]))
  const services = container.get(tokens.services)
  const watch = container.get(tokens.health)
  await watch.start()
  opened.push(() => watch.stop())
  const endTelemetry = await startTelemetry(process.env, { health: watch, log })
  if (endTelemetry) opened.push(endTelemetry)
  opened.push(() => services.visits.flush())
  const running = await bringUpPlugins({
    found: await findPlugins(config, checkedFolders),
    disabled: config.PLUGINS_DISABLED,
    ranBefore: (await readSettings(database, pluginsSettings)).running,
    coreOperations,
    services,
    migrate: (pluginId, migrations) => database.migratePlugin(pluginId, migrations),
    bind: (plugin, isOn) => bindContributions(container, plugin, isOn),
    registry,
  })
  opened.push(() => running.stop())
  const files = container.get(tokens.files)
  // Asked each time: a plugin may be switched off and on.
  const kinds = () => services.extensions(storageKinds)
  if (config.STORAGE_URL) files.prefer(storageAt(config.STORAGE_URL, kinds(), services), config.STORAGE_ALIASES)
  if (config.STORAGE_DELETES === 'off') files.spareOthers()
  files.openBy(
    (address) => storageAt(address, kinds(), services),
    (address) => storageAt(address, kinds(), { ...services, limitMs: TRIED_STORAGE_MS }),
  )
  await database.transaction((store) => container.get(tokens.knownKinds).start(store, running.plugins))
  texts.start(services)
  const switches = new FollowedSwitches(database, registry, container.get(tokens.knownKinds), log)
  await switches.look()
  switches.start()
  opened.push(async () => switches.stop())
  bindContributions(container, { contributes: taskKindsOf(running.plugins) }, () => true)
  const pluginIds = registry.list().flatMap(({ id, state }) => (state === 'running' ? [id] : []))
  await database.transaction((store) => recordPlugins(store, services, pluginIds))
  const product: Product = {
    database,
    services,
    operations: operationsOf(running.plugins),
    within: [...coreFollowers, notesKept(running.plugins)],
    after: handlersOf(running),
  }
  await resumeOutboxes(running.plugins, database)
  const jobRunner = container.get(tokens.jobRunner)
  const { handlers, schedules } = jobsOf(running.plugins, product, {
    upkeep: () => database.upkeep(),
    isOn: (id) => registry.isOn(id),
  })
  const application: ComposedApplication = {
    config,
    product,
    operations: product.operations,
    plugins: running.plugins,
    pluginWebFiles: running.webFiles,
    secretKey,
    carrying: database,
    health: () => database.health(),
    close,
  }
  container.get(tokens.showdocMoves).start(application)
  await jobRunner.start(handlers, schedules)
  jobs.runner = jobRunner
  opened.push(() => jobRunner.stop())
  return application
}

/** How a restore point copies the database. */
const copyOf = (place: CopyPlace, copyTo: (directory: string) => Promise<void>) =>
  'url' in place
    ? { copyTo: (directory: string) => dumpTo(directory, place.url), bytes: () => bytesOf(place.url) }
    : { copyTo, bytes: () => folderBytes(place.directory) }

const handlersOf = ({ plugins }: RunningPlugins): Product['after'] => plugins.flatMap(({ handlers }) => handlers ?? [])

/** The operations of the core and the plugins; a plugin may extend a group of the core. */
function operationsOf(plugins: readonly Plugin[]): OperationTable {
  const table: Record<string, OperationTable[string]> = { ...coreOperations }
  for (const { operations = {} } of plugins)
    for (const [group, added] of Object.entries(operations)) table[group] = { ...table[group], ...added }
  return named(table)
}

interface JobSources {
  upkeep(): Promise<void>
  /** Whether the plugin is switched on. */
  isOn(pluginId: string): boolean
}

function jobsOf(plugins: readonly Plugin[], product: Product, { upkeep, isOn }: JobSources) {
  const { database, services } = product
  const ctx = { store: plainStore(database), services }
  const host = taskHost(plugins, product)
  const handlers = new Map<string, JobHandler>([
    [SITE_SWEEP_JOB, { limitMs: CORE_JOB_MS, run: () => sweep(ctx) }],
    [BIN_JOB, { limitMs: BIN_MS, isLong: true, run: () => endRecycledItems(ctx) }],
    [SWEEP_JOB, { limitMs: CORE_JOB_MS, run: () => sweepFiles(ctx) }],
    [UPKEEP_JOB, { limitMs: UPKEEP_MS, isLong: true, run: upkeep }],
    [TASK_SWEEP_JOB, { limitMs: CORE_JOB_MS, run: () => sweepTasks(ctx, host.explain) }],
  ])
  handlers.set(TEAM_WORD_JOB, { limitMs: CORE_JOB_MS, run: (payload) => followWordOf(product, payload) })
  handlers.set(TROUBLE_JOB, { limitMs: CORE_JOB_MS, run: (payload) => passTroubleOn(product, payload) })
  for (const [name, run] of Object.entries(letterJobs))
    handlers.set(name, { limitMs: CORE_JOB_MS, isOutbound: true, run: (payload) => run(ctx, payload) })
  const schedules: JobSchedule[] = [...CORE_SCHEDULES]
  // When no backup location is configured here, another server may have one.
  if (services.backups.place !== '') {
    const run: JobHandler['run'] = (_, { signal }) => makePlannedBackup(product, signal)
    handlers.set(BACKUP_JOB, { limitMs: BACKUP_MS, isLong: true, run })
    schedules.push(BACKUP_SCHEDULE)
  }
  for (const { id, jobs = {} } of plugins)
    for (const [name, job] of Object.entries(jobs)) {
      handlers.set(name, { ...pluginJob(job, ctx), isReady: () => isOn(id) })
      if (job.schedule !== undefined) schedules.push({ name, cron: job.schedule })
    }
  for (const [name, handler] of outboxJobs(plugins, product, isOn)) handlers.set(name, handler)
  for (const [name, handler] of taskJobs(plugins, host)) handlers.set(name, handler)
  for (const [name, handler] of handlers) handlers.set(name, notedJob(name, handler, services.health))
  return { handlers, schedules }
}

/** A job whose end is reported to monitoring. */
function notedJob(name: string, handler: JobHandler, health: ServerHealth): JobHandler {
  return {
    ...handler,
    async run(payload, tools) {
      const begun = performance.now()
      let hasFailed = true
      try {
        await handler.run(payload, tools)
        hasFailed = false
      } finally {
        health.noteJob({ name, ms: performance.now() - begun, hasFailed })
      }
    },
  }
}

/** The time limit of the contract, or the one the job requests. */
function pluginJob(job: Job, ctx: HandlerContext): JobHandler {
  const limitMs = job.limitMs ?? GUARD_LIMITS.callMs
  return { limitMs, isLong: limitMs > CORE_JOB_MS, run: (payload, tools) => job.run(ctx, payload, tools) }
}
