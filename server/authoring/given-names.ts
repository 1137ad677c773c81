import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const isSource = (name: string): boolean => /\.m?[jt]sx?$/.test(name) && !/\.test\.\w+$/.test(name)

/**
 * The texts that sources of a plugin pass to a function as its first argument, as in `emit('hello.greeted', …)`;
 * null when that cannot be told: there are no sources, or the function is also used in another way.
 */
export function namesGivenTo(sources: readonly string[], called: string): readonly string[] | null {
  const names: string[] = []
  for (const source of sources.map((each) => withoutOrigin(each, called)))
    for (const [, rest = ''] of source.matchAll(new RegExp(`\\b${called}\\b(.{0,200})`, 'gs'))) {
      const [, name] = /^(?:<[^(]*>)?\(\s*['"`]([^'"`$]*)['"`]\s*[,)]/.exec(rest) ?? []
      if (name === undefined) return null
      names.push(name)
    }
  return sources.length === 0 ? null : names
}

/** Without the imports and parameters the function comes from; they stay where they give it another name. */
const withoutOrigin = (source: string, called: string): string =>
  source.replaceAll(/\bimport\s*\{[^}]*\}\s*from\b|\(\s*\{[^{}]*\}\s*\)\s*=>/g, (origin) =>
    new RegExp(`\\b${called}\\s*(?:as\\b|:)`).test(origin) ? origin : '',
  )

/** The texts of a plugin's source files, without tests and libraries. */
export async function sourcesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile() && isSource(entry.name))
  return Promise.all(
    files
      .map((file) => path.join(file.parentPath, file.name))
      .filter((file) => !path.relative(folder, file).split(path.sep).includes('node_modules'))
      .map((file) => readFile(file, 'utf8')),
  )
}
