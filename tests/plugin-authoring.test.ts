import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPlugin } from '#server/authoring/check-plugin.ts'
import { writeNewPlugin } from '#server/authoring/new-plugin.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-authors-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What a command prints, and how it ends. */
const outcomeOf = (script: string, ...given: readonly string[]) =>
  run(process.execPath, [path.join(ROOT, 'server', script), ...given]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  )

describe('npm run plugin:new', () => {
  it('makes a plugin to drop in whose test passes, and that keeps the contract', async () => {
    const { code, said } = await outcomeOf('plugin-new.ts', 'my-titles', '--drop-in', path.join(folder, 'new'))

    expect(code, said).toBe(0)
    const own = path.join(folder, 'new', 'my-titles')
    expect((await readdir(own)).toSorted()).toEqual(['manifest.json', 'server.js', 'server.test.mjs'])
    await run(process.execPath, ['--test', path.join(own, 'server.test.mjs')])
    const checked = await outcomeOf('plugin-check.ts', own)
    expect(checked.said).toMatch(/^my-titles keeps the contract\. PLUGIN_SUMS=my-titles=[0-9a-f]{64}\n$/)
    expect(checked.code).toBe(0)
  })

  it('makes a plugin of the product that is formatted as the product is', async () => {
    const files = await writeNewPlugin({ id: 'own-titles', parent: path.join(folder, 'own'), isDroppedIn: false })

    expect(files.map((file) => path.basename(file))).toEqual(['plugin.ts', 'format.ts', 'own-titles.test.ts'])
    const prettier = path.join(ROOT, 'node_modules/prettier/bin/prettier.cjs')
    const config = path.join(ROOT, '.prettierrc.json')
    await run(process.execPath, [prettier, '--config', config, '--check', ...files])
  })

  it('refuses a name that is of no use, and a folder that is there', async () => {
    const make = (id: string) => writeNewPlugin({ id, parent: path.join(folder, 'refused'), isDroppedIn: true })
    await make('mine')

    await expect(make('mine')).rejects.toThrow(/mine is there already$/)
    for (const id of ['Mine', '../mine', '1mine', '']) await expect(make(id)).rejects.toThrow('is no name of a plugin')
    await expect(make('page')).rejects.toThrow('page is a name of the core')
    expect(await outcomeOf('plugin-new.ts')).toEqual({
      code: 1,
      said: 'usage: npm run plugin:new NAME [-- --drop-in FOLDER]\n',
    })
  })
})

const INSTEAD = 'everything of core/plugin.ts, and zod as z, is in the argument of the function it exports as default'

/** A library that comes as CommonJS, as a bundler would put it into a module. */
const bundled = (file: string): string =>
  `const exports = {}; const require = () => ({});\n${readFileSync(path.join(ROOT, 'node_modules', file), 'utf8')}\nexport { exports }`

