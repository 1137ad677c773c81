import { DirectoryInUse } from '#adapters/database/directory-lock.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { ConfigError, readConfig, type Config } from './config.ts'

/** The code of a process that ended because something went wrong, which a supervisor starts again. */
export const EXIT_FAILED = 1
const EXIT_WRONG_CONFIG = 2
const EXIT_IN_USE = 3

/** The configuration of the environment; without a right one the process ends with a line for each wrong variable. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return exitWithLines(error)
  }
}

/** Ends the process with what the operator can do about the error, and with its whole story only when that is unknown. */
export function exitWith(error: unknown, log: Log): never {
  if (error instanceof ConfigError) return exitWithLines(error)
  if (error instanceof DirectoryInUse) {
    process.stderr.write(`Octavo cannot start: ${error.message}\n`)
    return process.exit(EXIT_IN_USE)
  }
  log.error('cannot start', error)
  return process.exit(EXIT_FAILED)
}

function exitWithLines({ lines }: ConfigError): never {
  process.stderr.write(`Octavo cannot start with this configuration:\n${lines.map((line) => `  ${line}\n`).join('')}`)
  return process.exit(EXIT_WRONG_CONFIG)
}
