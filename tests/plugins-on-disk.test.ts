import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { ThreadedKinds } from '#adapters/page-kinds/threaded-kinds.ts'
import { coreOperations } from '#core/operations.ts'
import { markdownKind } from '#core/page/markdown-kind.ts'
import { contribute, exportFormats, importFormats } from '#core/plugin.ts'
import { findBuiltPlugins, findPlugins, findSourcePlugins } from '#server/compose/plugin-loader.ts'
import { fileSums, sumOfAll, type FileSums } from '#server/compose/plugin-sum.ts'
import { readConfig } from '#server/config.ts'
import { contentOf } from '#server/plugin-web-files.ts'
import { heldByFile } from './support/held-by-file.ts'
import { bringUp, hostOf, valuesAt } from './support/plugin-host.ts'
import { FixedClock, silentLog } from './support/services.ts'
import { world } from './support/world.ts'

describe('plugins on disk', () => {
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))
  async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-plugins-'))
    folders.push(folder)
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), text)
    }
    return folder
  }
  const manifest = JSON.stringify({
    id: 'hello',
    apiVersion: 2,
    summary: 'Greets.',
    server: 'server.js',
    web: 'web.js',
  })
  const server = `export default ({ query, nothing, z }) => ({
    operations: { hello: { greet: query({
      summary: 'Greets.', audience: 'anyone', input: nothing(), output: z.object({ text: z.string() }),
      run: async () => ({ text: 'hello' }) }) } } })`

  it('are run from the data directory without a build of the product', async () => {
    const folder = await folderWith({
      'hello/manifest.json': manifest,
      'hello/server.js': server,
      'hello/web.js': 'export {}',
    })
    const found = await findBuiltPlugins(folder)

    const { plugins } = await bringUp(hostOf(found))
    const store: object = { measured: () => store }
    const ctx = { store, services: {} }

    expect(await plugins[0]?.operations?.['hello']?.['greet']?.run(ctx as never, {})).toEqual({ text: 'hello' })
    expect([...(found[0]?.webFiles()?.files.keys() ?? [])]).toEqual(['web.js'])
  })
  it('can be switched off, whatever they say', async () => {
    const folder = await folderWith({
      'hello/manifest.json': manifest,
      'hello/server.js': 'export default () => ({ staysOn: true })',
      'hello/web.js': 'export {}',
    })
    const { registry } = await bringUp(hostOf(await findBuiltPlugins(folder)))

    registry.switchOff('hello', { kind: 'byAdministrator' })

    expect(registry.list()).toMatchObject([{ id: 'hello', state: 'off', staysOn: false }])
  })
  it('export pages in a format of their own', async () => {
    const exporter = `export default ({ contribute, exportFormats }) => ({
      contributes: [contribute(exportFormats, {
        id: 'titles', title: { en: 'Titles', 'zh-cn': '标题' }, extension: 'txt', mediaType: 'text/plain',
        async *write(source, { language }) {
          yield new TextEncoder().encode(language + ' ' + source.title + '\\n')
          for await (const page of source.read()) yield new TextEncoder().encode(page.title + '\\n')
        } })] })`
    const own = manifest.replaceAll('hello', 'titles').replace(',"web":"web.js"', '')
    const folder = await folderWith({ 'titles/manifest.json': own, 'titles/server.js': exporter })
    await bringUp(hostOf(await findBuiltPlugins(folder)))
    const contributes = valuesAt(exportFormats).map((format) => contribute(exportFormats, format))
    const { owner, addItem, addPage } = await world({ contributes })
    const item = await addItem({ name: 'Payments' })
    for (const title of ['One', 'Two']) await addPage(item, { title })

    const { content } = await owner.do(coreOperations.export.file, { format: 'titles', itemId: item.id })

    expect(await text(Readable.from(content))).toBe('en Payments\nOne\nTwo\n')
  })
  it('import a kind of file of their own', async () => {
    const importer = `export default ({ contribute, importFormats }) => ({
      contributes: [contribute(importFormats, {
        id: 'titles', title: { en: 'Titles', 'zh-cn': '标题' },
        recognises: ({ first }) => String.fromCharCode(first[0]) === '-',
        async read(file, into) {
          for await (const part of file.read())
            for (const [at, line] of new TextDecoder().decode(part).split('\\n').entries())
              into.page({ id: String(at), catalogId: null, title: line.slice(2), content: '' })
        } })] })`
    const own = manifest.replaceAll('hello', 'titles').replace(',"web":"web.js"', '')
    const folder = await folderWith({ 'titles/manifest.json': own, 'titles/server.js': importer })
    await bringUp(hostOf(await findBuiltPlugins(folder)))
    const contributes = valuesAt(importFormats).map((format) => contribute(importFormats, format))
    const { owner, product, services } = await world({ contributes })
    const file = await services.incoming.receive('a.list', Readable.from([Buffer.from('- One\n- Two')]), 100)

    const { itemId } = await owner.do(coreOperations.import.auto, { file, itemId: 0 })

    expect((await product.database.pages.headsOf(itemId)).map(({ title }) => title)).toEqual(['One', 'Two'])
  })
  it('may be made by a function that takes its time, and are left out when it fails', async () => {
    const broken = manifest.replaceAll('hello', 'broken')
    const entry = 'export default async (kit) =>'
    const found = await findBuiltPlugins(
      await folderWith({
        ...{ 'broken/manifest.json': broken, 'broken/web.js': 'export {}' },
        'broken/server.js': `${entry} { throw new Error('no luck') }`,
        ...{ 'hello/manifest.json': manifest, 'hello/web.js': 'export {}' },
        'hello/server.js': server.replace('export default', 'const made =') + `\n${entry} made(kit)`,
      }),
    )

    const { plugins, statuses } = await bringUp(hostOf(found))

    expect(plugins.flatMap(({ operations = {} }) => Object.keys(operations))).toEqual(['hello'])
    expect(statuses.find(({ id }) => id === 'broken')).toMatchObject({ state: 'failed', reason: 'no luck' })
  })

  it('meet the same checks when they are built', async () => {
    const old = manifest.replace('"apiVersion":2', '"apiVersion":7')
    const folder = await folderWith({
      'broken/manifest.json': '{',
      'escaping/manifest.json': manifest.replace('server.js', '../server.js'),
      'hello/manifest.json': old,
      'hello/server.js': server,
      'hello/web.js': '',
      'unseen/manifest.json': manifest.replace('hello', 'unseen'),
    })

    const { statuses } = await bringUp(hostOf(await findBuiltPlugins(folder)))

    expect(statuses.map(({ reason }) => reason)).toEqual([
      'its manifest.json is not JSON',
      'its manifest.json is wrong: server must be the name of a .js file beside the manifest',
      'it is written for plugin API 7; this is 2',
      'its web.js cannot be read',
    ])
  })
  it('are given to browsers as they were when they were checked, or not at all', async () => {
    const folder = await folderWith({ 'hello/manifest.json': manifest, 'hello/server.js': server, 'hello/web.js': 'a' })
    const { webFiles } = await bringUp(hostOf(await findBuiltPlugins(folder)))
    const file = webFiles.get('hello')?.files.get('web.js') ?? expect.fail('it has no screens')
    expect(String(await contentOf(file))).toBe('a')

    await writeFile(path.join(folder, 'hello/web.js'), 'b')

    expect(await contentOf(file)).toBeNull()
  })
  it('are all left out where the configuration says so (PLUGINS=off)', async () => {
    const data = await folderWith({ 'plugins/hello/manifest.json': manifest, 'plugins/hello/server.js': server })
    const idsWith = async (settings: object): Promise<readonly string[]> =>
      (await findPlugins(readConfig({ DATA_DIR: data, ...settings }))).map(({ id }) => id)

    const all = await idsWith({})

    expect(all).toContain('hello')
    expect(await idsWith({ PLUGINS: 'off' })).toEqual(all.filter((id) => id !== 'hello'))
  })
  it('run only with the files whose sum the configuration names (PLUGIN_SUMS)', async () => {
    const files = {
      'hello/manifest.json': manifest,
      'hello/server.js': server,
      'hello/web.js': '',
      'hello/assets/é.css': 'a',
      'other/manifest.json': manifest.replace('hello', 'other'),
    } as const
    const folder = await folderWith(files)
    const command = `find . -type f -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum`
    const sum = execFileSync('sh', ['-c', command], { cwd: path.join(folder, 'hello'), encoding: 'utf8' }).slice(0, 64)
    const { PLUGIN_SUMS } = readConfig({ PLUGIN_SUMS: `hello=${sum}` })
    const reasons = async () => {
      const { statuses } = await bringUp(hostOf(await findBuiltPlugins(folder, PLUGIN_SUMS)))
      return Object.fromEntries(statuses.map(({ id, reason }) => [id, reason]))
    }

    expect(await reasons()).toEqual({ hello: '', other: 'PLUGIN_SUMS does not name it' })
    for (const [name, content] of [
      ['hello/server.js', `${server} `],
      ['hello/assets/é.css', 'b'],
      ['hello/new.js', ''],
    ] as const) {
      await writeFile(path.join(folder, name), content)
      expect((await reasons())['hello'], name).toMatch(
        /^its files are not those of PLUGIN_SUMS: their sum is [0-9a-f]{64}$/,
      )
      if (name === 'hello/new.js') await rm(path.join(folder, name))
      else await writeFile(path.join(folder, name), files[name])
    }
    expect((await reasons())['hello']).toBe('')
    await symlink('/etc/hostname', path.join(folder, 'hello/link.js'))
    expect((await reasons())['hello']).toBe('link.js is neither a file nor a folder')
    await rm(path.join(folder, 'hello/link.js'))
    // It could stand for the lines of two files.
    await writeFile(path.join(folder, 'hello/one\ntwo.js'), '')
    expect((await reasons())['hello']).toMatch(/^"one\\ntwo.js" is no name of a file that can be summed$/)
  })
  it('run only what was summed, also what is asked for long after the start (PLUGIN_SUMS)', async () => {
    const kind = `import { says } from './says.js'
      export const pageKind = { recognises: () => true, empty: () => '', textOf: () => says, render: () => says }`
    const files = {
      'hello/manifest.json': manifest,
      'hello/server.js': server,
      'hello/web.js': '',
      'hello/kind.js': kind,
      'hello/says.js': `export const says = 'as checked'`,
    }
    const folder = await folderWith(files)
    const checked = new Map<string, FileSums>()
    const sum = sumOfAll(await fileSums(path.join(folder, 'hello')))
    const host = hostOf(await findBuiltPlugins(folder, new Map([['hello', sum]]), checked))
    expect((await bringUp(host)).statuses.map(({ state }) => state)).toEqual(['running'])
    const told: unknown[] = []
    const log = { ...silentLog, warn: (_: string, facts?: object) => void told.push(facts) }
    // A thread of its own, which has read nothing yet.
    const rendered = (name = 'kind.js') => {
      const module = pathToFileURL(path.join(folder, 'hello', name)).href
      return heldByFile(new ThreadedKinds(new FixedClock(), log, checked)).answerOf(
        { ...markdownKind, module },
        'render',
        ['a'],
      )
    }
    expect(await rendered()).toBe('as checked')

    await writeFile(path.join(folder, 'hello/says.js'), `export const says = 'changed'`)
    expect(await rendered()).toBeNull()
    await writeFile(path.join(folder, 'hello/says.js'), files['hello/says.js'])
    await writeFile(path.join(folder, 'hello/new.js'), kind)
    expect(await rendered('new.js')).toBeNull()

    expect(told).toEqual([
      expect.objectContaining({ reason: 'NotAsChecked' }),
      expect.objectContaining({ reason: 'NotAsChecked' }),
    ])
    expect(await rendered()).toBe('as checked')
  })
  it('are none when there is no such folder', async () => {
    expect(await findBuiltPlugins('/nowhere/at/all')).toEqual([])
  })
  it('of the product all come up together', async () => {
    const found = await findSourcePlugins(path.resolve(import.meta.dirname, '../plugins'))

    const { statuses } = await bringUp(hostOf(found))

    expect(statuses.length).toBeGreaterThanOrEqual(2)
    expect(statuses.filter(({ state }) => state !== 'running')).toEqual([])
  })
})
