import { DomainError, type ErrorKind } from '#core/errors.ts'
import { EngineStopped } from './embedded/engine.ts'

/** What PostgreSQL says of an error, whether it comes from `pg` or through the ORM. */
interface DatabaseFault {
  readonly code: string
  readonly constraint?: string
}

const UNIQUE_VIOLATION = '23505'
// Lock timeout, statement timeout, too many connections: worth another try by the caller.
const BUSY = new Set(['55P03', '57014', '53300'])
/**
 * Deadlock, serialization failure, and a key or a check that was violated: what was looked at is not as it was any more.
 * Who looks again is told what has become of it.
 */
const CHANGED = new Set(['40P01', '40001', '23503', UNIQUE_VIOLATION, '23514'])

/** Does the work; breaking one of the named unique constraints becomes the refusal beside it. */
export async function refusing<T>(taken: Readonly<Record<string, ErrorKind>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const fault = faultIn(error)
    const kind = fault?.code === UNIQUE_VIOLATION ? taken[fault.constraint ?? ''] : undefined
    throw kind ? refusal(kind, fault) : error
  }
}

/** What `pg` itself says when no connection became free, and when an answer did not come in time. */
const NO_ROOM = new Set(['timeout exceeded when trying to connect', 'Query read timeout'])

const DISK_FULL = '53100'

/** The network, and PostgreSQL when it ends or is only starting. */
const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['08000', '08001', '08003', '08004', '08006', '57P01', '57P02', '57P03'],
])
const BROKEN = /Connection terminated|timeout expired|has encountered a connection error|Client was closed/

/** Whether the database could not be reached, or was left while it worked. */
export const isAway = (error: unknown): boolean =>
  error instanceof Error && (isFault(error) ? AWAY.has(error.code) : BROKEN.test(error.message))

/** What PostgreSQL says when its own files are not as it left them: XX of itself, 58 of the system it runs on. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && isFault(error) && /^(XX|58)/.test(error.code)

/**
 * The refusal "busy", "disk full" or "changed meanwhile" where somebody else's work stood in the way, "database away" where it did not
 * answer; any other error as it is. Whether a commit that was left without an answer took hold, nobody knows.
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

/** What PostgreSQL said, also where it was made a refusal already. */
const faultIn = (error: unknown): DatabaseFault | null => {
  if (isFault(error)) return error
  return error instanceof DomainError && isFault(error.cause) ? error.cause : null
}

const refusal = (kind: ErrorKind, cause: unknown): DomainError => Object.assign(new DomainError(kind), { cause })

const isFault = (error: unknown): error is DatabaseFault =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
