import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MemoryAnswers } from '#adapters/captcha/png/answers.ts'
import { PngCaptchas } from '#adapters/captcha/png/png-captchas.ts'
import { ZxcvbnCommonPasswords } from '#adapters/login/common-passwords/zxcvbn-common-passwords.ts'
import { Argon2Passwords } from '#adapters/login/password/argon2-passwords.ts'
import { NoMail } from '#adapters/mail/no-mail.ts'
import { SmtpMail } from '#adapters/mail/smtp/smtp-mail.ts'
import { MarkdownRenderer } from '#adapters/markdown/markdown-renderer.ts'
import { ThreadedKinds } from '#adapters/page-kinds/threaded-kinds.ts'
import { NamedHosts } from '#adapters/outbound/named-hosts.ts'
import { OtpauthCodes } from '#adapters/login/one-time-codes/otpauth-codes.ts'
import { SvgQrCodes } from '#adapters/qr-code/svg/svg-qr-codes.ts'
import { NoUpdates } from '#adapters/updates/no-updates.ts'
import { IncomingFolder } from '#adapters/storage/local/incoming-folder.ts'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { Storages } from '#adapters/storage/storages.ts'
import { MemoryAttempts } from '#adapters/system/attempts.ts'
import { RedisAttempts } from '#adapters/system/redis-attempts.ts'
import { RedisCaptchaAnswers } from '#adapters/system/redis-captcha-answers.ts'
import type { RedisLink } from '#adapters/system/redis-link.ts'
import { SystemKeys } from '#adapters/system/keys.ts'
import { menuCache } from '#adapters/system/menu-cache.ts'
import { textBytesCache } from '#adapters/system/text-bytes-cache.ts'
import { AesSeals } from '#adapters/system/seals.ts'
import { MemoryVisitTally } from '#adapters/system/visit-tally.ts'
import type { Services } from '#core/context.ts'
import { coreContributions } from '#core/contributions.ts'
import type { Contribution, ExtensionPoint } from '#core/extension.ts'
import { ConcurrencyLimiter } from '#core/concurrency-limiter.ts'
import type { Attachments } from '#core/ports/attachments.ts'
import type { Backups } from '#core/ports/backups.ts'
import type { FileStorages } from '#core/ports/files.ts'
import type { Outbound } from '#core/ports/outbound.ts'
import { madeByProduct } from '#core/seen-less.ts'
import type { PluginUploads } from '#core/ports/plugin-uploads.ts'
import type { Updates } from '#core/ports/updates.ts'
import type { Mail } from '#core/ports/mail.ts'
import { CommandBackups } from '#server/backup/command-backups.ts'
import { PluginRegistry } from '#server/compose/plugin-registry.ts'
import { OwnSamples } from '#server/demo/own-samples.ts'
import { BUILT_IN_KINDS, storageAt } from '#server/compose/storage-choice.ts'
import { RememberedErrors } from '#server/metrics/remembered-errors.ts'
import { ServerWatch, type WatchedDatabase } from '#server/metrics/server-watch.ts'
import { RunningShowdocMoves } from '#server/switch/console/running-showdoc-moves.ts'
import { UploadedPlugins } from '#server/uploads/uploaded-plugins.ts'
import type { Clock, Disk, Log, WriteLimit } from '#core/ports/surroundings.ts'
import { heldByFile } from './held-by-file.ts'

export const TEST_PASSWORD = 'correct horse battery'
const START = new Date('2026-03-01T09:30:00Z')

/** A clock that stands still until it is advanced. */
export class FixedClock implements Clock {
  #now = START
  now(): Date {
    return new Date(this.#now)
  }
  advance(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms)
  }
}

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export interface TestServicesOptions {
  /** Captchas are text instead of a picture, so that a test can read them. */
  readonly hasLegibleCaptchas?: boolean
  /** Mail is off when left out. */
  readonly mail?: Mail
  /** Contributions of plugins to extension points. */
  readonly contributes?: readonly Contribution[]
  /** Counts visits of files; not counted when left out. */
  readonly attachments?: Pick<Attachments, 'addVisits'>
  /** The database whose health is shown; one without figures when left out. */
  readonly watched?: WatchedDatabase
  /** Files are on disk when left out. */
  readonly files?: FileStorages
  /** No connections are possible when left out. */
  readonly outbound?: Outbound
  /** None can be created when left out. */
  readonly backups?: Backups
  /** Does not check for any when left out. */
  readonly updates?: Updates
  readonly pluginUploads?: PluginUploads
  /** Has space when left out. */
  readonly disk?: Disk
  /** Allows everything when left out. */
  readonly writeLimit?: WriteLimit
  /** Nothing is logged when left out. */
  readonly log?: Log
  /** A separate one when left out. */
  readonly clock?: FixedClock
  /** The path of the site on its host; the root when left out. */
  readonly sitePath?: string
  /** Shared with other servers; nothing when left out. */
  readonly redis?: RedisLink
  /** Settings from the environment; an address and a mail server when left out. */
  readonly startSettings?: Services['startSettings']
}

