import { DomainError, type ErrorKind } from '#core/errors.ts'
import { EngineStopped } from './embedded/engine.ts'

/** The fields of a PostgreSQL error, from `pg` or through the ORM. */
interface DatabaseFault {
  readonly code: string
  readonly message: string
  readonly constraint?: string
}

const UNIQUE_VIOLATION = '23505'
const SERIALIZATION_FAILURE = '40001'
const INTERNAL_ERROR = 'XX000'
// Lock timeout, statement timeout, too many connections: the caller should try again.
const BUSY = new Set(['55P03', '57014', '53300'])
/**
 * Deadlock, serialization failure, and violated keys or checks: the data has changed since it was read. A retry reports
 * the current state.
 */
const CHANGED = new Set(['40P01', SERIALIZATION_FAILURE, '23503', UNIQUE_VIOLATION, '23514'])

/** Runs the work; a violation of one of the named unique constraints becomes the refusal given for it. */
export async function refusing<T>(taken: Readonly<Record<string, ErrorKind>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const fault = faultIn(error)
    const kind = fault?.code === UNIQUE_VIOLATION ? taken[fault.constraint ?? ''] : undefined
    throw kind ? refusal(kind, fault) : error
  }
}

/** Errors of `pg` itself when no connection became free, or no answer arrived in time. */
const NO_ROOM = new Set(['timeout exceeded when trying to connect', 'Query read timeout'])

const DISK_FULL = '53100'

/** Network errors, and PostgreSQL shutting down or starting. */
const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['08000', '08001', '08003', '08004', '08006', '57P01', '57P02', '57P03'],
])
const BROKEN = /Connection terminated|timeout expired|has encountered a connection error|Client was closed/

/** Whether the database could not be reached, or the connection was lost during the work. */
export const isAway = (error: unknown): boolean =>
  error instanceof Error && (isFault(error) ? AWAY.has(error.code) : BROKEN.test(error.message))

/** Errors about damaged files: class XX for internal errors, 58 for system errors. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && isFault(error) && /^(XX|58)/.test(error.code)

/**
 * Translates to the refusal "busy", "disk full" or "changed meanwhile" for conflicts and full disks, and to "database
 * away" when it did not answer; other errors are returned unchanged. After an unanswered commit its outcome is unknown.
 */
export function translated(error: unknown): unknown {
  if (error instanceof Error && NO_ROOM.has(error.message)) return refusal('busy', error)
  if (error instanceof EngineStopped && error.isDiskFull) return refusal('diskFull', error)
  if (isAway(error)) return refusal('databaseAway', error)
  if (!isFault(error)) return error
  if (BUSY.has(error.code)) return refusal('busy', error)
  if (error.code === DISK_FULL) return refusal('diskFull', error)
  return CHANGED.has(error.code) ? refusal('changedMeanwhile', error) : error
}

/**
 * Whether a transaction that sees the database as of its beginning met what another one has changed or, among tables,
 * dropped since.
 */
export function isOvertaken(error: unknown): boolean {
  const fault = faultIn(error)
  if (fault?.code === SERIALIZATION_FAILURE) return true
  return fault?.code === INTERNAL_ERROR && fault.message.startsWith('cache lookup failed')
}

/** PostgreSQL's error, also if it has been translated to a refusal already. */
const faultIn = (error: unknown): DatabaseFault | null => {
  if (isFault(error)) return error
  return error instanceof DomainError && isFault(error.cause) ? error.cause : null
}

const refusal = (kind: ErrorKind, cause: unknown): DomainError => Object.assign(new DomainError(kind), { cause })

const isFault = (error: unknown): error is DatabaseFault =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
