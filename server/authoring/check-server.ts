import { readFile, stat } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { bodyOf, specifiersIn } from './parsed-module.ts'

const INSTEAD = 'everything of core/plugin.ts, and zod as z, is in the argument of the function it exports as default'

/**
 * Imports of a dropped-in plugin that fail where it runs without the sources of the product beside it, found without
 * running it. Files it does not import are not read: its tests may import what they like.
 * @param entry the name of its server entry in the folder
 */
export async function serverFaults(folder: string, entry: string): Promise<readonly string[]> {
  const faults: string[] = []
  const known = new Set([entry])
  for (const name of known) {
    const body = bodyOf(await readFile(path.join(folder, name), 'utf8').catch(() => ''))
    // What is no module is reported when it is loaded.
    for (const specifier of specifiersIn(body ?? [])) {
      const fault = await faultOf(folder, name, specifier)
      if (fault !== null) faults.push(`its ${name} imports ${specifier}, ${fault}`)
      else if (isRelative(specifier)) known.add(ownPath(name, specifier))
    }
  }
  return faults
}

const isRelative = (specifier: string): boolean => /^\.{1,2}(?:\/|$)/.test(specifier)
const ownPath = (importer: string, specifier: string): string =>
  path.posix.normalize(path.posix.join(path.posix.dirname(importer), specifier))

/** Null when there is none. */
async function faultOf(folder: string, importer: string, specifier: string): Promise<string | null> {
  if (isRelative(specifier))
    return ownPath(importer, specifier).startsWith('..') ? `which is outside its folder: ${INSTEAD}` : null
  if (specifier.startsWith('#')) return `which only plugins of the product can import: ${INSTEAD}`
  if (specifier === 'zod' || specifier.startsWith('zod/')) return `which is not the zod of the product: ${INSTEAD}`
  if (isBuiltin(specifier) || specifier.startsWith('data:')) return null
  const [scope = '', name = ''] = specifier.split('/')
  const library = scope.startsWith('@') ? path.join(scope, name) : scope
  const isOwn = await stat(path.join(folder, 'node_modules', library)).catch(() => null)
  return isOwn ? null : 'which is not in its folder: bundle the library into the file'
}
