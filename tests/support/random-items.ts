import { Readable } from 'node:stream'
import fc from 'fast-check'
import { menuOf, type Menu } from '#core/item/menu.ts'
import type { CatalogLevel } from '#core/catalog/catalog.ts'
import type { Item } from '#core/item/item.ts'
import type { World } from '#tests/support/world.ts'

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
/** A text, or the address of one of three files. */
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
// Every import treats catalogs with the same name and place as one.
const catalogsOf = (depth: number) => fc.uniqueArray(branch(depth), { maxLength: 3, selector: ({ name }) => name })
/** The content of an item, with difficult titles and texts. */
export const randomTree = fc.record({ pages: fc.array(page, { minLength: 1, maxLength: 4 }), catalogs: catalogsOf(2) })

const FILES = ['a (1).png', '图,片.pdf', 'x.tar.gz'] as const

/** Bytes as a completed upload. */
export const received = async (home: World, bytes: Uint8Array, name: string) =>
  home.services.incoming.receive(name, Readable.from([bytes]), 100_000_000)

/** A file of the owner that is not used by a page yet. */
export async function keptFile(home: World, name: string) {
  const { files, keys, clock } = home.services
  const file = await received(home, Buffer.from(`bytes of ${name}`), name)
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

/** An item with this content. */
export async function itemWith(home: World, { pages, catalogs }: Pick<Branch, 'pages' | 'catalogs'>): Promise<Item> {
  const item = await home.addItem({ name: 'Random' })
  const files = await Promise.all(FILES.map((name) => keptFile(home, name)))
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

/** The content of an item, without ids. */
export async function contentOf(home: World, itemId: number): Promise<unknown> {
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
