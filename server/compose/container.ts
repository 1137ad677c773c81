import 'reflect-metadata/lite'
import { Container } from 'inversify'
import { hostname } from 'node:os'
import path from 'node:path'
import { MemoryAnswers } from '#adapters/captcha/png/answers.ts'
import { PngCaptchas, SwitchedOffCaptchas } from '#adapters/captcha/png/png-captchas.ts'
import { EmbeddedJobs } from '#adapters/jobs/embedded/embedded-jobs.ts'
import { ZxcvbnCommonPasswords } from '#adapters/login/common-passwords/zxcvbn-common-passwords.ts'
import { Argon2Passwords } from '#adapters/login/password/argon2-passwords.ts'
import { CarriedPasswords } from '#adapters/login/password/carried-passwords.ts'
import { NoMail } from '#adapters/mail/no-mail.ts'
import { SmtpMail } from '#adapters/mail/smtp/smtp-mail.ts'
import { RememberingRenderer } from '#adapters/markdown/remembering-renderer.ts'
import { ThreadedRenderer } from '#adapters/markdown/threaded-renderer.ts'
import { ThreadedKinds } from '#adapters/page-kinds/threaded-kinds.ts'
import { NamedHosts } from '#adapters/outbound/named-hosts.ts'
import { relayHostsIn } from '#adapters/outbound/relay-hosts.ts'
import { OtpauthCodes } from '#adapters/login/one-time-codes/otpauth-codes.ts'
import { SvgQrCodes } from '#adapters/qr-code/svg/svg-qr-codes.ts'
import { IncomingFolder } from '#adapters/storage/local/incoming-folder.ts'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { Storages } from '#adapters/storage/storages.ts'
import { MemoryAttempts } from '#adapters/system/attempts.ts'
import type { CheckedFolders } from '#adapters/system/checked-folders.ts'
import { SystemClock } from '#adapters/system/clock.ts'
import { SystemKeys } from '#adapters/system/keys.ts'
import { RedisAttempts } from '#adapters/system/redis-attempts.ts'
import { RedisCaptchaAnswers } from '#adapters/system/redis-captcha-answers.ts'
import { menuCache } from '#adapters/system/menu-cache.ts'
import { textBytesCache } from '#adapters/system/text-bytes-cache.ts'
import { WatchedDisk } from '#adapters/system/watched-disk.ts'
import { AesSeals } from '#adapters/system/seals.ts'
import { MemoryVisitTally } from '#adapters/system/visit-tally.ts'
import { storageKinds } from '#core/attachment/storage-kinds.ts'
import type { Services } from '#core/context.ts'
import { madeByProduct } from '#core/seen-less.ts'
import { coreContributions } from '#core/contributions.ts'
import type { Contribution, ExtensionPoint } from '#core/extension.ts'
import { ConcurrencyLimiter } from '#core/concurrency-limiter.ts'
import type { Plugin } from '#core/plugin.ts'
import type { JobTable } from '#core/ports/jobs.ts'
import type { PluginSwitches } from '#core/ports/plugins.ts'
import type { PluginUploads } from '#core/ports/plugin-uploads.ts'
import type { Updates } from '#core/ports/updates.ts'
import type { Database } from '#core/ports/store.ts'
import { CommandBackups } from '../backup/command-backups.ts'
import { startSettingsOf, type Config } from '../config.ts'
import { OwnSamples } from '../demo/own-samples.ts'
import type { RememberedErrors } from '../metrics/remembered-errors.ts'
import { ServerWatch, type WatchedDatabase } from '../metrics/server-watch.ts'
import { WriteRate } from '../rate-limit.ts'
import { RunningShowdocMoves } from '../switch/console/running-showdoc-moves.ts'
import type { RedisParts } from './redis-parts.ts'
import { BUILT_IN_KINDS } from './storage-choice.ts'
import { extensionToken, tokens } from './tokens.ts'
import { sitePathOf } from '../site-path.ts'
import { RememberedKinds } from './remembered-kinds.ts'

