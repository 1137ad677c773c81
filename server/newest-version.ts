import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { ACTIVE, isNewer, VERSION } from '#adapters/updates/versions.ts'
import packageJson from '../package.json' with { type: 'json' }

const ROOT = path.resolve(import.meta.dirname, '..')
const DEFAULT_DATA_DIR = './data'

/** Where versions lie that came by way of the administration. */
export const updatesFolderOf = (dataDirectory: string): string => path.join(dataDirectory, 'updates')

/** The Node that an installation brings, or the one that runs. */
export function nodeOf(folder: string): string {
  const own = path.join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  return existsSync(own) ? own : process.execPath
}

/** The folder of the version that the administration has put in place; null when this one is not older. */
function newestVersion(dataDirectory: string): string | null {
  const updates = path.resolve(updatesFolderOf(dataDirectory))
  let version: unknown
  try {
    ;({ version } = JSON.parse(readFileSync(path.join(updates, ACTIVE), 'utf8')) as { readonly version?: unknown })
  } catch {
    return null
  }
  if (typeof version !== 'string' || !VERSION.test(version) || !isNewer(version, packageJson.version)) return null
  return path.join(updates, version)
}

/**
 * Goes on as the same program of the newest version, in the same process; comes back where there is none. Whoever may write
 * into `DATA_DIR` says what that is, so root goes on as the owner of it.
 */
export function goOnAsNewest(): void {
  const dataDirectory = process.env['DATA_DIR'] || DEFAULT_DATA_DIR
  // A process that somebody listens to keeps the version of its starter.
  const folder = process.connected ? null : newestVersion(dataDirectory)
  const program = path.relative(ROOT, process.argv[1] ?? '')
  if (folder === null || program.startsWith('..') || typeof process.execve !== 'function') return
  // It is built already.
  const file = path.join(folder, program === path.join('server', 'start.ts') ? path.join('server', 'main.ts') : program)
  if (!existsSync(file)) {
    process.stderr.write(`${folder} is not there any more, so version ${packageJson.version} runs.\n`)
    return
  }
  const { uid, gid } = statSync(dataDirectory)
  if (process.getuid?.() === 0 && uid !== 0) {
    process.setgroups?.([gid])
    process.setgid?.(gid)
    process.setuid?.(uid)
  }
  const node = nodeOf(folder)
  process.execve(node, [node, ...process.execArgv, file, ...process.argv.slice(2)], process.env)
}
