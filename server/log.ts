import { pino, type DestinationStream, type Logger } from 'pino'
import { isRefusal } from '#core/errors.ts'
import type { Log } from '#core/ports/surroundings.ts'
import type { Config } from './config.ts'
import { plainLines } from './plain-lines.ts'

/** Threats K3: what may never be read in a log, wherever in the facts it stands. */
const SECRET_NAMES = [
  'password',
  'new_password',
  'newPassword',
  'confirm_password',
  'confirmPassword',
  'visitPassword',
  'v_code',
  'captcha',
  'user_token',
  'loginToken',
  'token',
  'tokenDigest',
  'apiToken',
  'api_token',
  'passwordHash',
  'unique_key',
  'uniqueKey',
  'key',
  'cookie',
  'authorization',
  'set-cookie',
  'secondFactor',
  'second_factor',
  'otpauthAddress',
  'otpauth_address',
  'qrCode',
  'qr_code',
  'recoveryCodes',
  'recovery_codes',
  'secret',
  'secretKey',
  'SECRET_KEY',
  'ADMIN_PASSWORD',
  'bind_password',
  // What libraries hang on their errors when a login elsewhere fails.
  'bindPassword',
  'credentials',
  'client_secret',
  'clientSecret',
  'code_verifier',
  'codeVerifier',
  'access_token',
  'refresh_token',
  'id_token',
  'page_content',
  'pageContent',
  'content',
  'base',
  'mine',
  'theirs',
  'parameters',
  'params',
]
const DEPTHS = ['', '*.', '*.*.', '*.*.*.']

/** Structured lines on standard output, or wherever `destination` leads; plain ones on a terminal. */
export function createLogger(level: Config['LOG_LEVEL'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: DEPTHS.flatMap((depth) => SECRET_NAMES.map((name) => pathTo(depth, name))),
      censor: '[secret]',
    },
    serializers: { error: pino.stdSerializers.errWithCause },
  }
  const seen = process.stdout.isTTY ? plainLines((text) => process.stdout.write(text)) : undefined
  const to = destination ?? seen
  return to ? pino(options, to) : pino(options)
}
const pathTo = (depth: string, name: string): string =>
  name.includes('-') ? `${depth.replace(/\.$/, '')}["${name}"]` : `${depth}${name}`

/** An address as it may be logged: without its query, and without the key of a shared page. */
export const loggedPath = (url: string): string => (url.split('?', 1)[0] ?? '').replace(/^\/p\/.+/i, '/p/[secret]')

/** The core's log on pino. */
export class PinoLog implements Log {
  readonly #logger: Logger
  constructor(logger: Logger) {
    this.#logger = logger
  }
  debug(message: string, facts: object = {}): void {
    this.#logger.debug(facts, message)
  }
  info(message: string, facts: object = {}): void {
    this.#logger.info(facts, message)
  }
  warn(message: string, facts: object = {}): void {
    this.#logger.warn(facts, message)
  }
  error(message: string, error: unknown, facts: object = {}): void {
    // Everything fails then, and the database says it once a minute.
    if (isDatabaseAway(error)) return this.debug(message, { ...facts, reason: 'the database is away' })
    this.#logger.error({ ...facts, error }, message)
  }
}

/** Every call fails then for one reason, which is told once. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error && ((isRefusal(error) && error.kind === 'databaseAway') || isDatabaseAway(error.cause))
