import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { smtpSettings } from '#adapters/mail/smtp/smtp-settings.ts'
import { relayHostsIn } from '#adapters/outbound/relay-hosts.ts'
import { releaseKeyFrom } from '#adapters/updates/manifest.ts'
import { LANGUAGES, type Language } from '#core/language.ts'
import type { StartSetting } from '#core/ports/surroundings.ts'
import { SECRET_MASK } from '#core/site/settings-form.ts'
import { isBucket, placeInBucket } from './backup/bucket-address.ts'
import { storageAddressProblem } from './storage-address-problem.ts'

const oneOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.enum(words, `must be one of ${words.join(', ')}`)
const wholeNumber = (lowest: number, highest: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= lowest && value <= highest, `must be between ${lowest} and ${highest}`)
const address = (...protocols: readonly string[]) =>
  z.string().superRefine((text, { addIssue }) => {
    if (!protocols.some((protocol) => text.startsWith(`${protocol}//`)))
      addIssue(`must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
    else if (!isReadable(text)) addIssue(SPECIAL_SIGNS)
  })
/**
 * Also rejects addresses whose username and password cannot be separated from the rest: a sign in them that was not
 * written with % leaves an @ behind it, or a fragment.
 */
const isReadable = (text: string): boolean => {
  try {
    const { username, password, pathname, searchParams, hash } = new URL(text)
    const isCutShort = hash !== '' || [pathname, ...searchParams.keys()].some((part) => part.includes('@'))
    return !isCutShort && [username, password, pathname].every((part) => decodeURIComponent(part) !== null)
  } catch {
    return false
  }
}
const SIGNS = '@ is written %40, : %3A, / %2F, ? %3F, # %23 and % %25'
const SPECIAL_SIGNS = `must be an address; within a name or a password ${SIGNS}`
const STORAGE_SIGNS = `must be an address such as s3://key:secret@host/bucket; within a key or a secret ${SIGNS}`
/** The site's address, with its path if any, without a trailing slash, as used in links. */
const siteAddress = () =>
  z
    .string()
    .regex(/^https?:\/\//, 'must begin with http:// or https://')
    .transform((text, { addIssue }) => {
      const url = URL.parse(text)
      const path = url?.pathname.replace(/\/+$/, '') ?? ''
      if (url && SITE_PATH.test(path) && url.search + url.hash === '') return url.origin + path
      addIssue(
        'must be an address such as https://example.org or https://example.org/docs; its path may have letters, digits, -, . and _',
      )
      return z.NEVER
    })
/** Rejects paths that browsers, proxies and cookies might normalise differently. */
const SITE_PATH = /^(\/[\w.-]+)*$/
const proxies = () =>
  list().superRefine((parts, { addIssue }) => {
    for (const part of parts)
      if (!isNetwork(part))
        addIssue(`must be addresses or networks such as 10.0.0.5 or 10.0.0.0/8, not names; ${part} is none`)
  })
const NAMED_NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])
const isNetwork = (text: string): boolean => NAMED_NETWORKS.has(text) || isNumericNetwork(text)
function isNumericNetwork(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/')
  const longest = { 4: 32, 6: 128 }[isIP(ip)]
  return (
    longest !== undefined &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  )
}
const networks = () =>
  list().superRefine((parts, { addIssue }) => {
    for (const part of parts)
      if (!isNumericNetwork(part))
        addIssue(`must be addresses or networks such as 10.0.0.5 or 10.0.0.0/8, not names; ${part} is none`)
  })
const relayHosts = () =>
  z
    .string()
    .superRefine((text, { addIssue }) => {
      try {
        relayHostsIn(text)
      } catch (error) {
        addIssue((error as Error).message)
      }
    })
    .prefault('')
const list = () =>
  z
    .string()
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .prefault('')
const absolutePaths = () =>
  list().superRefine((parts, { addIssue }) => {
    for (const part of parts)
      if (!isAbsolute(part)) addIssue(`must be absolute paths such as /srv/showdoc; ${part} is none`)
  })
const sums = () =>
  z
    .string()
    .regex(
      /^ *([a-z][a-z0-9-]*=[0-9a-f]{64} *(, *|$))*$/,
      'must look like id=sum,id=sum with sums of 64 digits and letters a to f',
    )
    .transform((text) => new Map(text.split(',').flatMap((part) => (part.trim() === '' ? [] : [pairOf(part)]))))
    .prefault('')
function pairOf(part: string): readonly [string, string] {
  const [id = '', sum = ''] = part.trim().split('=')
  return [id, sum]
}
const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** All settings the operator makes before the start. Everything left out has a default. */
export const Config = z.object({
  PORT: wholeNumber(0, 65_535).prefault('4000').describe('Port of the web server.'),
  HOST: z
    .string()
    .min(1)
    // As it stands in an address.
    .transform((text) => text.replace(/^\[(.*)\]$/, '$1'))
    .prefault('127.0.0.1')
    .describe('Address to listen on; `0.0.0.0` to be reached from other machines.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('Folder of the embedded database, the secret key and plugins put in without a build.'),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder that backups made in the administration go to, on another disk than `DATA_DIR`, or a bucket, `s3://host/bucket/folder`, with `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`; without it none are made there. `BACKUP_PASSPHRASE` of at least 12 characters seals the key of the site that lies in them.',
    ),
  SHOWDOC_FOLDERS: absolutePaths().describe(
    'Folders of ShowDocs, or dumps of their databases, that administrators may move in from, as absolute paths: `/srv/showdoc,/srv/other`. The user of the server has to be able to read them. Without it they can only upload an archive.',
  ),
  UPDATE_FEED_URL: address('https:', 'http:')
    .optional()
    .describe(
      'Where newer versions come from, `https://…/octavo.json`, so that administrators can bring the site up to date; without it nobody looks for any. Needs `UPDATE_KEY`.',
    ),
  UPDATE_KEY: z
    .string()
    .refine((text) => releaseKeyFrom(text) !== null, 'must be an ed25519 public key, 32 bytes in base64')
    .optional()
    .describe('Public key of whoever signs those versions, as `npm run release` prints it; no other is installed.'),
  DATABASE_URL: address('postgres:', 'postgresql:')
    .optional()
    .describe('PostgreSQL 14 or newer, `postgresql://…`; without it the embedded database in `DATA_DIR` is used.'),
  REDIS_URL: address('redis:', 'rediss:')
    .optional()
    .describe(
      'Background jobs, failed logins and captchas that several servers share, `redis://…`; without it in this process.',
    ),
  PUBLIC_URL: siteAddress()
    .optional()
    .describe(
      'Address people use, e.g. `https://docs.example.org` or `https://example.org/docs`; needed behind a proxy and for secure cookies.',
    ),
  STORAGE_URL: z
    .string()
    .refine((text) => /^[a-z][a-z0-9-]*:\/\//.test(text) && isReadable(text), STORAGE_SIGNS)
    .optional()
    .describe(
      'Where uploaded files are kept, `s3://key:secret@host/bucket?region=eu-central-1`; without it in `DATA_DIR/files`. Key and secret are written with `%` for special signs; `?tls=off` for a server without TLS, `?style=host` for one that wants the bucket in its name. Aliyun OSS is `oss://key:secret@oss-cn-hangzhou.aliyuncs.com/bucket`, Tencent COS `cos://id:key@cos.ap-guangzhou.myqcloud.com/bucket-1250000000`, Qiniu `qiniu://key:secret@uc.qiniuapi.com/bucket?domain=files.example.org`. Plugins may add other schemes. Files keep to the storage they were put into.',
    ),
  STORAGE_ALIASES: list().describe(
    'Other names of the storage in `STORAGE_URL`, e.g. `s3://old-host:9000/bucket`, when its address has changed and the files in it are the same. The start names the storages whose files it cannot find.',
  ),
  STORAGE_DELETES: oneOf(['on', 'off'])
    .default('on')
    .describe(
      '`off` for a copy of a site that is tried beside it: nothing is deleted from object storages, whose files are those of the site it was copied from.',
    ),
  SECRET_KEY: z
    .string()
    .refine(
      (text) => Buffer.byteLength(text) >= 32,
      'must have at least 32 bytes, as `openssl rand -base64 32` makes them',
    )
    .optional()
    .describe('Encrypts visit passwords and signs cookies; made and kept in `DATA_DIR/secret.key` when absent.'),
  LANGUAGE: oneOf(LANGUAGES).optional().describe('Language for people whose browser asks for neither.'),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as Asia/Shanghai')
    .optional()
    .describe("Time zone of REST replies and scheduled jobs; the machine's when absent."),
  SMTP_URL: address('smtp:', 'smtps:')
    .optional()
    .describe(
      'Mail server, `smtp://user:password@host:587` or `smtps://…`; without it no mail is sent. `?from=` names the sender, else `octavo@` the host of `PUBLIC_URL`; `?tls=required`, `optional` or `off` says whether STARTTLS is demanded, which it is when there is a password.',
    ),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error']).default('info').describe('Least weight of what is logged.'),
  PLUGINS_DISABLED: list().describe('Plugins to leave out, e.g. `templates,format-tools`.'),
  PLUGINS: oneOf(['on', 'off'])
    .default('on')
    .describe('`off` leaves out every plugin in `DATA_DIR/plugins`; those of the product run all the same.'),
  PLUGIN_UPLOAD: oneOf(['on', 'off'])
    .default('off')
    .describe(
      '`on` lets administrators upload plugins in the administration. A plugin is code that runs with all rights of the server, so leave it `off` unless administrators may do all that you may. It needs `PLUGINS=on`.',
    ),
  PLUGIN_SUMS: sums().describe(
    'SHA-256 sums of plugins in `DATA_DIR/plugins`, `id=sum,id=sum`; when given, none runs whose files are not these. The sum of a plugin is that of the output of `sha256sum` over its files in the order of their names (`plugins/README.md`).',
  ),
  TRUSTED_PROXIES: proxies().describe(
    'Addresses or networks of proxies whose `X-Forwarded-*` headers count, e.g. `127.0.0.1,10.0.0.0/8`.',
  ),
  RELAY_HOSTS: relayHosts().describe(
    'Hosts to which people may send calls of API documents through this server, where browsers do not let them: `api.example.org,*.example.org:8443` for public addresses, `erp.lan=10.1.2.0/24` for a private network. None when absent.',
  ),
  RATE_LIMIT: wholeNumber(0, 1_000_000)
    .prefault('1000')
    .describe('Requests per minute and client address; 0 for no limit, of `WRITE_LIMIT` either.'),
  WRITE_LIMIT: wholeNumber(0, 1_000_000)
    .prefault('600')
    .describe('Changes per minute and person, on each server; 0 for no limit.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/, 'must have 16 to 200 letters, digits and characters of - . _ ~ + / =')
    .optional()
    .describe(
      'Whoever sends it as `Authorization: Bearer …` may read `/metrics`, the figures of this server for Prometheus. Without it and `METRICS_NETWORKS` there is no such address.',
    ),
  METRICS_NETWORKS: networks().describe(
    'Addresses or networks from which `/metrics` may be read, e.g. `10.0.0.5,10.1.0.0/16`; with `METRICS_TOKEN` both are asked for. Behind a proxy `TRUSTED_PROXIES` decides which address counts.',
  ),
  DISK_RESERVE_MB: wholeNumber(0, 10_000_000)
    .prefault('200')
    .describe(
      'Megabytes to keep free on the disk of `DATA_DIR`: with less, nothing new is written, while reading and deleting go on; 0 for none.',
    ),
  CAPTCHA: oneOf(['on', 'off'])
    .default('on')
    .describe('`off` removes verification codes, e.g. behind a single sign-on.'),
  ADMIN_USERNAME: z
    .string()
    .min(2, 'must have 2 to 30 characters')
    .max(30, 'must have 2 to 30 characters')
    .optional()
    .describe('Together with `ADMIN_PASSWORD`: the first administrator, made when there is no administrator yet.'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have 8 to 128 characters')
    .max(128, 'must have 8 to 128 characters')
    .optional()
    .describe(
      'Together with `ADMIN_USERNAME`; without both, the start prints a one-time address to set up the first administrator.',
    ),
})
export type Config = z.output<typeof Config>

/** A readable line per wrong variable. */
export class ConfigError extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[], options?: ErrorOptions) {
    super(lines.join('\n'), options)
    this.name = 'ConfigError'
    this.lines = lines
  }
}

/** Shown to administrators. */
const SHOWN = [
  'PUBLIC_URL',
  'LANGUAGE',
  'TIME_ZONE',
  'TRUSTED_PROXIES',
  'RELAY_HOSTS',
  'BACKUP_DIR',
  'RATE_LIMIT',
  'CAPTCHA',
  'LOG_LEVEL',
] as const
/** Their addresses may contain a password, so only whether they are set is shown. */
const SHOWN_AS_SET = ['DATABASE_URL', 'REDIS_URL', 'STORAGE_URL', 'SMTP_URL'] as const

/** Settings needed before administrators can decide. */
export const languageAtFirst = ({ LANGUAGE }: Pick<Config, 'LANGUAGE'>): Language => LANGUAGE ?? 'zh-cn'

/** The part of the environment shown to administrators. */
export const startSettingsOf = (config: Config): readonly StartSetting[] => [
  ...SHOWN.map((variable) => ({ variable, value: String(config[variable] ?? ''), isSecret: false })),
  ...SHOWN_AS_SET.map((variable) => ({ variable, value: config[variable] ? SECRET_MASK : '', isSecret: true })),
]

/** @throws ConfigError naming every wrong variable at once */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.keys(Config.shape).map((name) => [name, environment[name] || undefined]))
  const parsed = Config.safeParse(given)
  const lines = parsed.error?.issues.map(({ path, message }) => lineOf(String(path[0]), given, message)) ?? []
  for (const [name, partner] of [
    ['ADMIN_USERNAME', 'ADMIN_PASSWORD'],
    ['ADMIN_PASSWORD', 'ADMIN_USERNAME'],
    ['UPDATE_FEED_URL', 'UPDATE_KEY'],
  ] as const) {
    if (given[name] && !given[partner]) lines.push(`${name} is set, so ${partner} must be set as well.`)
  }
  if (parsed.data)
    lines.push(
      ...[...mailProblems(parsed.data), ...storageProblems(parsed.data), ...aliasProblems(parsed.data)],
      ...backupProblems(parsed.data, environment),
    )
  if (!parsed.success || lines.length > 0) throw new ConfigError([...new Set(lines)])
  return parsed.data
}

function mailProblems({ SMTP_URL, PUBLIC_URL }: Config): readonly string[] {
  if (!SMTP_URL) return []
  if (!PUBLIC_URL) return ['SMTP_URL is set, so PUBLIC_URL must be set as well: mails carry links to the site.']
  try {
    smtpSettings(SMTP_URL, PUBLIC_URL)
    return []
  } catch (error) {
    return [`SMTP_URL: ${(error as Error).message}.`]
  }
}

function storageProblems({ STORAGE_URL }: Config): readonly string[] {
  const problem = STORAGE_URL ? storageAddressProblem(STORAGE_URL) : null
  return problem === null ? [] : [`STORAGE_URL: ${problem}.`]
}

function aliasProblems({ STORAGE_ALIASES, STORAGE_URL }: Config): readonly string[] {
  if (STORAGE_ALIASES.length > 0 && !STORAGE_URL)
    return ['STORAGE_ALIASES is set, so STORAGE_URL must be set as well: they are other names of that storage.']
  return STORAGE_ALIASES.flatMap((name) =>
    /^[a-z][a-z0-9-]*:\/\/[^@?]+$/.test(name)
      ? []
      : ['STORAGE_ALIASES: must be names as the start shows them, such as s3://host/bucket, without key and secret.'],
  )
}

/** Of characters. */
export const SHORTEST_PASSPHRASE = 12

function backupProblems(
  { BACKUP_DIR }: Config,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (!BACKUP_DIR) return []
  const { length } = environment['BACKUP_PASSPHRASE'] ?? ''
  const isShort = length > 0 && length < SHORTEST_PASSPHRASE
  return [
    ...(isShort ? [`BACKUP_PASSPHRASE: must have at least ${SHORTEST_PASSPHRASE} characters.`] : []),
    ...bucketProblems(BACKUP_DIR, environment),
  ]
}

function bucketProblems(
  BACKUP_DIR: string,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (!isBucket(BACKUP_DIR)) return []
  // It is shown to administrators, and visible in the process list.
  if (BACKUP_DIR.includes('@'))
    return ['BACKUP_DIR: key and secret do not belong here: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.']
  if (!environment['AWS_ACCESS_KEY_ID'] || !environment['AWS_SECRET_ACCESS_KEY'])
    return ['BACKUP_DIR is a bucket, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set as well.']
  try {
    placeInBucket(BACKUP_DIR, environment)
    return []
  } catch (error) {
    return [`BACKUP_DIR=${BACKUP_DIR}: ${(error as Error).message}.`]
  }
}

const SECRETS: ReadonlySet<string> = new Set(['SECRET_KEY', 'ADMIN_PASSWORD', 'METRICS_TOKEN', 'STORAGE_ALIASES'])
function lineOf(name: string, given: Readonly<Record<string, string | undefined>>, message: string): string {
  const isSecret = SECRETS.has(name) || name.endsWith('_URL')
  return isSecret ? `${name}: ${message}.` : `${name}=${given[name]}: ${message}.`
}

/** The settings table of the README, between its markers. */
export function settingsTable(): string {
  const json = z.toJSONSchema(Config, { io: 'input', unrepresentable: 'any' })
  const rows = Object.entries(json.properties ?? {}).map(([name, property]) => {
    const { default: fallback, description } = property as { default?: string; description?: string }
    const shown = fallback === undefined || fallback === '' ? '–' : `\`${fallback}\``
    return `| \`${name}\` | ${shown} | ${description ?? ''} |`
  })
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}
