import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { expect, it, onTestFinished } from 'vitest'
import { pluginOfError } from './plugin-of-error.ts'

const run = promisify(execFile)
const at = (file: string): string => path.resolve(import.meta.dirname, '..', file)
const DATA = '/somewhere/data'
const errorAt = (...places: readonly string[]): Error => {
  const stack = ['Error: gone', ...places.map((place) => `    at work (${place})`)].join('\n')
  return Object.assign(new Error('gone'), { stack })
}

it('names the innermost plugin in the stack, of the product or dropped in', () => {
  const core = `${pathToFileURL(at('core/perform.ts')).href}:7:3`
  const own = `${pathToFileURL(at('plugins/mock/plugin.ts')).href}:1:1`
  const droppedIn = `${pathToFileURL(`${DATA}/plugins/stray/server.js`).href}?v=1:2:9`

  expect(pluginOfError(errorAt(core, own, droppedIn), DATA)).toBe('mock')
  expect(pluginOfError(errorAt(core, droppedIn), DATA)).toBe('stray')
  expect(pluginOfError(errorAt(core), DATA)).toBeNull()
  expect(pluginOfError('gone', DATA)).toBeNull()
})

it('names a plugin of the product that was built into a file with others', async () => {
  const build = await mkdtemp(path.join(tmpdir(), 'octavo-plugin-of-error-'))
  onTestFinished(() => rm(build, { recursive: true, force: true }))
  const texts: Readonly<Record<string, string>> = {
    [at('server/run-test.ts')]: `export { fail } from ${JSON.stringify(at('plugins/stray-test/plugin.ts'))}
export const failHere = () => { throw new Error('here') }`,
    [at('plugins/stray-test/plugin.ts')]: `interface Nothing {}

export function fail(given: Nothing): never {
  throw new Error(String(given))
}`,
  }
  const bundle = await rolldown({
    input: { run: at('server/run-test.ts') },
    plugins: [{ name: 'texts', resolveId: (id) => (id in texts ? id : null), load: (id) => texts[id] ?? null }],
  })
  await bundle.write({ dir: build, format: 'esm', entryFileNames: '[name].mjs', sourcemap: 'hidden' })
  // Node itself, because the test runner rewrites what it imports.
  const thrown = async (name: 'fail' | 'failHere'): Promise<Error> => {
    const script = `import { ${name} } from './run.mjs'; try { ${name}() } catch ({ stack }) { console.log(stack) }`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: build })
    return Object.assign(new Error('gone'), { stack: stdout })
  }
  const [inPlugin, elsewhere] = await Promise.all([thrown('fail'), thrown('failHere')])

  expect(pluginOfError(inPlugin, DATA, build)).toBe('stray-test')
  expect(pluginOfError(elsewhere, DATA, build)).toBeNull()
  expect(pluginOfError(inPlugin, DATA, '/another/build')).toBeNull()
  // Maps are large, and a plugin may leave errors behind again and again.
  for (const file of await readdir(build)) if (file.endsWith('.map')) await rm(path.join(build, file))
  expect(pluginOfError(inPlugin, DATA, build)).toBe('stray-test')
})
