import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyOperation } from '#core/operation.ts'
import { perform } from '#core/perform.ts'
import { pageOperations } from '#core/page/operations.ts'
import type { Plugin } from '#core/plugin.ts'
import { findBuiltPlugins } from '#server/compose/plugin-loader.ts'
import { plugWorld } from './support/plug-world.ts'
import { outcomeOf } from './support/refusal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** The file with this name as the guide for authors prints it. */
async function printed(name: string): Promise<string> {
  const guide = await readFile(path.join(ROOT, 'plugins/README.md'), 'utf8')
  const text = new RegExp(`\`\`\`\\w+ ${name.replace('.', '\\.')}\n([\\s\\S]*?)\n\`\`\``).exec(guide)?.[1]
  if (text === undefined) throw new Error(`the guide shows no ${name}`)
  return text
}

describe('the examples of the guide for plugin authors', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-guide-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('work as a plugin of the product', async () => {
    // A place where `#core/plugin.ts` means what it means in the product's own plugins.
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module", "imports": { "#core/*": "./core/*" } }')
    await symlink(path.join(ROOT, 'core'), path.join(folder, 'core'))
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
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
})
