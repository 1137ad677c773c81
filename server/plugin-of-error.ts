import path from 'node:path'
import { pathToFileURL } from 'node:url'

const SOURCES = path.resolve(import.meta.dirname, '../plugins')

/** The id of the plugin in whose code an error was thrown, according to its stack; null when it was in none. */
export function pluginOfError(error: unknown, dataDirectory: string): string | null {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const folders = [SOURCES, path.resolve(dataDirectory, 'plugins')].map((folder) => `${pathToFileURL(folder).href}/`)
  for (const line of stack.split('\n'))
    for (const folder of folders) {
      const begin = line.indexOf(folder)
      if (begin >= 0) return line.slice(begin + folder.length).split('/', 1)[0] ?? null
    }
  return null
}
