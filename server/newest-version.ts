import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { activeVersion, countStart, dataDirectoryOfProcess, givenUpVersion, updatesFolderOf } from './active-version.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** Programs that serve, and become ready. */
const SERVERS = ['main.ts', 'start.ts'].map((name) => path.join('server', name))

/** The Node bundled with an installation, or the running one. */
export function nodeOf(folder: string): string {
  const own = path.join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  return existsSync(own) ? own : process.execPath
}

/**
 * Continues as the newest version of the same program, in the same process; returns when there is none. Anybody with
 * write access to `DATA_DIR` decides what that is, so root continues as its owner. A new version that does not become
 * ready is left again.
 */
export function goOnAsNewest(): void {
  const dataDirectory = dataDirectoryOfProcess()
  const program = path.relative(ROOT, process.argv[1] ?? '')
  // A child process uses the version of its parent.
  if (process.connected || program.startsWith('..') || typeof process.execve !== 'function') return
  const isServer = SERVERS.includes(program)
  const givenUp = isServer ? givenUpVersion(dataDirectory) : null
  if (givenUp !== null)
    process.stderr.write(`Version ${givenUp} did not become ready, so version ${packageJson.version} runs again.\n`)
  const version = activeVersion(dataDirectory)
  if (version === null) return
  const folder = path.resolve(updatesFolderOf(dataDirectory), version)
  // It is built already.
  const file = path.join(folder, isServer ? path.join('server', 'main.ts') : program)
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
  if (isServer) countStart(dataDirectory)
  const node = nodeOf(folder)
  process.execve(node, [node, ...process.execArgv, file, ...process.argv.slice(2)], process.env)
}
