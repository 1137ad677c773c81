import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { coreOperations } from '#core/operations.ts'
import { PLUGIN_API_VERSION } from '#core/plugin.ts'

export interface NewPlugin {
  readonly id: string
  /** The parent of the plugin's folder. */
  readonly parent: string
  /** For `DATA_DIR/plugins`, without a build of the product. */
  readonly isDroppedIn: boolean
}

const ID = /^[a-z][a-z0-9-]{0,39}$/

/**
 * Creates a plugin that exports the titles of pages, with a passing test, as a starting point.
 * @returns the files that were written
 * @throws Error when the name is invalid, or the folder exists
 */
export async function writeNewPlugin({ id, parent, isDroppedIn }: NewPlugin): Promise<readonly string[]> {
  if (!ID.test(id)) throw new Error(`${id} is no name of a plugin: it must be lower-case letters, digits and hyphens`)
  if (Object.hasOwn(coreOperations, id)) throw new Error(`${id} is a name of the core`)
  const folder = path.join(parent, id)
  await mkdir(parent, { recursive: true })
  await mkdir(folder).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EEXIST' ? new Error(`${folder} is there already`, { cause }) : cause
  })
  const files = Object.entries(isDroppedIn ? droppedIn(id) : inRepository(id))
  for (const [name, text] of files) await writeFile(path.join(folder, name), text)
  return files.map(([name]) => path.join(folder, name))
}

const inRepository = (id: string): Readonly<Record<string, string>> => ({
  'plugin.ts': `import { contribute, definePlugin, exportFormats } from '#core/plugin.ts'
import { format } from './format.ts'

export default definePlugin({
  id: '${id}',
  apiVersion: ${PLUGIN_API_VERSION},
  summary: 'Exports the titles of pages.',
  contributes: [contribute(exportFormats, format)],
})
`,
  'format.ts': `import type { ExportFormat } from '#core/plugin.ts'

const written = (text: string): Uint8Array => new TextEncoder().encode(text)

export const format: ExportFormat = {
  id: '${id}',
  title: { en: 'Titles (${id})', 'zh-cn': '标题（${id}）' },
  extension: 'txt',
  mediaType: 'text/plain',
  async *write(source) {
    yield written(\`\${source.title}\\n\`)
    for await (const { path, title } of source.read()) yield written(\`\${[...path, title].join(' / ')}\\n\`)
  },
}
`,
  [`${id}.test.ts`]: `import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import plugin from './plugin.ts'

it('writes the titles of an item in the order of its tree', async () => {
  const { owner, addItem, addCatalog, addPage } = await plugWorld(plugin)
  const item = await addItem({ name: 'Payments' })
  const catalog = await addCatalog(item, { name: 'Guides' })
  await addPage(item, { title: 'Log in', catalogId: catalog.id })
  await addPage(item, { title: 'Welcome' })

  const { name, content } = await owner.do(coreOperations.export.file, { format: '${id}', itemId: item.id })

  expect(name).toBe('Payments.txt')
  expect(await text(Readable.from(content))).toBe('Payments\\nWelcome\\nGuides / Log in\\n')
})
`,
})

const droppedIn = (id: string): Readonly<Record<string, string>> => ({
  'manifest.json': `{
  "id": "${id}",
  "apiVersion": ${PLUGIN_API_VERSION},
  "summary": "Exports the titles of pages.",
  "server": "server.js"
}
`,
  'server.js': `const written = (text) => new TextEncoder().encode(text)

export default ({ contribute, exportFormats }) => ({
  contributes: [
    contribute(exportFormats, {
      id: '${id}',
      title: { en: 'Titles (${id})', 'zh-cn': '标题（${id}）' },
      extension: 'txt',
      mediaType: 'text/plain',
      async *write(source) {
        yield written(\`\${source.title}\\n\`)
        for await (const { path, title } of source.read()) yield written(\`\${[...path, title].join(' / ')}\\n\`)
      },
    }),
  ],
})
`,
  'server.test.mjs': `import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import plugin from './server.js'

/** The part of the handed-in API that this plugin uses. */
const kit = { exportFormats: { id: 'exportFormats' }, contribute: (point, value) => ({ point, value }) }
const pages = [
  { title: 'Welcome', path: [] },
  { title: 'Log in', path: ['Guides'] },
]

test('writes the titles of an item in the order of its tree', async () => {
  const [{ value: format }] = plugin(kit).contributes
  const source = { title: 'Payments', read: () => Readable.from(pages) }

  assert.equal(await text(Readable.from(format.write(source))), 'Payments\\nWelcome\\nGuides / Log in\\n')
})
`,
})
