import { DomainError } from '#core/errors.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { FULL_DISK } from '../../system/full-disk.ts'

/** Thrown for a disk failure: people are told whether to try again, the operator what it was. */
export function diskFailure(cause: unknown, what: string, log: Pick<Log, 'error'>): unknown {
  if (!(cause instanceof Error && 'syscall' in cause && 'code' in cause)) return cause
  if (FULL_DISK.has(cause.code)) return Object.assign(new DomainError('diskFull'), { cause })
  log.error(what, cause)
  return Object.assign(new DomainError('storageUnavailable'), { cause })
}
