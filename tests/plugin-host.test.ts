import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const HOST = 'web/extensions/host'
/** What stands for a package or for the product's own files in a plugin that was built apart. */
const STAND_INS: readonly (readonly [RegExp, string])[] = [
  [/^(#web\/|#core\/|wouter$|@tanstack\/react-query$)/, 'sdk'],
  [/^@mantine\//, 'mantine'],
  [/^react-dom$/, 'react-dom'],
  [/^react$/, 'react'],
]

const read = (file: string): string => readFileSync(file, 'utf8')
const namesIn = (list: string): readonly string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))

/** The names a file exports, in lists or one by one. */
const exportsOf = (file: string): readonly string[] => [
  ...[...read(file).matchAll(/^export (?:const )?\{([^}]*)\}/gms)].flatMap(([, list = '']) => namesIn(list)),
  ...[...read(file).matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name),
]

/** The files that a file of a plugin loads, its own and those of other plugins. */
const loadedBy = (file: string): readonly string[] =>
  [...read(file).matchAll(/^(?!import type).*?(?:from|import\()\s*'((?:\.|#plugins\/)[^']+\.tsx?)'/gm)].map(
    ([, from = '']) => (from.startsWith('#') ? from.slice(1) : path.join(path.dirname(file), from)),
  )
/** The files of the product's plugins that browsers load. */
const screens = new Set(globSync('plugins/*/web.tsx'))
for (const file of screens) for (const loaded of loadedBy(file)) screens.add(loaded)

/** What they take from the product and its libraries. */
const taken = [...screens].flatMap((file) =>
  [...read(file).matchAll(/^import \{([^}]*)\} from '([^']+)'/gms)].flatMap(([, list = '', from = '']) =>
    namesIn(list).map((name) => ({ file, name, from })),
  ),
)

describe('a plugin that was built apart', () => {
  it('finds under /host/v2/ every name that plugins of the product use in the browser', () => {
    const missing = taken.filter(({ name, from }) => {
      const [, standIn] = STAND_INS.find(([pattern]) => pattern.test(from)) ?? []
      return standIn !== undefined && !exportsOf(`${HOST}/${standIn}.ts`).includes(name)
    })

    expect(taken.length).toBeGreaterThan(500)
    expect(missing).toEqual([])
  })

  it('finds every point there', () => {
    const points = [...read('web/extensions/points.ts').matchAll(/^export const (\w+) = extensionPoint/gm)]

    expect(points.length).toBeGreaterThanOrEqual(10)
    expect(exportsOf(`${HOST}/sdk.ts`)).toEqual(expect.arrayContaining(points.map(([, name]) => name)))
  })
})
