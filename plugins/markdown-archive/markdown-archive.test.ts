import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import { contribute, pageKinds } from '#core/plugin.ts'
import { pageKind as apiDocuments } from '#plugins/api-document/kind.ts'
import { sourceOf } from '#plugins/import-formats/testing/found-in.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { contentOf, itemWith, keptFile, randomTree, received } from '#tests/support/random-items.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { refusalBy } from '#tests/support/refusal.ts'
import plugin from './plugin.ts'
import { ZipReader } from './zip-reader.ts'

type Home = Awaited<ReturnType<typeof plugWorld>>
let home: Home
beforeAll(async () => {
  home = await plugWorld({ ...plugin, contributes: [...plugin.contributes, contribute(pageKinds, apiDocuments)] })
})

async function exported(item: Pick<Item, 'id'>): Promise<Buffer> {
  const { content } = await home.owner.do(coreOperations.export.file, { format: 'markdown', itemId: item.id })
  return buffer(Readable.from(content))
}
const imported = async (bytes: Uint8Array, itemId = 0, name = 'archive.zip') =>
  home.owner.do(coreOperations.import.auto, { file: await received(home, bytes, name), itemId })

describe('an archive of markdown', () => {
  it('[ADD-19] [EXP-07] recreates the item with all its pages, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(randomTree, async (random) => {
        const item = await itemWith(home, random)

        const { itemId } = await imported(await exported(item))

        expect(await contentOf(home, itemId)).toEqual(await contentOf(home, item.id))
      }),
      { numRuns: 25 },
    )
  })

  it('contains the name and the description of the item, and its files with their bytes', async () => {
    const item = await home.addItem({ name: '支付: all/of it', description: 'How we pay' })
    const file = await keptFile(home, 'plan.png')
    const { id } = await home.addPage(item, { title: 'A', content: `![](/attachment/${file.token})` })
    await home.product.database.attachments.bindNamed(id, home.owner.id, [file.token], home.clock.now())

    const { itemId } = await imported(await exported(item))

    const detail = await home.owner.do(coreOperations.item.detail, { itemId })
    expect(detail).toMatchObject({ itemName: '支付: all/of it', itemDescription: 'How we pay' })
    const [page] = await home.product.database.pages.ofItem(itemId)
    const [used] = await home.product.database.attachments.usedBy(itemId, [page?.id ?? 0])
    expect(used).toMatchObject({ displayName: 'plan.png', isAttached: false })
    expect(used?.token).not.toBe(file.token)
    const bytes = await home.services.files.named(used?.storage ?? '')?.read(used?.key ?? '')
    expect(String(await buffer(Readable.from(bytes ?? [])))).toBe('bytes of plan.png')
  })

  it.each(['regular', 'single', 'runapi'] as const)(
    '[ADD-19] recreates an item of the type %s as one of that type, with the parameters of all its calls',
    async (type) => {
      const globalParams = { query: [{ name: 'lang', value: '"中文"' }], body: [], header: [{ name: 'X-Shop' }] }
      const item = await home.addItem({ type })
      await home.addPage(item, {})
      await home.owner.do(coreOperations.item.setGlobalParams, { itemId: item.id, globalParams })

      const { itemId } = await imported(await exported(item))

      expect(await home.owner.do(coreOperations.item.detail, { itemId })).toMatchObject({ itemType: type })
      expect(await home.owner.do(coreOperations.item.info, { itemId })).toMatchObject({ globalParams })
    },
  )

  it('opens an item to nobody to whom it was closed', async () => {
    for (const [given, visibility] of [
      [{ visibility: 'open' }, 'open'],
      [{ visibility: 'password', password: 'larch' }, 'members'],
      [{ visibility: 'members' }, 'members'],
    ] as const) {
      const { itemId: id } = await home.owner.do(coreOperations.item.add, { itemName: 'A', ...given })
      await home.owner.do(coreOperations.page.save, { itemId: id, pageTitle: 'A', pageContent: 'a' })
      const archive = await exported({ id })

      const { itemId } = await imported(archive)

      expect(await home.owner.do(coreOperations.item.detail, { itemId })).toMatchObject({ visibility })
      expect(archive.includes('larch')).toBe(false)
    }
  })

  it('is an open regular item when it was written before archives named type and access', async () => {
    const former = {
      format: 'octavo-markdown',
      version: 1,
      item: { name: 'A', description: '' },
      catalogs: [],
      files: [],
    }
    const pages = [{ id: '1', title: 'A', file: 'A.md' }]
    const manifest = { path: 'octavo.json', text: JSON.stringify({ ...former, pages }) }

    const { itemId } = await imported(await zipOf(manifest, { path: 'A.md', text: 'a' }))

    expect(await home.owner.do(coreOperations.item.detail, { itemId })).toMatchObject({
      itemType: 'regular',
      visibility: 'open',
    })
  })

  it('updates an item created from an earlier one', async () => {
    const item = await home.addItem({ name: 'Pay' })
    const page = await home.addPage(item, { title: 'A', content: 'before' })
    const { itemId } = await imported(await exported(item))
    await home.owner.do(coreOperations.page.save, {
      itemId: item.id,
      pageId: page.id,
      pageTitle: 'B',
      pageContent: 'after',
    })
    await imported(await exported(item), itemId)

    expect(await contentOf(home, itemId)).toMatchObject({ pages: [{ title: 'B', content: 'after' }] })
  })
})

