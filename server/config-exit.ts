import { ConfigError, readConfig, type Config } from './config.ts'
import type { UnusableData } from './unusable-data.ts'

/** Exit code for wrong configuration or data, where a restart does not help. */
export const EXIT_UNUSABLE = 2

/** The configuration from the environment; if it is invalid, the process exits with a line per wrong variable. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    return exitOverConfig(error)
  }
}

function exitOverConfig(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error
  return exitWithLines(error, 'Octavo cannot start')
}

/** @param inVain what failed */
export function exitWithLines(error: ConfigError | UnusableData, inVain: string): never {
  const what = error instanceof ConfigError ? 'with this configuration' : 'on this data'
  process.stderr.write(`${inVain} ${what}:\n${error.lines.map((line) => `  ${line}\n`).join('')}`)
  return process.exit(EXIT_UNUSABLE)
}