const START_SETTINGS: Services['startSettings'] = [
  { variable: 'PUBLIC_URL', value: 'https://docs.example.org', isSecret: false },
  { variable: 'SMTP_URL', value: '********', isSecret: true },
]

/** Created on first use, and removed after the tests. */
export const FILES_FOLDER = path.join(tmpdir(), `octavo-test-files-${randomUUID()}`)
process.once('exit', () => rmSync(FILES_FOLDER, { recursive: true, force: true }))

function localFiles(): Storages {
  const files = new Storages(new LocalStorage(FILES_FOLDER, silentLog))
  files.openBy((address) => storageAt(address, BUILT_IN_KINDS, { clock: new FixedClock(), log: silentLog }))
  return files
}

/** Hundreds of logins would take too long; the real cost of a hash has its own tests. */
const CHEAP = { memoryKiB: 64, passes: 1 }

/** The real adapters, with a test clock and no log. */
export function testServices({
  hasLegibleCaptchas = false,
  mail = new NoMail(),
  contributes = [],
  attachments = { addVisits: async () => {} },
  watched = { figures: async () => Promise.reject(new Error('no figures')), connections: () => [] },
  files = localFiles(),
  outbound = new NamedHosts([]),
  updates = new NoUpdates(),
  pluginUploads = new UploadedPlugins({
    ...{ isOn: false, dataDirectory: tmpdir(), sums: new Map(), now: () => new Date() },
    isShared: async () => false,
  }),
  backups = new CommandBackups({
    config: { DATA_DIR: tmpdir() },
    timeZone: 'Asia/Shanghai',
    log: silentLog,
    environment: {},
  }),
  disk = { hasRoom: async () => true },
  writeLimit = { admits: () => true },
  log = silentLog,
  clock = new FixedClock(),
  sitePath = '',
  redis,
  startSettings = START_SETTINGS,
}: TestServicesOptions = {}): {
  readonly services: Services
  readonly clock: FixedClock
} {
  const keys = new SystemKeys()
  const menus = menuCache()
  const showdocMoves = new RunningShowdocMoves({
    config: { DATA_DIR: path.join(FILES_FOLDER, 'data'), SHOWDOC_FOLDERS: [] },
    clock,
  })
  const [attempts, answers] = [new MemoryAttempts(clock), new MemoryAnswers(clock)]
  const kindCalls = heldByFile(new ThreadedKinds(clock, silentLog))
  const services: Services = madeByProduct({
    clock,
    keys,
    log,
    passwords: new Argon2Passwords(CHEAP),
    commonPasswords: new ZxcvbnCommonPasswords(),
    oneTimeCodes: new OtpauthCodes(),
    seals: new AesSeals(Buffer.alloc(32, 7)),
    captchas: new PngCaptchas(
      redis ? new RedisCaptchaAnswers(redis, answers) : answers,
      keys,
      hasLegibleCaptchas ? (answer) => new TextEncoder().encode(answer) : undefined,
    ),
    attempts: redis ? new RedisAttempts(redis, clock, attempts) : attempts,
    mail,
    mailAt: (address, siteUrl) => new SmtpMail(address, siteUrl),
    outbound,
    updates,
    pluginUploads,
    qrCodes: new SvgQrCodes(),
    renderer: new MarkdownRenderer(sitePath),
    kindCalls,
    knownKinds: { list: () => [] },
    menus,
    textBytes: textBytesCache(),
    disk,
    writeLimit,
    concurrency: new ConcurrencyLimiter(),
    incoming: new IncomingFolder(path.join(FILES_FOLDER, 'incoming'), silentLog),
    files,
    visits: new MemoryVisitTally({ attachments, clock, log: silentLog, timeZone: 'Asia/Shanghai' }),
    health: new ServerWatch({
      ...{ database: watched, redis: redis ?? null, clock, folder: tmpdir(), errors: new RememberedErrors(silentLog) },
      server: 'test:4000',
      caches: () => ({ articles: { found: 0, missed: 0 }, menus: menus.use }),
    }),
    backups,
    showdocMoves,
    plugins: new PluginRegistry(),
    samples: new OwnSamples(),
    startSettings,
    extensions: <T>(point: ExtensionPoint<T>) =>
      [...coreContributions, ...contributes]
        .filter((each) => each.point.id === point.id)
        .map(({ value }) => value as T),
  })
  return { services, clock }
}
