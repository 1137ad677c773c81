import { ConfigError, SHORTEST_PASSPHRASE } from '../config.ts'

/** Protects the site key in backups; null when not set. @throws ConfigError for a short one */
export function passphraseFrom(environment: NodeJS.ProcessEnv): string | null {
  const given = environment['BACKUP_PASSPHRASE'] ?? ''
  if (given === '') return null
  if (given.length < SHORTEST_PASSPHRASE)
    throw new ConfigError([`BACKUP_PASSPHRASE: must have at least ${SHORTEST_PASSPHRASE} characters.`])
  return given
}
