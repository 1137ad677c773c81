import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { AnyOperation } from '#core/operation.ts'
import { perform } from '#core/perform.ts'
import { pageOperations } from '#core/page/operations.ts'
import type { Plugin } from '#core/plugin.ts'
import { coreOperations } from '#core/operations.ts'
import { checkPlugin } from '#server/authoring/check-plugin.ts'
import { writeNewPlugin } from '#server/authoring/new-plugin.ts'
import { findBuiltPlugins } from '#server/compose/plugin-loader.ts'
import { plugWorld } from './support/plug-world.ts'
import { dataOf } from './rest/replies.ts'
import { outcomeOf } from './support/refusal.ts'
import { TEST_PASSWORD } from './support/services.ts'
import { siteWithPlugins } from './support/site-with-plugins.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

const guide = (): Promise<string> => readFile(path.join(ROOT, 'plugins/README.md'), 'utf8')

/** The file with this name as the guide for authors prints it. */
async function printed(name: string): Promise<string> {
  const text = new RegExp(`\`\`\`\\w+ ${name.replaceAll('.', '\\.')}\n([\\s\\S]*?)\n\`\`\``).exec(await guide())?.[1]
  if (text === undefined) throw new Error(`the guide shows no ${name}`)
  return text
}

describe('the examples of the guide for plugin authors', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-guide-'))
    // A place where `#core/plugin.ts` means what it means in the product's own plugins.
    const { imports } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { imports: object }
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', imports }))
    for (const name of ['core', 'tests', 'adapters', 'server', 'migrations', 'node_modules', 'vitest.config.ts'])
      await symlink(path.join(ROOT, name), path.join(folder, name))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('work as a plugin of the product', async () => {
    await writeFile(path.join(folder, 'plugin.ts'), await printed('plugin.ts'))
    const module = (await import(pathToFileURL(path.join(folder, 'plugin.ts')).href)) as { readonly default: Plugin }

    const { editor, stranger, plugin, product, addItem, addPage } = await plugWorld(module.default)
    const item = await addItem({ visitPassword: 'a visit password' })
    const page = await addPage(item, { content: 'old' })
    const ofPage = plugin.operations?.['wordCount']?.['ofPage'] as AnyOperation
    expect(await outcomeOf(perform(product, ofPage, editor.caller, { pageId: page.id }))).toBe('neverCounted')
    await editor.do(pageOperations.save, {
      pageId: page.id,
      itemId: item.id,
      pageTitle: page.title,
      pageContent: 'one two  three',
    })

    expect(await perform(product, ofPage, editor.caller, { pageId: page.id })).toEqual({ words: 3 })
    expect(await outcomeOf(perform(product, ofPage, stranger.caller, { pageId: page.id }))).toBe('itemClosed')
  })

  it('work as a plugin that was built apart', async () => {
    const home = path.join(folder, 'plugins', 'hello')
    await mkdir(home, { recursive: true })
    for (const name of ['manifest.json', 'server.js', 'web.js'])
      await writeFile(path.join(home, name), await printed(name))
    const [found] = await findBuiltPlugins(path.dirname(home))

    const { visitor, plugin, product } = await plugWorld((await found?.load()) as Plugin)
    const greet = plugin.operations?.['hello']?.['greet'] as AnyOperation

    expect(await perform(product, greet, visitor.caller, {})).toEqual({ text: 'Hello' })
    expect(found?.webFiles()?.files.size).toBeGreaterThan(0)
  })

  it('lead from nothing to an exporter in the repository', async () => {
    const parent = path.join(folder, 'plugins')
    await writeNewPlugin({ id: 'outline', parent, isDroppedIn: false })
    for (const name of ['plugins/outline/format.ts', 'plugins/outline/outline.test.ts'])
      await writeFile(path.join(folder, name), `${await printed(name)}\n`)

    await vitest(folder, 'plugins/outline')
    expect((await checkPlugin(path.join(parent, 'outline'))).faults).toEqual([])
  })

  it('lead from nothing to an exporter that is dropped in', async () => {
    const parent = path.join(folder, 'data', 'plugins')
    await writeNewPlugin({ id: 'outline', parent, isDroppedIn: true })
    for (const name of ['outline/server.js', 'outline/server.test.mjs'])
      await writeFile(path.join(parent, name), `${await printed(name)}\n`)

    await run(process.execPath, ['--test', path.join(parent, 'outline', 'server.test.mjs')])
    expect((await checkPlugin(path.join(parent, 'outline'))).faults).toEqual([])
    const [found] = await findBuiltPlugins(parent)
    const { owner, addItem, addPage } = await plugWorld((await found?.load()) as Plugin)
    const item = await addItem({ name: 'Payments' })
    await addPage(item, { title: 'Welcome', content: '# Welcome' })
    const { content } = await owner.do(coreOperations.export.file, { format: 'outline', itemId: item.id })
    expect(await text(Readable.from(content))).toBe('# Payments\n\n- Welcome (9 characters)\n')
  })

  it('give programs the outline of the first item by the commands of the guide', async () => {
    const { app, admin, close } = await siteWithPlugins({
      async drop(parent) {
        await writeNewPlugin({ id: 'outline', parent, isDroppedIn: true })
        await writeFile(path.join(parent, 'outline/server.js'), `${await printed('outline/server.js')}\n`)
      },
    })
    onTestFinished(close)
    const { item_id: itemId } = await dataOf(admin, 'item/add', { item_type: 1, item_name: 'Payments' })
    const page = { page_id: 0, page_title: 'Welcome', page_content: '# Welcome' }
    await dataOf(admin, 'page/save', { ...page, item_id: itemId })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })

    const commands = (await guide()).match(/^curl .+$/gm) ?? []
    const here = commands.map((command) =>
      command
        .replace('http://127.0.0.1:4000', address)
        .replace('username=demo', 'username=ada')
        .replace("password='a long sentence'", `password='${TEST_PASSWORD}'`),
    )
    const { stdout } = await run('sh', ['-c', here.join(' && ')], { cwd: folder })

    expect(commands).toHaveLength(2)
    expect(stdout).toContain('# Payments\n\n- Welcome (9 characters)\n')
  })
})

const run = promisify(execFile)
/** Runs the tests in a folder that stands for the repository, as their author does. */
async function vitest(root: string, tests: string): Promise<void> {
  const command = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
  await run(process.execPath, [command, 'run', '--root', root, tests], { cwd: root })
}
