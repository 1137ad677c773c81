import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { coreOperations } from '#core/operations.ts'
import { menuOf, type Menu } from '#core/item/menu.ts'
import type { CatalogLevel } from '#core/catalog/catalog.ts'
import type { Item } from '#core/item/item.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { refusalBy } from '#tests/support/refusal.ts'
import plugin from './plugin.ts'

type Home = Awaited<ReturnType<typeof plugWorld>>
let home: Home
beforeAll(async () => {
  home = await plugWorld(plugin)
})

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
const title = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((text) => storable(text).trim() || '-')
const awkwardTitle = fc.constantFrom(
  'a/b',
  '..',
  'CON',
  'con.md',
  'A',
  'a',
  'octavo.json',
  'files',
  '登录',
  ' x'.trim(),
  '%2e',
  'x'.repeat(200),
)
const anyTitle = fc.oneof(title, awkwardTitle)
/** A text, or the place of one of three files. */
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map(storable),
  fc.constantFrom(
    'see ../files/x.png',
    '](../files/0123456789abcdef-a.png)',
    '---\ntitle: x\n---\n',
    '\uFEFF',
    '{"a": 1}',
    '/1/2',
    '\r\n',
  ),
  fc.nat(2),
)
const page = fc.record({ title: anyTitle, pieces: fc.array(piece, { maxLength: 6 }), attached: fc.subarray([0, 1, 2]) })
interface RandomPage {
  readonly title: string
  readonly pieces: readonly (string | number)[]
  readonly attached: readonly number[]
}
interface Branch {
  readonly name: string
  readonly pages: readonly RandomPage[]
  readonly catalogs: readonly Branch[]
}
const branch = (depth: number): fc.Arbitrary<Branch> =>
  fc.record({
    name: anyTitle.map((text) => text.slice(0, 100).toWellFormed().trim() || '-'),
    pages: fc.array(page, { maxLength: 3 }),
    catalogs: depth === 0 ? fc.constant([]) : catalogsOf(depth - 1),
  })
// Catalogs of one name in one place are one for every import.
const catalogsOf = (depth: number) => fc.uniqueArray(branch(depth), { maxLength: 3, selector: ({ name }) => name })
const tree = fc.record({ pages: fc.array(page, { minLength: 1, maxLength: 4 }), catalogs: catalogsOf(2) })

const FILES = ['a (1).png', '图,片.pdf', 'x.tar.gz'] as const

/** Bytes as an upload that has arrived. */
const received = async (bytes: Uint8Array, name: string) =>
  home.services.incoming.receive(name, Readable.from([bytes]), 100_000_000)

async function keptFile(name: string) {
  const { files, keys, clock } = home.services
  const file = await received(Buffer.from(`bytes of ${name}`), name)
  const key = `aa/${keys.uuid()}`
  await files.current.put(key, file, 'application/octet-stream')
  const facts = {
    ownerId: home.owner.id,
    displayName: name,
    kind: 'general',
    mediaType: 'application/octet-stream',
  } as const
  const place = { storage: files.current.name, key, bytes: file.bytes, token: keys.random(24) }
  const kept = await home.product.database.attachments.insert(
    { ...facts, ...place, isOfHub: false, addedAt: clock.now() },
    null,
  )
  if (!kept) throw new Error('the file was not kept')
  return kept
}

/** An item that holds this. */
async function itemWith({ pages, catalogs }: Pick<Branch, 'pages' | 'catalogs'>): Promise<Item> {
  const item = await home.addItem({ name: 'Random' })
  const files = await Promise.all(FILES.map(keptFile))
  const { attachments } = home.product.database
  const add = async (branches: Pick<Branch, 'pages' | 'catalogs'>, parentId: number | null, level: CatalogLevel) => {
    for (const [order, { title: name, pieces, attached }] of branches.pages.entries()) {
      const content = pieces
        .map((each) => (typeof each === 'number' ? ` /attachment/${files[each]?.token} ` : each))
        .join('')
      const { id } = await home.addPage(item, { title: name, content, catalogId: parentId, order })
      const named = files.flatMap(({ token }) => (content.includes(token) ? token : []))
      await attachments.bindNamed(id, home.owner.id, named, home.clock.now())
      for (const at of attached) if (files[at]) await attachments.attach(files[at].id, id, home.clock.now())
    }
    for (const [order, child] of branches.catalogs.entries()) {
      const catalog = await home.addCatalog(item, { name: child.name, parentId, level, order })
      await add(child, catalog.id, (level + 1) as CatalogLevel)
    }
  }
  await add({ pages, catalogs }, null, 1)
  return item
}