interface Entry {
  readonly path: string
  readonly text: string | Uint8Array
  readonly mode?: number
}
async function zipOf(...entries: readonly Entry[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { path, text, mode = 0o100_644 } of entries) zip.addBuffer(Buffer.from(text as string), path, { mode })
  zip.end()
  return buffer(zip.outputStream as Readable)
}
const problemOf = async (bytes: Uint8Array) => {
  const { kind, details } = await refusalBy(imported(bytes))
  return `${kind} ${String(details['problem'] ?? '')}`.trim()
}

describe('a folder of markdown', () => {
  it('becomes catalogs and pages, with titles from front matter or headings, and pictures', async () => {
    const { itemId } = await imported(
      await zipOf(
        { path: 'docs/README.md', text: '# Welcome *here*\n\nText.' },
        {
          path: 'docs/guides/log-in.md',
          text: '---\ntitle: "Log in"\norder: 1\n---\n![](../img/a%20b.png) [x](../README.md#top)',
        },
        { path: 'docs/guides/2.md', text: 'no heading' },
        { path: 'docs/img/a b.png', text: 'picture' },
        { path: '__MACOSX/docs/._README.md', text: 'junk' },
      ),
    )

    expect(await contentOf(home, itemId)).toEqual({
      pages: [{ title: 'Welcome here', content: '# Welcome *here*\n\nText.', attached: [] }],
      catalogs: [
        {
          name: 'guides',
          pages: [
            { title: '2', content: 'no heading', attached: [] },
            { title: 'Log in', content: '![](<a b.png>) [x](<page Welcome here>#top)', attached: [] },
          ],
          catalogs: [],
        },
      ],
    })
  })

  it('is also read in the old encoding of Chinese systems', async () => {
    const gb = Uint8Array.from([0xb5, 0xc7, 0xc2, 0xbc])

    const { itemId } = await imported(await zipOf({ path: 'a.md', text: gb }))

    expect(await contentOf(home, itemId)).toMatchObject({ pages: [{ title: 'a', content: '登录' }] })
  })
})

it('lets others have their turn while it reads the names in a large zip', async () => {
  const zip = rawZip(Array.from({ length: 4_000 }, (_, at) => ({ name: `${at}.txt`, content: '', method: 0 })))
  const over = new AbortController()
  let turns = 0
  const others = (async () => {
    while (!over.signal.aborted) {
      await setImmediate()
      turns += 1
    }
  })()

  await ZipReader.open(sourceOf('a.zip', zip), 'en')
  over.abort()
  await others

  expect(turns).toBeGreaterThanOrEqual(4)
})

describe('a hostile zip is refused', () => {
  const page = { path: 'a.md', text: 'a' }
  const UNFIT = /[./\\:\0]/g

  it.each([
    ['that leaves its place', '../b.md'],
    ['that begins at the root', '/b.md'],
    ['that leaves its place by backslashes', '..\\b.md'],
    ['that names a drive', 'C:/b.md'],
    ['with a NUL', 'b\0.md'],
    ['that is longer than any', `${'b'.repeat(5_000)}.md`],
  ])('with a path %s', async (_, path) => {
    const zip = await zipOf(page, { path: path.replaceAll(UNFIT, 'x'), text: 'b' })
    const evil = Buffer.from(zip.toString('latin1').replaceAll(path.replaceAll(UNFIT, 'x'), path), 'latin1')

    expect(await problemOf(evil)).toMatch(/^importBroken .+ is no possible name of a file$/)
  })

  it('with a symbolic link, or with two entries of the same name', async () => {
    expect(await problemOf(await zipOf(page, { path: 'b.md', text: '/etc/passwd', mode: 0o120_777 }))).toBe(
      'importBroken b.md is a link, and links are not followed',
    )
    const twice = (await zipOf(page, { path: 'b.md', text: 'b' })).toString('latin1').replaceAll('b.md', 'a.md')
    expect(await problemOf(Buffer.from(twice, 'latin1'))).toBe('importBroken a.md is in the file twice')
  })

  it('with an entry that is larger than stated, or damaged', async () => {
    const zip = await zipOf({ path: 'a.md', text: 'x'.repeat(1_000_000) })
    const central = zip.lastIndexOf('PK\x01\x02')
    const smaller = Buffer.from(zip)
    smaller.writeUInt32LE(10, central + 24)
    const other = Buffer.from(zip)
    other.writeUInt32LE(1, central + 16)

    expect(await problemOf(smaller)).toBe('importBroken the file is damaged (a.md)')
    expect(await problemOf(other)).toBe('importBroken the file is damaged (a.md)')
  })

  it('that would unpack to more than its size allows, or is truncated', async () => {
    const zip = await zipOf({ path: 'a.md', text: 'a'.repeat(1_000) })
    const huge = Buffer.from(zip)
    huge.writeUInt32LE(2_000_000_000, zip.lastIndexOf('PK\x01\x02') + 24)

    expect(await problemOf(huge)).toBe(
      'importBroken archive.zip would unpack to more than 200 times its size; its largest file is a.md',
    )
    expect(await problemOf(zip.subarray(0, zip.length - 30))).toBe('importBroken the file is damaged (archive.zip)')
  })
})
