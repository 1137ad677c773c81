import { ConnectionBroken } from '#adapters/database/copy.ts'
import { DirectoryInUse } from '#adapters/database/directory-lock.ts'
import { NewerSchemaError } from '#adapters/database/newer-schema.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { ConfigError } from './config.ts'
import { exitWithLines } from './config-exit.ts'
import { DatabaseAbsent } from './database-problems.ts'
import { DiskFull, UnusableData } from './unusable-data.ts'

/** Exit code after an error, for which a supervisor restarts the process. */
export const EXIT_FAILED = 1
const EXIT_IN_USE = 3
const EXIT_NEWER_SCHEMA = 4
export const EXIT_DISK_FULL = 5

/**
 * Exits with what the operator can do about the error, and with a stack trace only when it is unknown.
 * @param inVain what failed
 */
export function exitWith(error: unknown, log: Log, inVain = 'Octavo cannot start'): never {
  if (error instanceof DiskFull) return exitWithLine(error, EXIT_DISK_FULL, inVain)
  if (error instanceof ConfigError || error instanceof UnusableData) return exitWithLines(error, inVain)
  if (error instanceof DatabaseAbsent || error instanceof ConnectionBroken)
    return exitWithLine(error, EXIT_FAILED, inVain)
  if (error instanceof DirectoryInUse) return exitWithLine(error, EXIT_IN_USE, inVain)
  if (error instanceof NewerSchemaError) return exitWithLine(error, EXIT_NEWER_SCHEMA, inVain)
  log.error(inVain, error)
  return process.exit(EXIT_FAILED)
}

function exitWithLine({ message }: Error, code: number, inVain: string): never {
  process.stderr.write(`${inVain}: ${message}\n`)
  return process.exit(code)
}
