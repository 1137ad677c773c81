import { readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { buildReport } from './build-report.ts'
import type { Bundle } from './entry-size.ts'
import { READER_ENTRY } from './reader-budget.ts'

interface Hooks {
  readonly generateBundle: { handler(options: object, bundle: Bundle): void }
  readonly writeBundle: { handler(options: { readonly dir: string }): void }
}

const entry = (source: string) => ({ type: 'chunk', fileName: `${source}.js`, code: 'x', facadeModuleId: source })
/** Of files of this folder, as if a build had written them. */
function report(title: string, bundle: Bundle): void {
  const { generateBundle, writeBundle } = buildReport(title) as unknown as Hooks
  generateBundle.handler({}, bundle)
  writeBundle.handler({ dir: import.meta.dirname })
}
const linesSaidIn = (file: string): number => readFileSync(file, 'utf8').match(/stdout\.write\(/g)?.length ?? 0

afterEach(() => vi.restoreAllMocks())

it('keeps what a build says within five lines: below them people look for the address to set up their site', () => {
  const said: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said.push(String(text))
    return true
  })
  report('Built for browsers', { reader: entry(READER_ENTRY), app: entry('web/main.tsx') })
  report('Built for the server', {})
  vi.restoreAllMocks()

  const lines = said.join('').trimEnd().split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^Built for browsers: \d+ files/),
    expect.stringMatching(/^ {2}JavaScript of the entries, gzipped: reader .+, app .+ kB$/),
    expect.stringMatching(/^Built for the server: \d+ files/),
  ])
  const others = ['server/start.ts', 'server/build.ts', 'server/web-build.ts', 'server/server-build.ts']
  expect(others.map(linesSaidIn).reduce((sum, count) => sum + count, lines.length)).toBe(5)
})
