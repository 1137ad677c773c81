import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { SERVER_BUILD } from './build-place.ts'

const SOURCES = path.resolve(import.meta.dirname, '../plugins')
/** The file, line and column of a call in a stack. */
const PLACE = /(file:\/\/\S+?):(\d+):(\d+)/

/**
 * The id of the plugin in whose code an error was thrown, according to its stack; null when it was in none.
 * @param build the folder of the build of the server, whose files contain plugins of the product
 */
export function pluginOfError(error: unknown, dataDirectory: string, build = SERVER_BUILD): string | null {
  const places = stackOf(error)
    .split('\n')
    .flatMap((line): readonly CodePlace[] => {
      const [, file, row, column] = PLACE.exec(line) ?? []
      return file === undefined ? [] : [{ file, row: Number(row), column: Number(column) }]
    })
  return pluginAmong(places, dataDirectory, build)
}

/** Plugins may have made something else of it. */
export function stackOf(error: unknown): string {
  try {
    return error instanceof Error && typeof error.stack === 'string' ? error.stack : ''
  } catch {
    return ''
  }
}

/** The place of a call; row and column count from 1. */
export interface CodePlace {
  readonly file: string
  readonly row: number
  readonly column: number
}

/** The same for calls that are not over yet, the innermost first. */
export function pluginAmong(calls: readonly CodePlace[], dataDirectory: string, build = SERVER_BUILD): string | null {
  const folders = [SOURCES, path.resolve(dataDirectory, 'plugins')].map((folder) => `${pathToFileURL(folder).href}/`)
  for (const { file, row, column } of calls) {
    const source = file.startsWith(`${pathToFileURL(build).href}/`) ? sourceOf(file, row, column) : file
    for (const folder of folders)
      if (source.startsWith(folder)) return source.slice(folder.length).split('/', 1)[0] ?? null
  }
  return null
}

/** The source of a place in a built file; the file itself when it has no map. @returns its address */
function sourceOf(file: string, row: number, column: number): string {
  const map = mapBeside(fileURLToPath(file))
  const entry = map?.findEntry(row - 1, column - 1)
  return entry && 'originalSource' in entry ? new URL(entry.originalSource, file).href : file
}

/** By built file. Reading one takes long, and a plugin may leave many errors behind. */
const maps = new Map<string, SourceMap>()

function mapBeside(file: string): SourceMap | null {
  try {
    const map = maps.get(file) ?? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
    maps.set(file, map)
    return map
  } catch {
    // The error must be logged with or without a name. Next time the file may be readable.
    return null
  }
}