/** The prerequisites for composing the application. */
export interface Ground {
  readonly config: Config
  readonly secretKey: Uint8Array
  readonly log: RememberedErrors
  readonly database: Database & WatchedDatabase
  readonly jobTable: JobTable
  readonly plugins: PluginSwitches
  /** Shared by several servers; null when this one is alone. */
  readonly redis: RedisParts | null
  readonly updates: Updates
  readonly pluginUploads: PluginUploads
  /** Plugins with a required sum; filled while plugins are loaded. */
  readonly checkedFolders: CheckedFolders
}

/** Binds an implementation to each port. Plain factories: no class depends on the container. */
export function buildContainer({
  config,
  secretKey,
  log,
  database,
  jobTable,
  plugins,
  redis,
  updates,
  pluginUploads,
  checkedFolders,
}: Ground): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  const timeZone = config.TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const filesFolder = path.resolve(config.DATA_DIR, 'files')
  const { bind, get } = { bind: container.bind.bind(container), get: container.get.bind(container) }
  bind(tokens.log).toConstantValue(log)
  bind(tokens.database).toConstantValue(database)
  bind(tokens.plugins).toConstantValue(plugins)
  bind(tokens.clock).toDynamicValue(() => new SystemClock())
  bind(tokens.keys).toDynamicValue(() => new SystemKeys())
  bind(tokens.passwords).toDynamicValue(() => new CarriedPasswords(new Argon2Passwords()))
  bind(tokens.commonPasswords).toDynamicValue(() => new ZxcvbnCommonPasswords())
  bind(tokens.seals).toDynamicValue(() => new AesSeals(secretKey))
  bind(tokens.attempts).toDynamicValue(() => {
    const memory = new MemoryAttempts(get(tokens.clock))
    return redis ? new RedisAttempts(redis.link, get(tokens.clock), memory) : memory
  })
  bind(tokens.captchas).toDynamicValue(() => {
    if (config.CAPTCHA === 'off') return new SwitchedOffCaptchas()
    const memory = new MemoryAnswers(get(tokens.clock))
    return new PngCaptchas(redis ? new RedisCaptchaAnswers(redis.link, memory) : memory, get(tokens.keys))
  })
  bind(tokens.mail).toDynamicValue(() =>
    config.SMTP_URL && config.PUBLIC_URL ? new SmtpMail(config.SMTP_URL, config.PUBLIC_URL) : new NoMail(),
  )
  bind(tokens.outbound).toDynamicValue(() => new NamedHosts(relayHostsIn(config.RELAY_HOSTS)))
  bind(tokens.oneTimeCodes).toDynamicValue(() => new OtpauthCodes())
  bind(tokens.qrCodes).toDynamicValue(() => new SvgQrCodes())
  bind(tokens.incoming).toDynamicValue(() => new IncomingFolder(path.join(filesFolder, 'incoming'), log))
  bind(tokens.files).toDynamicValue(() => new Storages(new LocalStorage(filesFolder, log)))
  for (const kind of BUILT_IN_KINDS)
    bind(extensionToken(storageKinds)).toConstantValue({ value: kind, isOn: () => true })
  bind(tokens.visits).toDynamicValue(
    () => new MemoryVisitTally({ attachments: database.attachments, clock: get(tokens.clock), log, timeZone }),
  )
  bind(tokens.health).toDynamicValue(
    () =>
      new ServerWatch({
        ...{ database, redis: redis?.link ?? null, clock: get(tokens.clock), folder: config.DATA_DIR, errors: log },
        server: `${hostname()}:${config.PORT}`,
        caches: () => ({ articles: get(tokens.renderer).use, menus: get(tokens.menus).use }),
      }),
  )
  bind(tokens.backups).toDynamicValue(() => new CommandBackups({ config, timeZone, log, environment: process.env }))
  bind(tokens.samples).toDynamicValue(() => new OwnSamples())
  bind(tokens.showdocMoves).toDynamicValue(() => new RunningShowdocMoves({ config, clock: get(tokens.clock) }))
  bind(tokens.menus).toDynamicValue(() => menuCache())
  bind(tokens.disk).toDynamicValue(() => new WatchedDisk(config.DATA_DIR, config.DISK_RESERVE_MB, log))
  bind(tokens.writeLimit).toDynamicValue(() => new WriteRate(config))
  bind(tokens.textBytes).toDynamicValue(() => textBytesCache())
  bind(tokens.rendererThreads).toDynamicValue(() => new ThreadedRenderer(log, sitePathOf(config)))
  bind(tokens.renderer).toDynamicValue(() => new RememberingRenderer(get(tokens.rendererThreads), get(tokens.clock)))
  bind(tokens.kindCalls).toDynamicValue(() => new ThreadedKinds(get(tokens.clock), log, checkedFolders))
  bind(tokens.knownKinds).toDynamicValue(() => new RememberedKinds())
  for (const { point, value } of coreContributions)
    bind(extensionToken(point)).toConstantValue({ value, isOn: () => true })
  bind(tokens.services).toDynamicValue(() => servicesOf(container, { config, updates, pluginUploads }))
  bind(tokens.jobRunner).toDynamicValue(() => {
    const surroundings = { table: jobTable, outbox: database.jobs, clock: get(tokens.clock), log, timeZone }
    return redis ? redis.jobRunner(surroundings) : new EmbeddedJobs(surroundings)
  })
  return container
}

