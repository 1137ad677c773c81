import { DomainError, type ErrorKind } from '#core/errors.ts'

/** What PostgreSQL says of an error, whether it comes from `pg` or through the ORM. */
interface DatabaseFault {
  readonly code: string
  readonly constraint?: string
}

const UNIQUE_VIOLATION = '23505'
// Lock timeout, deadlock, serialization failure, statement timeout, too many connections: worth another try by the caller.
const BUSY = new Set(['55P03', '40P01', '40001', '57014', '53300'])

/** Does the work; breaking one of the named unique constraints becomes the refusal beside it. */
export async function refusing<T>(taken: Readonly<Record<string, ErrorKind>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const kind = isFault(error) && error.code === UNIQUE_VIOLATION ? taken[error.constraint ?? ''] : undefined
    throw kind ? refusal(kind, error) : error
  }
}

/** The refusal "busy" where somebody else's work stood in the way; any other error as it is. */
export const translated = (error: unknown): unknown =>
  isFault(error) && BUSY.has(error.code) ? refusal('busy', error) : error

const refusal = (kind: ErrorKind, cause: unknown): DomainError => Object.assign(new DomainError(kind), { cause })

const isFault = (error: unknown): error is DatabaseFault =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
