import { execFile } from 'node:child_process'
import { cp, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** Everything a build and a start need, but for the libraries. */
const SOURCES = [
  ...['adapters', 'core', 'migrations', 'plugins', 'server', 'web'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
]

/**
 * Builds a copy of the repository that has this folder among its plugins, as its author would build it there.
 * @returns the root of the copy, to be removed by whoever asked for it
 */
export async function buildCopyWith(plugin: { readonly id: string; readonly folder: string }): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'octavo-copy-'))
  for (const name of SOURCES) await cp(path.join(ROOT, name), path.join(root, name), { recursive: true })
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  await cp(plugin.folder, path.join(root, 'plugins', plugin.id), { recursive: true })
  await promisify(execFile)(process.execPath, ['server/build.ts'], { cwd: root })
  return root
}
