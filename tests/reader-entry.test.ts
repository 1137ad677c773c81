import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
/** What a reader's document starts with, and what it loads whoever reads, before anybody acts. */
const ENTRY = 'web/reader.tsx'
const LIBRARIES = /^(@trpc|@tanstack)\//

interface Loads {
  readonly path: string
  /** `apiPart` loads the client along with it. */
  readonly bringsClient: boolean
}

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

function resolved(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? path.join(path.dirname(from), specifier) : specifier
}

/** What is loaded at once with a file, types left out. */
const importsOf = (file: string): readonly string[] =>
  [...read(file).matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gms)].map(
    ([, specifier = '']) => resolved(file, specifier),
  )

/** The file and everything that is loaded at once with it. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  if (/\.tsx?$/.test(file) && existsSync(path.join(ROOT, file)))
    for (const next of importsOf(file)) loadedWith(next, seen)
  return seen
}

const sourcesWith = (file: string): readonly string[] => [...loadedWith(file)].filter((one) => /\.tsx?$/.test(one))

const lateParts = (file: string): readonly Loads[] =>
  [...read(file).matchAll(/(lazyPart|apiPart)\(async \(\) => \(await import\('([^']+)'\)\)/g)].map(
    ([, by, specifier = '']) => ({ path: resolved(file, specifier), bringsClient: by === 'apiPart' }),
  )

it('the reader starts without the client of the API and its cache', () => {
  const loaded = [...loadedWith(ENTRY)]

  expect(loaded).toContain('web/screens/item-view/item-view-screen.tsx')
  expect(loaded.filter((one) => LIBRARIES.test(one) || one === 'web/api/trpc.ts')).toEqual([])
})

it('whatever the reader loads later brings the client along when it asks by its hooks', () => {
  const checked: string[] = []
  const offenders: string[] = []
  const waiting = [
    ENTRY,
    'web/screens/item-view/single-page-screen.tsx',
    'web/screens/item-view/shared-page-screen.tsx',
  ]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const part of sourcesWith(file).flatMap(lateParts)) {
      if (checked.includes(part.path) || part.bringsClient) continue
      checked.push(part.path)
      if (loadedWith(part.path).has('web/api/trpc.ts')) offenders.push(part.path)
      waiting.push(part.path)
    }
  }

  expect(checked).toContain('web/screens/item-view/page-files.tsx')
  expect(offenders).toEqual([])
})
