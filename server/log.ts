import { pino, type DestinationStream, type Logger } from 'pino'
import { isRefusal } from '#core/errors.ts'
import { messageOf } from '#core/message-of.ts'
import type { Log } from '#core/ports/surroundings.ts'
import type { Config } from './config.ts'
import { plainLines } from './plain-lines.ts'

/** Threats K3: must never appear in a log, at any depth of the logged data. */
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
  // Fields that libraries add to their errors when an external login fails.
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

/** Structured lines to standard output, or to `destination`; readable text on a terminal. */
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

/** An address for the log: without its query, and without the key of a shared page or of a mock. */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(/^\/(p|mock-data)\/.+/i, '/$1/[secret]')

/** The core's log, implemented with pino. */
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
    // Everything fails then, and the database adapter logs it once a minute.
    if (isDatabaseAway(error)) return this.debug(message, { ...facts, reason: 'the database is away' })
    try {
      this.#logger.error({ ...facts, error }, message)
    } catch {
      // A plugin may throw what cannot be read.
      this.#logger.error({ ...facts, error: messageOf(error) }, message)
    }
  }
}

/** Every call fails for the same reason then, which is logged once. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error && ((isRefusal(error) && error.kind === 'databaseAway') || isDatabaseAway(error.cause))