/** Binds a plugin's contributions, each active while the plugin is on. */
export function bindContributions(
  container: Container,
  { contributes = [] }: Pick<Plugin, 'contributes'>,
  isOn: (contribution: Contribution<unknown>) => boolean,
): void {
  for (const contribution of contributes)
    container
      .bind(extensionToken(contribution.point))
      .toConstantValue({ value: contribution.value, isOn: () => isOn(contribution) })
}

const servicesOf = (
  container: Container,
  { config, updates, pluginUploads }: Pick<Ground, 'config' | 'updates' | 'pluginUploads'>,
): Services =>
  madeByProduct({
    clock: container.get(tokens.clock),
    keys: container.get(tokens.keys),
    log: container.get(tokens.log),
    passwords: container.get(tokens.passwords),
    commonPasswords: container.get(tokens.commonPasswords),
    oneTimeCodes: container.get(tokens.oneTimeCodes),
    seals: container.get(tokens.seals),
    captchas: container.get(tokens.captchas),
    attempts: container.get(tokens.attempts),
    mail: container.get(tokens.mail),
    mailAt: (address, siteUrl) => new SmtpMail(address, siteUrl),
    outbound: container.get(tokens.outbound),
    updates,
    pluginUploads,
    qrCodes: container.get(tokens.qrCodes),
    renderer: container.get(tokens.renderer),
    kindCalls: container.get(tokens.kindCalls),
    knownKinds: container.get(tokens.knownKinds),
    menus: container.get(tokens.menus),
    textBytes: container.get(tokens.textBytes),
    disk: container.get(tokens.disk),
    writeLimit: container.get(tokens.writeLimit),
    concurrency: new ConcurrencyLimiter(),
    incoming: container.get(tokens.incoming),
    files: container.get(tokens.files),
    visits: container.get(tokens.visits),
    health: container.get(tokens.health),
    backups: container.get(tokens.backups),
    showdocMoves: container.get(tokens.showdocMoves),
    plugins: container.get(tokens.plugins),
    samples: container.get(tokens.samples),
    startSettings: startSettingsOf(config),
    extensions: <T>(point: ExtensionPoint<T>): readonly T[] => {
      const id = extensionToken(point)
      const bound = container.isBound(id) ? container.getAll(id) : []
      return bound.filter(({ isOn }) => isOn()).map(({ value }) => value)
    },
  })