describe('npm run plugin:check', () => {
  let made = 0
  type Files = Readonly<Record<string, string>>
  const facts = { id: 'hello', apiVersion: 2, summary: 'Greets.', server: 'server.js' }
  /** A plugin of these files beside others, and what is wrong with it. */
  async function faultsOf(files: Files, beside: Readonly<Record<string, Files>> = {}): Promise<readonly string[]> {
    const parent = path.join(folder, `check${(made += 1)}`)
    for (const [id, own] of Object.entries({ ...beside, hello: { 'manifest.json': JSON.stringify(facts), ...files } }))
      for (const [name, text] of Object.entries(own)) {
        await mkdir(path.dirname(path.join(parent, id, name)), { recursive: true })
        await writeFile(path.join(parent, id, name), text)
      }
    return (await checkPlugin(path.join(parent, 'hello'))).faults
  }
  const manifest = (rest: object): Files => ({ 'manifest.json': JSON.stringify({ ...facts, ...rest }) })
  const server = (plugin: string): Files => ({ 'server.js': `export default (kit) => (${plugin})` })
  const web = (source: string): Files => ({ ...manifest({ web: 'web.js' }), ...server('{}'), 'web.js': source })

  it('finds nothing wrong with a plugin that is all right', async () => {
    expect(await faultsOf(server('{}'))).toEqual([])
    expect((await checkPlugin(path.join(ROOT, 'tests/plugins/checklist'))).faults).toEqual([])
    const sample = path.join(folder, 'good', 'all-points')
    await cp(path.join(ROOT, 'tests/plugins/all-points-built'), sample, { recursive: true })
    expect((await checkPlugin(sample)).faults).toEqual([])
    for (const id of await readdir(path.join(ROOT, 'plugins')))
      if (!id.endsWith('.md')) expect((await checkPlugin(path.join(ROOT, 'plugins', id))).faults, id).toEqual([])
  })

  it.each<readonly [string, Files, readonly string[]]>([
    ['a manifest that is no JSON', { 'manifest.json': '{' }, ['its manifest.json is not JSON']],
    [
      'a key of the manifest that nobody knows',
      { ...manifest({ sever: 'x.js' }), ...server('{}') },
      ['its manifest.json has an unknown key: sever (known: id, apiVersion, summary, version, server, web)'],
    ],
    ['a file that is not there', {}, ['its manifest.json names server.js, which is not there']],
    [
      'another id than its folder',
      { ...manifest({ id: 'other' }), ...server('{}') },
      ['it lies in the folder hello and calls itself other'],
    ],
    [
      'another version',
      { ...manifest({ apiVersion: 1 }), ...server('{}') },
      ['it is written for plugin API 1; this is 2'],
    ],
    ['a module that throws', { 'server.js': 'throw new Error("too late")' }, ['it cannot be loaded: too late']],
    [
      'a module without a default',
      { 'server.js': 'export const a = 1' },
      ['it cannot be loaded: its entry has no default export'],
    ],
    [
      'imports of what is inside the product, wherever they are made',
      {
        'server.js': `import { definePlugin } from '#core/plugin.ts'
          import { kind } from './parts/kind.js'
          export { z } from 'zod'
          export default () => import('../../core/plugin.ts')`,
        'parts/kind.js':
          "import { readFile } from 'node:fs/promises'\nimport leftPad from 'left-pad'\nimport '../own.js'",
        'own.js': "export * from '#web/extensions/points.ts'",
        'server.test.mjs': "import '#core/plugin.ts'",
      },
      [
        `its server.js imports #core/plugin.ts, which only plugins of the product can import: ${INSTEAD}`,
        `its server.js imports zod, which is not the zod of the product: ${INSTEAD}`,
        `its server.js imports ../../core/plugin.ts, which is outside its folder: ${INSTEAD}`,
        'its parts/kind.js imports left-pad, which is not in its folder: bundle the library into the file',
        `its own.js imports #web/extensions/points.ts, which only plugins of the product can import: ${INSTEAD}`,
      ],
    ],
    [
      'a migration that is not all its own, wherever it says so',
      server(`{ migrations: [
        { name: '0001-own', sql: 'create table hello_greeting (id integer)' },
        { name: '0002-more', sql: "do $$ begin execute 'alter table item add column greeting text'; end $$" }] }`),
      ['its migration 0002-more changes the table item; its own is what is named hello_* in the schema of the product'],
    ],
    [
      'migrations that are out of order',
      server("{ migrations: [{ name: '0002-b', sql: 'select 1' }, { name: '0001-a', sql: 'select 1' }] }"),
      ['the migration 0001-a must come before the others, or be named after them'],
    ],
    [
      'a migration that is no SQL',
      server("{ migrations: [{ name: '0001', sql: 'create nonsense' }] }"),
      ['syntax error at or near "nonsense"'],
    ],
    [
      'an event that nobody announces, with the one that was meant',
      server(`{ needs: ['comments'], handlers: { 'page.save': async () => {}, 'page.saved': async () => {},
        'hello.greeted': async () => {}, 'hello.greetd': async () => {}, 'comments.sent': async () => {},
        whatever: async () => {} }, jobs: { 'hello.greet': { run: async (ctx) => ctx.emit('hello.greeted', {}) } },
        outbox: { notes: { memberRemoved: () => null, 'member.removed': () => null }, deliver: async () => {} } }`),
      [
        'its handlers wait for page.save, which is no event; did you mean page.saved?',
        'its handlers wait for hello.greetd, which is no event; did you mean hello.greeted?',
        'its handlers wait for comments.sent, which is no event',
        'its handlers wait for whatever, which is no event',
        'its outbox.notes wait for memberRemoved, which is no event; did you mean member.removed?',
      ],
    ],
    [
      'an extension point that does not exist, with the one that was meant',
      server(`{ contributes: [
        kit.contribute(kit.extensionPoint('hello.words'), 'hi'), kit.contribute({ id: 'hello.wrds' }, 'hi'),
        kit.contribute({ id: 'exportFormat' }, {}), kit.contribute({ id: 'comments.words' }, 'hi'),
        kit.contribute({ id: 'taskKinds' }, {}) ] }`),
      [
        'it adds to exportFormat, which is no extension point; did you mean exportFormats?',
        'it adds to comments.words, which is no extension point',
        'it adds to taskKinds, which is no extension point; did you mean pageKinds?',
        'it adds to hello.wrds, which is no extension point; did you mean hello.words?',
      ],
    ],
    [
      'an extension point that does not exist, whatever way its function comes',
      {
        'server.js': `import { words } from './words.js'
          export default (kit) => ({ contributes: [...words(kit), kit.contribute({ id: 'hello.wrds' }, 'hi')] })`,
        'words.js': `export const words = ({ contribute, extensionPoint }) => [
          contribute(extensionPoint('hello.words'), 'hi') ]`,
      },
      ['it adds to hello.wrds, which is no extension point; did you mean hello.words?'],
    ],
    [
      'nothing of an event whose name is only known when it runs',
      server(`{ handlers: { 'hello.greeted': async () => {} },
        jobs: { 'hello.greet': { run: async (ctx) => ctx.emit('hello.' + 'greeted', {}) } } }`),
      [],
    ],
    ['a key that nobody knows', server('{ opertions: {} }'), ['it has an unknown key: opertions']],
    [
      'a route that could be an item',
      server("{ routes: [{ prefix: '/hello/', caller: 'none', answer: async () => new Response() }] }"),
      ['the route /hello/ must begin with a word that has a hyphen: all others belong to items'],
    ],
    [
      'texts in one language alone, and an operation without Chinese words',
      server(`{ messages: { en: { a: { b: 'B' } }, 'zh-cn': { c: '丙' } },
        operations: { hello: { greet: kit.query({ summary: 'Greets.', audience: 'anyone', input: kit.nothing(),
          output: kit.nothing(), run: async () => ({}) }) } } }`),
      [
        'the text a.b is missing in zh-cn',
        'the text c is missing in en',
        'the operation hello.greet has no text calls.hello.greet in zh-cn',
      ],
    ],
    [
      'a value that its point cannot use',
      server("{ contributes: [kit.contribute(kit.exportFormats, { id: 'hello' })] }"),
      ['its value for exportFormats is wrong: title Invalid input: expected record, received undefined'],
    ],
    ['a need that is not there', server("{ needs: ['nobody'] }"), ['it needs nobody, which is not there']],
    ['screens that are no module', web('import {'), ['its web entry is no ES module that can be read']],
    ['screens without a default', web('export const a = 1'), ['its web entry has no default export']],
    [
      'screens that import what browsers do not find',
      web("import React from 'react'\nimport { contribute, toast } from '/host/v2/sdk.js'\nexport default {}"),
      [
        'its web entry imports react, which browsers do not find: only /host/v2/sdk.js, /host/v2/react.js, /host/v2/react-dom.js, /host/v2/jsx-runtime.js, /host/v2/mantine.js are there',
        'its web entry imports toast, which /host/v2/sdk.js does not export',
      ],
    ],
    [
      'modules beside the screens that import what is not there',
      {
        ...web("import { Section } from './assets/section.js'\nimport './more.js'\nexport default Section"),
        'assets/section.js':
          "import { useText } from '/host/v2/sdk.js'\nimport { Slider, Tabs } from '/host/v2/mantine.js'",
        'assets/broken.js': 'import {',
        'more.js': '',
      },
      [
        'its assets/broken.js is no ES module that can be read',
        'its assets/section.js imports useText, which /host/v2/sdk.js does not export',
        'its assets/section.js imports Slider, which /host/v2/mantine.js does not export',
        'its web entry imports ./more.js, which is not among the files for browsers',
      ],
    ],
    [
      'a React of its own, or the part of it that JSX is compiled to',
      {
        ...web("import { exports } from './assets/react.js'\nexport default exports"),
        'assets/react.js': bundled('react/cjs/react.production.js'),
        'assets/jsx.js': bundled('react/cjs/react-jsx-runtime.production.js'),
        'assets/dom.js': bundled('react-dom/cjs/react-dom.production.js'),
      },
      ['its assets/jsx.js', 'its assets/react.js'].map(
        (what) =>
          `${what} bundles React: its hooks fail, and what fails at its end takes the screen along; leave it out of the bundle, and import /host/v2/react.js and /host/v2/jsx-runtime.js`,
      ),
    ],
    [
      'points of the web that nobody reads, with the one that was meant',
      {
        ...web(`import { contribute, defineWebPlugin, extensionPoint } from '/host/v2/sdk.js'
          import { more } from './assets/more.js'
          export default defineWebPlugin({ id: 'hello', apiVersion: 2, contributes: [
            contribute(extensionPoint('editorTool'), { id: 'a' }), contribute(extensionPoint('boards.cards'), 7),
            contribute({ id: 'companions' }, {}), { point: { id: 'charts' }, value: 7 }, ...more] })`),
        'assets/more.js': `import { contribute } from '/host/v2/sdk.js'
          export const more = [contribute({ id: 'pageAction' }, {})]`,
      },
      [
        'its assets/more.js contributes to pageAction, which is no point of the web; did you mean pageActions?',
        'its web entry contributes to charts, which is no point of the web',
        'its web entry contributes to editorTool, which is no point of the web; did you mean editorTools?',
      ],
    ],
    [
      'styles that reach the screens of the product',
      {
        ...web('export default {}'),
        'assets/hello.css': `@import './more.css'; /* body {} */ @font-face { font-family: x; src: url("a}b") }
          .hello-box, .hello .button:is(a, b) { color: red; &:hover, a { color: blue } }
          @keyframes hello-turn { from { color: red } to { color: blue } }
          @media print { .hello-box { display: none } .helloworld { display: none } }
          .hello-box, button { color: red } :root { --space-2: 9px }`,
      },
      [
        'its assets/hello.css styles .helloworld, which is on screens of the product too: begin with .hello-…',
        'its assets/hello.css styles button, which is on screens of the product too: begin with .hello-…',
        'its assets/hello.css styles :root, which is on screens of the product too: begin with .hello-…',
      ],
    ],
    [
      'screens of another plugin, of another version, with texts in one language',
      web(`import { defineWebPlugin } from '/host/v2/sdk.js'
        export default defineWebPlugin({ id: 'other', apiVersion: 1, messages: { en: { a: 'A' }, 'zh-cn': {} }, contributes: [] })`),
      [
        'its web entry calls itself other',
        'its web entry is written for web API 1; this is 2',
        'the text a of its web entry is missing in zh-cn',
      ],
    ],
  ])('names %s', async (_, files, faults) => {
    expect(await faultsOf(files)).toEqual(faults)
  })

  it('names a plugin of the product that has its name', async () => {
    const own = path.join(folder, 'taken', 'notices')
    await writeNewPlugin({ id: 'notices', parent: path.dirname(own), isDroppedIn: true })

    expect((await checkPlugin(own)).faults).toEqual(['the product has a plugin notices already'])
  })

  it('names what a plugin beside it has taken', async () => {
    const route = "routes: [{ prefix: '/hello-there/', caller: 'none', answer: async () => new Response() }]"
    const other = { ...manifest({ id: 'other' }), ...server(`{ ${route} }`) }

    expect(await faultsOf(server(`{ ${route} }`), { other })).toEqual(['the address /hello-there/ is taken'])
  })

  it('names a folder that is none, and holds a plugin against its sum', async () => {
    expect(await outcomeOf('plugin-check.ts', path.join(folder, 'nothing'))).toEqual({
      code: 1,
      said: `nothing: there is no folder ${path.join(folder, 'nothing')}\n`,
    })
    const hello = path.join(ROOT, 'tests/plugins/checklist')
    const { sum } = await checkPlugin(hello)
    expect((await checkPlugin(hello, sum)).faults).toEqual([])
    expect((await checkPlugin(hello, 'another')).faults).toEqual([`PLUGIN_SUMS names another sum than its own, ${sum}`])
  })
})
