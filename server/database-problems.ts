import { UnfitServer } from '#adapters/database/fitting-server.ts'
import { TransactionPooler } from '#adapters/database/pooler.ts'
import { placeOf } from '#adapters/database/server-place.ts'
import { ConfigError } from './config.ts'
import { DiskFull } from './unusable-data.ts'

/** PostgreSQL is temporarily unavailable, e.g. while a machine boots: a restart may help. */
export class DatabaseAbsent extends Error {
  /** Whether PostgreSQL answered, e.g. that it is still starting: then the address is right. */
  readonly hasAnswered: boolean
  constructor(message: string, { hasAnswered, cause }: { readonly hasAnswered: boolean; readonly cause: unknown }) {
    super(message, { cause })
    this.name = 'DatabaseAbsent'
    this.hasAnswered = hasAnswered
  }
}

/** The fields of errors from network drivers and PostgreSQL. */
interface Fault {
  readonly code: string
  readonly message: string
  /** Whether a connection could not be opened, and not a file. */
  readonly isConnecting: boolean
}

/**
 * What the operator can do when PostgreSQL refuses the connection: one line with the setting, the server and the
 * reason, without the password; a `DatabaseAbsent` when it is only unavailable. Other errors are returned unchanged.
 */
export function explainedForDatabase(error: unknown, url: string): unknown {
  if (error instanceof TransactionPooler) return new ConfigError([`DATABASE_URL: ${POOLED}`], { cause: error })
  if (error instanceof UnfitServer) return explainedUnfitness(error, url)
  const fault = faultOf(error)
  if (!fault) return error
  if (fault.code === '53100') return new DiskFull(`PostgreSQL at ${placeOf(url)}`, { cause: error })
  const absence = absenceOf(fault, url)
  if (absence !== null)
    return new DatabaseAbsent(`DATABASE_URL: ${absence}`, { hasAnswered: isAnswer(fault), cause: error })
  const reason = unreadFileOf(error) ?? reasonOf(fault, url)
  return reason === null ? error : new ConfigError([`DATABASE_URL: ${reason}.`], { cause: error })
}

function explainedUnfitness(error: UnfitServer, url: string): Error {
  const place = placeOf(url)
  // During a failover it takes changes again soon.
  if (error.why === 'readOnly')
    return new DatabaseAbsent(`DATABASE_URL: ${unchangeable(place)}`, { hasAnswered: true, cause: error })
  const reason =
    error.why === 'tooOld'
      ? `PostgreSQL at ${place} is version ${error.found}; 14 or newer is needed`
      : `the database ${nameOf(url)} at ${place} has the encoding ${error.found}; ${OTHER}`
  return new ConfigError([`DATABASE_URL: ${reason}.`], { cause: error })
}

const OTHER =
  "make one with `create database … encoding 'UTF8' template template0`; `npm run move` copies a site into it"

const unchangeable = (place: string): string =>
  `PostgreSQL at ${place} takes no changes: it is a copy of another one, or set to read only. Name the one that people write to.`

const POOLED =
  'a pooler hands each transaction another connection; use the session mode of PgBouncer (pool_mode=session), or PostgreSQL itself.'
const WAIT = 'Start again once PostgreSQL runs; if it does, the address is wrong.'

/** A wrong address cannot be distinguished from a server that is still starting. */
function absenceOf(fault: Fault, url: string): string | null {
  const place = placeOf(url)
  switch (fault.code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${place}. ${WAIT}`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no machine with the name ${place.replace(/:\d+$/, '')} is known here. ${WAIT}`
    case 'ENOENT':
      return fault.isConnecting ? `there is no socket at ${place}. ${WAIT}` : null
    case '25006':
      return unchangeable(place)
    case '57P03':
      return `PostgreSQL at ${place} is not ready yet (${fault.message}). Start again once it is.`
    case '53300':
      return `PostgreSQL at ${place} has no connection left (${fault.message}). Start again once it has, or raise max_connections.`
    default:
      return isNoAnswer(fault) ? `${place} does not answer. ${WAIT}` : null
  }
}

function reasonOf({ code, message, isConnecting }: Fault, url: string): string | null {
  const { username, searchParams } = new URL(url)
  const user = decodeURIComponent(username) || (searchParams.get('user') ?? '')
  const place = placeOf(url)
  switch (code) {
    case '28P01':
      return `PostgreSQL at ${place} refuses the user ${user}: the name or the password is wrong`
    case '28000':
      return `PostgreSQL at ${place} refuses the user ${user} (${message})`
    case '3D000':
      return `there is no database ${nameOf(url)} at ${place}`
    case '42501':
      return `the user ${user} may not make tables in this database (${message}): make it the owner`
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of ${place} is not trusted (${message.split(';', 1)[0]}); give its authority with ?sslrootcert=FILE`
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return `the certificate of ${place} is not valid today (${message}): renew it, or set the clock of this machine`
    case 'EACCES':
      return isConnecting ? `this user may not use the socket at ${place}` : null
    default:
      return message.includes('does not support SSL') ? `${place} offers no TLS, which the address demands` : null
  }
}

/** Of the database. */
const nameOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

/** A certificate or key in the address is read before connecting. */
function unreadFileOf(error: unknown): string | null {
  const { syscall, path, code } = error as NodeJS.ErrnoException
  return syscall === 'open' && path ? `the file ${path} that it names cannot be read (${code})` : null
}

/** Network errors, and PostgreSQL shutting down. */
const SILENT = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'EPIPE', '57P01', '57P02'])
const isNoAnswer = ({ code, message }: Fault): boolean =>
  SILENT.has(code) || /timeout expired|terminated (unexpectedly|due to connection timeout)/.test(message)

/** The codes of PostgreSQL itself; those of the network are words. */
const isAnswer = ({ code }: Fault): boolean => /^[0-9][0-9A-Z]{4}$/.test(code)

/** The innermost network or server error inside those of the ORM and the pools; null when there is none. */
function faultOf(error: unknown): Fault | null {
  if (!(error instanceof Error)) return null
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown }
  const isConnecting = syscall === 'connect'
  // Node tries each address of a host name and reports all errors together.
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  if (typeof code === 'string') return { code, message: error.message, isConnecting }
  return faultOf(inner) ?? { code: '', message: error.message, isConnecting }
}
