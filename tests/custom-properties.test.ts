import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
/** Libraries define properties in their own styles. */
const LIBRARIES = [
  'node_modules/@mantine/core/styles.css',
  'node_modules/@blocknote/core/dist/style.css',
  'node_modules/@blocknote/react/dist/style.css',
]

const sources = ['web', 'plugins'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|tsx?)$/.test(file))
    .map((file) => path.join(folder, file)),
)
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name)

/** `--name: …` in styles, `'--name': …`, `['--name']` and `setProperty('--name', …)` in code. */
const DEFINED = /(--[\w-]+)['"]?\]?\s*[:,]/g
/** A use with a fallback needs no definition. */
const USED = /var\(\s*(--[\w-]+)\s*\)/g

it('every custom property that styles use is defined: a colour or size of an unknown one is silently left out', () => {
  const defined = new Set([...sources, ...LIBRARIES].flatMap((file) => namesIn(read(file), DEFINED)))

  const unknown = sources.flatMap((file) =>
    namesIn(read(file), USED).flatMap((name) => (defined.has(name) ? [] : [`${file} uses ${name}`])),
  )

  expect(sources.length).toBeGreaterThan(1_000)
  expect(unknown).toEqual([])
})
