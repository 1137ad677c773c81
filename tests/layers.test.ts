import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')

/** What each file imports of the product itself, types included, by their paths below the root. */
type Imports = ReadonlyMap<string, readonly string[]>

interface Layer {
  readonly name: string
  /** Names of layers; null for all of them. */
  readonly mayImport: readonly string[] | null
  /** Files, and folders with a slash at the end. */
  readonly madeOf: readonly string[]
}

const ROW = /^\| (\w+) \| ([\w, ]+) \| ((?:`[\w./-]+` ?)+)\|$/gm
const layersIn = (readme: string): readonly Layer[] =>
  [...readme.matchAll(ROW)].map(([, name = '', mayImport = '', madeOf = '']) => ({
    name,
    mayImport: mayImport === 'everything' ? null : mayImport.split(', '),
    madeOf: [...madeOf.matchAll(/`([^`]+)`/g)].map(([, entry = '']) => entry),
  }))

/** The layers that name this file; those that name its folder where none does. */
function layersOf(file: string, layers: readonly Layer[]): readonly Layer[] {
  const naming = (entry: string): readonly Layer[] => layers.filter(({ madeOf }) => madeOf.includes(entry))
  const named = naming(file)
  return named.length > 0 ? named : naming(`${path.posix.dirname(file)}/`)
}

/** Imports that leave their layer for one it may not import, such as `item/item.ts (nouns) -> access/doors.ts (access)`. */
const strayImports = (imports: Imports, layers: readonly Layer[]): readonly string[] =>
  [...imports].flatMap(([from, targets]) => {
    const [own] = layersOf(from, layers)
    return targets.flatMap((to) => {
      const [other] = layersOf(to, layers)
      if (!own || !other || own.mayImport === null || own.mayImport.includes(other.name)) return []
      return [`${from} (${own.name}) -> ${to} (${other.name})`]
    })
  })

/** One circle of files for each file from which one can be walked into: each imports the next, and the last the first. */
function circlesIn(imports: Imports): readonly string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file)
    if (at >= 0) circles.push([...trail.slice(at), file].join(' -> '))
    if (at >= 0 || done.has(file)) return
    for (const next of imports.get(file) ?? []) walk(next, [...trail, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return circles
}

const ALIAS = '#'
/** An import, or the script of a thread, which is named by its address. */
const NAMED_FILE = /(?:(?:from|import)\s*\(?\s*|new URL\(\s*)'([^']+)'/g
function importsIn(...folders: readonly string[]): Imports {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/'))),
  )
  const known = new Set(files)
  const targetsOf = (file: string): readonly string[] =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(NAMED_FILE)]
      .map(([, specifier = '']) =>
        specifier.startsWith(ALIAS)
          ? specifier.slice(ALIAS.length)
          : path.posix.join(path.posix.dirname(file), specifier),
      )
      .filter((target) => known.has(target))
  return new Map(files.map((file) => [file, targetsOf(file)]))
}

const belowCore = (imports: Imports): Imports => {
  const short = (file: string): string => file.slice('core/'.length)
  return new Map([...imports].map(([file, targets]) => [short(file), targets.map(short)]))
}

describe('the layers of the core', () => {
  const layers = layersIn(readFileSync(path.join(ROOT, 'core/README.md'), 'utf8'))
  const core = belowCore(importsIn('core'))

  it('are told by the README from the lowest to the highest, each importing none above itself', () => {
    const names = layers.map(({ name }) => name)

    expect(names).toEqual(['words', 'nouns', 'ports', 'operation', 'access', 'features', 'product'])
    for (const [at, { mayImport }] of layers.entries())
      expect(mayImport ?? names).toEqual(
        names.filter((name, other) => other <= at && (mayImport ?? names).includes(name)),
      )
  })

  it('hold each file of the core once, and nothing that is not there', () => {
    const unplaced = [...core.keys()].filter((file) => layersOf(file, layers).length !== 1)
    const missing = layers
      .flatMap(({ madeOf }) => madeOf)
      .filter((entry) => !existsSync(path.join(ROOT, 'core', entry)))

    expect(core.size).toBeGreaterThan(100)
    expect(unplaced).toEqual([])
    expect(missing).toEqual([])
  })

  it('import what the README lets them import, types included', () => {
    expect(strayImports(core, layers)).toEqual([])
  })

  it('let no feature be imported by access, whatever the README says', () => {
    expect(layers.find(({ name }) => name === 'access')?.mayImport).not.toContain('features')
  })
})

const FOLDERS = ['core', 'adapters', 'plugins', 'server', 'web', 'migrations', 'tests', 'bench']
it('no files of the product import each other in a circle, types and scripts of threads included', () => {
  const imports = importsIn(...FOLDERS)

  for (const folder of FOLDERS)
    expect([...imports.keys()].filter((file) => file.startsWith(`${folder}/`)).length).toBeGreaterThan(10)
  expect(imports.get('adapters/page-kinds/threaded-kinds.ts')).toContain('adapters/page-kinds/kinds-thread.ts')
  expect(circlesIn(imports)).toEqual([])
})

describe('what finds circles and stray imports', () => {
  it('finds a circle behind a file that was walked before', () => {
    const imports = new Map([
      ['a', ['b', 'c']],
      ['b', ['d']],
      ['c', ['d', 'e']],
      ['d', []],
      ['e', ['c']],
    ])

    expect(circlesIn(imports)).toEqual(['c -> e -> c'])
  })

  it('takes a file that is named by itself out of its folder, and knows what its layer may not import', () => {
    const layers = layersIn('| nouns | nouns | `item/item.ts` |\n| features | nouns, features | `item/` |\n')
    const imports = new Map([
      ['item/item.ts', ['item/info.ts']],
      ['item/info.ts', ['item/item.ts', 'item/info.ts']],
    ])

    expect(strayImports(imports, layers)).toEqual(['item/item.ts (nouns) -> item/info.ts (features)'])
  })
})
