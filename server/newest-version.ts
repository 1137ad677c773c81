import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { ACTIVE, isNewer, VERSION } from '#adapters/updates/versions.ts'
import packageJson from '../package.json' with { type: 'json' }

const ROOT = path.resolve(import.meta.dirname, '..')
const DEFAULT_DATA_DIR = './data'

/** Where versions installed by administrators are stored. */
export const updatesFolderOf = (dataDirectory: string): string => path.join(dataDirectory, 'updates')

/** The Node bundled with an installation, or the running one. */
export function nodeOf(folder: string): string {
  const own = path.join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  return existsSync(own) ? own : process.execPath
}

/** The folder of the version installed by administrators; null when the running one is as new. */
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
 * Continues as the newest version of the same program, in the same process; returns when there is none. Anybody with
 * write access to `DATA_DIR` decides what that is, so root continues as its owner.
 */
export function goOnAsNewest(): void {
  const dataDirectory = process.env['DATA_DIR'] || DEFAULT_DATA_DIR
  // A child process uses the version of its parent.
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
