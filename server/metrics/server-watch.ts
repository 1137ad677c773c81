import { statfs } from 'node:fs/promises'
import type {
  AnsweredCall,
  CacheName,
  CacheUse,
  EndedJob,
  HealthPoint,
  LoggedError,
  PoolUse,
  RedisState,
  ServerHealth,
  SiteFigures,
  SlowCall,
} from '#core/ports/health.ts'
import type { Clock } from '#core/ports/surroundings.ts'
import { withinTime } from '#core/within-time.ts'
import { Minutes } from './minutes.ts'
import { MinutesFile } from './minutes-file.ts'
import type { RememberedErrors } from './remembered-errors.ts'
import { SlowCalls } from './slow-calls.ts'

/** More frequent requests get the same answer, so that they cause no load on the database. */
const KNOWN_MS = 5_000
/** Monitoring waits no longer, and gets the rest without it. */
const LONGEST_MS = 3_000
const SAMPLED_EVERY_MS = 60_000

/** The monitored part of the database. */
export interface WatchedDatabase {
  figures(now: Date): Promise<SiteFigures>
  connections(): readonly PoolUse[]
}

export interface Watched {
  readonly database: WatchedDatabase
  /** Null when none is configured. */
  readonly redis: { look(): Promise<RedisState> } | null
  readonly clock: Clock
  /** `DATA_DIR`: the monitored disk, on which the figures outlast a restart. */
  readonly folder: string
  /** The name of this server, as people know it. */
  readonly server: string
  readonly errors: Pick<RememberedErrors, 'list'>
  caches(): Readonly<Record<CacheName, CacheUse>>
}

export class ServerWatch implements ServerHealth {
  readonly #watched: Watched
  readonly #hearers: ((call: AnsweredCall) => void)[] = []
  #site: Promise<SiteFigures | null> = Promise.resolve(null)
  #lookedAt = -Infinity
  #timer: NodeJS.Timeout | null = null
  readonly #minutes: Minutes
  readonly #file: MinutesFile
  #written: Promise<unknown> = Promise.resolve()
  readonly #slow = new SlowCalls()
  readonly #jobHearers: ((job: EndedJob) => void)[] = []
  /** The state a minute ago. */
  #cachesBefore: Readonly<Record<CacheName, CacheUse>> | null = null

  constructor(watched: Watched) {
    this.#watched = watched
    this.#minutes = new Minutes(watched.clock.now())
    this.#file = new MinutesFile(watched.folder, watched.server)
  }

  /** Goes on with the figures of the run before, and takes measurements once a minute until it is stopped. */
  async start(): Promise<void> {
    const now = this.#watched.clock.now()
    const stored = await this.#file.read()
    if (stored) this.#minutes.restore(stored, now)
    await this.#file.removeOld(now)
    this.#timer = setInterval(() => void this.#everyMinute(), SAMPLED_EVERY_MS).unref()
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#write()
  }

  get server(): string {
    return this.#watched.server
  }

  get startedAt(): Date {
    return this.#minutes.startedAt
  }

  since(): Date {
    return this.#minutes.since(this.#watched.clock.now())
  }

  async history(): Promise<readonly HealthPoint[]> {
    await this.#sample()
    return this.#minutes.points(this.#watched.clock.now())
  }

  errors(): readonly LoggedError[] {
    return this.#watched.errors.list()
  }

  note(call: AnsweredCall): void {
    const now = this.#watched.clock.now()
    this.#minutes.note(call, now)
    this.#slow.note(call, now)
    for (const hear of this.#hearers) hear(call)
  }

  follow(hearer: (call: AnsweredCall) => void): void {
    this.#hearers.push(hearer)
  }

  noteJob(job: EndedJob): void {
    for (const hear of this.#jobHearers) hear(job)
  }

  followJobs(hearer: (job: EndedJob) => void): void {
    this.#jobHearers.push(hearer)
  }

  caches(): Readonly<Record<CacheName, CacheUse>> {
    return this.#watched.caches()
  }

  slowCalls(): readonly SlowCall[] {
    return this.#slow.list(this.#watched.clock.now())
  }

  site(): Promise<SiteFigures | null> {
    const now = performance.now()
    if (now - this.#lookedAt >= KNOWN_MS) {
      this.#lookedAt = now
      this.#site = this.#looked()
    }
    return this.#site
  }

  connections(): readonly PoolUse[] {
    return this.#watched.database.connections()
  }

  async redis(): Promise<RedisState | null> {
    return this.#watched.redis?.look() ?? null
  }

  async freeBytes(): Promise<number | null> {
    try {
      const { bavail, bsize } = await statfs(this.#watched.folder)
      return bavail * bsize
    } catch {
      return null
    }
  }

  async #everyMinute(): Promise<void> {
    // Where nothing else uses it, the log says that it is away all the same.
    void this.redis()
    this.#cachesBefore = await this.#sample()
    await this.#write()
  }

  /** One after the other: a slow disk must not have two of them write the same file. */
  #write(): Promise<unknown> {
    const write = () => this.#file.write(this.#minutes.stored(this.#watched.clock.now()))
    return (this.#written = this.#written.then(write))
  }

  async #sample(): Promise<Readonly<Record<CacheName, CacheUse>>> {
    const [site, freeBytes] = await Promise.all([this.site(), this.freeBytes()])
    const caches = this.caches()
    const inMemory = (name: CacheName): number | null => foundOfHundred(caches[name], this.#cachesBefore?.[name])
    this.#minutes.sample(
      {
        peopleActive: site?.peopleActive ?? null,
        jobsWaiting: site?.jobsWaiting ?? null,
        jobsFailed: site?.jobsFailed ?? null,
        tasksRunning: site?.tasksRunning ?? null,
        databaseBytes: site?.databaseBytes ?? null,
        memoryBytes: process.memoryUsage.rss(),
        freeBytes,
        articlesInMemory: inMemory('articles'),
        menusInMemory: inMemory('menus'),
      },
      this.#watched.clock.now(),
    )
    return caches
  }

  async #looked(): Promise<SiteFigures | null> {
    const { database, clock } = this.#watched
    try {
      return await withinTime('the figures of the site', LONGEST_MS, () => database.figures(clock.now()))
    } catch {
      // The database adapter itself logs that it is unavailable.
      return null
    }
  }
}

function foundOfHundred(now: CacheUse, before: CacheUse = { found: 0, missed: 0 }): number | null {
  const [found, missed] = [now.found - before.found, now.missed - before.missed]
  return found + missed === 0 ? null : Math.round((100 * found) / (found + missed))
}
