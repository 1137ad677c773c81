import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const HOST = 'web/extensions/host'
/** What stands for a package or for the product's own files in a plugin that was built apart. */
const STAND_INS: readonly (readonly [RegExp, string])[] = [
  [/^(#web\/|#core\/extension\.ts$|wouter$|@tanstack\/react-query$)/, 'sdk'],
  [/^@mantine\/core$/, 'mantine'],
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

/** What the plugins of the product take from the product and its libraries at run time. */
const taken = globSync('plugins/*/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .flatMap((file) =>
    [...read(file).matchAll(/^import \{([^}]*)\} from '([^']+)'/gms)].flatMap(([, list = '', from = '']) =>
      namesIn(list).map((name) => ({ file, name, from })),
    ),
  )

describe('a plugin that was built apart', () => {
  it('finds under /host/v2/ every name that plugins of the product use in the browser', () => {
    const missing = taken.filter(({ name, from, file }) => {
      const [, standIn] = STAND_INS.find(([pattern]) => pattern.test(from)) ?? []
      const isServers = from === '#core/extension.ts' && file.endsWith('plugin.ts')
      return standIn !== undefined && !isServers && !exportsOf(`${HOST}/${standIn}.ts`).includes(name)
    })

    expect(taken.length).toBeGreaterThan(50)
    expect(missing).toEqual([])
  })

  it('finds every point there', () => {
    const points = [...read('web/extensions/points.ts').matchAll(/^export const (\w+) = extensionPoint/gm)]

    expect(points.length).toBeGreaterThanOrEqual(10)
    expect(exportsOf(`${HOST}/sdk.ts`)).toEqual(expect.arrayContaining(points.map(([, name]) => name)))
  })
})
