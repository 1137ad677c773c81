import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ACTIVE, isNewer, VERSION } from '#adapters/updates/versions.ts'
import packageJson from '../package.json' with { type: 'json' }

const DEFAULT_DATA_DIR = './data'
/** Starts of a new version that do not become ready; after that, the version of before runs again. */
const MOST_VAIN_STARTS = 2

/** The version that starts run, as `active.json` has it. An installation writes only its name. */
interface ActiveVersion {
  readonly version: string
  /** How often a server was started with it, until one became ready. */
  readonly starts?: number
  readonly wasReady?: boolean
  /** It has begun to change the tables, so that the version of before can no longer work with them. */
  readonly changesTables?: boolean
}

export const dataDirectoryOfProcess = (): string => process.env['DATA_DIR'] || DEFAULT_DATA_DIR

/** Where versions installed by administrators are stored. */
export const updatesFolderOf = (dataDirectory: string): string => path.join(dataDirectory, 'updates')

/** The version that starts run instead of the installed one; null when the installed one is as new, or runs again. */
export function activeVersion(dataDirectory: string): string | null {
  const active = newerIn(dataDirectory)
  return active && !isGivenUp(active) ? active.version : null
}

/** The version that did not become ready, so that this one runs again; null when there is none. */
export function givenUpVersion(dataDirectory: string): string | null {
  const active = newerIn(dataDirectory)
  return active && isGivenUp(active) ? active.version : null
}

/** Counts a start of the active version, until one has become ready. */
export function countStart(dataDirectory: string): void {
  const active = activeIn(dataDirectory)
  if (active && !active.wasReady) writeActive(dataDirectory, { ...active, starts: (active.starts ?? 0) + 1 })
}

/** This version is ready: whatever happens to it later, no start returns to the version of before. */
export function noteReady(dataDirectory: string): void {
  const active = activeIn(dataDirectory)
  if (active?.version === packageJson.version && !active.wasReady)
    writeActive(dataDirectory, { version: active.version, wasReady: true })
}

/**
 * This version is about to change the tables: from now on no start returns to the version of before.
 * @returns takes that back, where none was changed after all
 */
export function noteTableChange(dataDirectory: string): () => void {
  const active = activeIn(dataDirectory)
  if (active?.version !== packageJson.version || active.changesTables) return () => undefined
  writeActive(dataDirectory, { ...active, changesTables: true })
  return () => writeActive(dataDirectory, active)
}

const isGivenUp = ({ starts = 0, wasReady, changesTables }: ActiveVersion): boolean =>
  starts >= MOST_VAIN_STARTS && !wasReady && !changesTables

function newerIn(dataDirectory: string): ActiveVersion | null {
  const active = activeIn(dataDirectory)
  return active && isNewer(active.version, packageJson.version) ? active : null
}

function activeIn(dataDirectory: string): ActiveVersion | null {
  try {
    const active = JSON.parse(readFileSync(fileIn(dataDirectory), 'utf8')) as Partial<ActiveVersion> | null
    const version: unknown = active?.version
    return typeof version === 'string' && VERSION.test(version) ? { ...active, version } : null
  } catch {
    return null
  }
}

/** Without a place to write there is no way back, which must not keep the server from starting. */
function writeActive(dataDirectory: string, active: ActiveVersion): void {
  const file = fileIn(dataDirectory)
  try {
    writeFileSync(`${file}.unfinished`, `${JSON.stringify(active)}\n`, { mode: 0o600, flush: true })
    renameSync(`${file}.unfinished`, file)
  } catch (error) {
    process.stderr.write(`${file} cannot be written: ${String(error)}\n`)
  }
}

const fileIn = (dataDirectory: string): string => path.join(path.resolve(updatesFolderOf(dataDirectory)), ACTIVE)