/** What an item holds, in words that do not depend on ids. */
async function contentOf(itemId: number): Promise<unknown> {
  const { pages, catalogs, attachments } = home.product.database
  const id = itemId as never
  const all = new Map((await pages.ofItem(id)).map((each) => [each.id, each]))
  const used = await attachments.usedBy(id, [...all.keys()] as never)
  const nameOf = new Map(used.map((file) => [file.token, file.displayName]))
  const withNames = (content: string): string =>
    content
      .replaceAll(/\/attachment\/([\w-]{32})/g, (_, token: string) => `<${nameOf.get(token)}>`)
      .replaceAll(
        new RegExp(`(?<=\\]\\()/${itemId}/(\\d+)`, 'g'),
        (_, pageId: string) => `<page ${all.get(Number(pageId))?.title}>`,
      )
  const told = ({ pages: heads, catalogs: below }: Menu): unknown => ({
    pages: heads.map((head) => ({
      title: head.title,
      content: withNames(all.get(head.id)?.content ?? ''),
      attached: used.flatMap((file) => (file.pageId === head.id && file.isAttached ? file.displayName : [])).toSorted(),
    })),
    catalogs: below.map((catalog) => ({ name: catalog.name, ...(told(catalog) as object) })),
  })
  return told(menuOf(await catalogs.ofItem(id), await pages.headsOf(id), null))
}

async function exported(item: Pick<Item, 'id'>): Promise<Buffer> {
  const { content } = await home.owner.do(coreOperations.export.file, { format: 'markdown', itemId: item.id })
  return buffer(Readable.from(content))
}
const imported = async (bytes: Uint8Array, itemId = 0, name = 'archive.zip') =>
  home.owner.do(coreOperations.import.auto, { file: await received(bytes, name), itemId })

describe('an archive of markdown', () => {
  it('[ADD-19] makes the same item again, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (random) => {
        const item = await itemWith(random)

        const { itemId } = await imported(await exported(item))

        expect(await contentOf(itemId)).toEqual(await contentOf(item.id))
      }),
      { numRuns: 25 },
    )
  })

  it('brings the name and the description of the item, and its files with their bytes', async () => {
    const item = await home.addItem({ name: '支付: all/of it', description: 'How we pay' })
    const file = await keptFile('plan.png')
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

  it('updates an item that was made of an earlier one', async () => {
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

    expect(await contentOf(itemId)).toMatchObject({ pages: [{ title: 'B', content: 'after' }] })
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
  it('becomes catalogs and pages, with titles of front matter or headings, and pictures', async () => {
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

    expect(await contentOf(itemId)).toEqual({
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

  it('is read in the old encoding of Chinese systems, too', async () => {
    const gb = Uint8Array.from([0xb5, 0xc7, 0xc2, 0xbc])

    const { itemId } = await imported(await zipOf({ path: 'a.md', text: gb }))

    expect(await contentOf(itemId)).toMatchObject({ pages: [{ title: 'a', content: '登录' }] })
  })
})

describe('a hostile zip is refused', () => {
  const page = { path: 'a.md', text: 'a' }

  it.each([
    ['that leaves its place', '../b.md'],
    ['that begins at the root', '/b.md'],
  ])('with a path %s', async (_, path) => {
    const zip = await zipOf(page, { path: path.replaceAll(/[./]/g, 'x'), text: 'b' })
    const evil = Buffer.from(zip.toString('latin1').replaceAll(path.replaceAll(/[./]/g, 'x'), path), 'latin1')

    expect(await problemOf(evil)).toMatch(/^importBroken the zip file is damaged/)
  })

  it('with a symbolic link, or with two entries of one name', async () => {
    expect(await problemOf(await zipOf(page, { path: 'b.md', text: '/etc/passwd', mode: 0o120_777 }))).toBe(
      'importBroken the zip file is damaged (b.md)',
    )
    const twice = (await zipOf(page, { path: 'b.md', text: 'b' })).toString('latin1').replaceAll('b.md', 'a.md')
    expect(await problemOf(Buffer.from(twice, 'latin1'))).toBe('importBroken the zip file is damaged (a.md)')
  })

  it('with an entry that is larger than it says, or is not what it was', async () => {
    const zip = await zipOf({ path: 'a.md', text: 'x'.repeat(1_000_000) })
    const central = zip.lastIndexOf('PK\x01\x02')
    const smaller = Buffer.from(zip)
    smaller.writeUInt32LE(10, central + 24)
    const other = Buffer.from(zip)
    other.writeUInt32LE(1, central + 16)

    expect(await problemOf(smaller)).toBe('importBroken the zip file is damaged (a.md)')
    expect(await problemOf(other)).toBe('importBroken the zip file is damaged (a.md)')
  })

  it('that says it would unpack to more than an item can hold, or is cut off', async () => {
    const zip = await zipOf({ path: 'a.md', text: 'a'.repeat(1_000) })
    const huge = Buffer.from(zip)
    huge.writeUInt32LE(2_000_000_000, zip.lastIndexOf('PK\x01\x02') + 24)

    expect(await problemOf(huge)).toBe('fileTooLarge')
    expect(await problemOf(zip.subarray(0, zip.length - 30))).toBe('importBroken the zip file is damaged (archive.zip)')
  })
})
