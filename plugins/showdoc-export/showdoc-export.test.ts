import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { formerFiles } from '#core/attachment/former-address.ts'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import { contribute, pageKinds } from '#core/plugin.ts'
import { pageKind as apiDocuments } from '#plugins/api-document/kind.ts'
import importFormats from '#plugins/import-formats/plugin.ts'
import { pageKind as sheets } from '#plugins/spreadsheet/kind.ts'
import { contentOf, itemWith, keptFile, randomTree, received } from '#tests/support/random-items.ts'
import { world, type World } from '#tests/support/world.ts'
import plugin from './plugin.ts'
import { linkTo } from './placed-files.ts'
import { asShowdocImports, type FolderInShowdoc } from './testing/as-showdoc-imports.ts'

let home: World
beforeAll(async () => {
  home = await world({
    contributes: [
      ...plugin.contributes,
      ...importFormats.contributes,
      ...[sheets, apiDocuments].map((kind) => contribute(pageKinds, kind)),
    ],
  })
})

async function exported(item: Pick<Item, 'id'>): Promise<Buffer> {
  const { content } = await home.owner.do(coreOperations.export.file, { format: 'showdoc', itemId: item.id })
  return buffer(Readable.from(content))
}
const imported = async (bytes: Uint8Array) =>
  home.owner.do(coreOperations.import.auto, { file: await received(home, bytes, 'back.zip'), itemId: 0 })

const detailOf = (itemId: number) => home.owner.do(coreOperations.item.detail, { itemId })

/** The result of `contentOf` for an item. */
interface Told {
  readonly pages: readonly { readonly content: string }[]
  readonly catalogs: readonly Told[]
}

/** The number of pages and of catalogs with pages. */
function countsOf({ pages, catalogs }: Told): { pages: number; catalogs: number } {
  const below = catalogs.map(countsOf)
  return {
    pages: pages.length + below.reduce((sum, each) => sum + each.pages, 0),
    catalogs: below.reduce((sum, each) => sum + each.catalogs + (each.pages > 0 ? 1 : 0), 0),
  }
}
const countsThere = ({ pages, catalogs }: FolderInShowdoc): { pages: number; catalogs: number } => {
  const below = catalogs.map(countsThere)
  return {
    pages: pages.length + below.reduce((sum, each) => sum + each.pages, 0),
    catalogs: catalogs.length + below.reduce((sum, each) => sum + each.catalogs, 0),
  }
}
const textsThere = ({ pages, catalogs }: FolderInShowdoc): readonly string[] => [
  ...pages.map(({ content }) => content),
  ...catalogs.flatMap(textsThere),
]

/** Texts of an item in tree order, with the files they contain by name. */
const textsOf = ({ pages, catalogs }: Told): readonly string[] => [
  ...pages.map(({ content }) => content),
  ...catalogs.flatMap(textsOf),
]

describe('an item as a zip for ShowDoc', () => {
  it('[ADD-19] is the same item when it is imported here again, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(randomTree, async (random) => {
        const item = await itemWith(home, random)

        const { itemId } = await imported(await exported(item))

        expect(await contentOf(home, itemId)).toEqual(await contentOf(home, item.id))
      }),
      { numRuns: 25 },
    )
  })

  it("loses no page and no character in ShowDoc's import, and keeps the order", async () => {
    await fc.assert(
      fc.asyncProperty(randomTree, async (random) => {
        const item = await itemWith(home, random)
        const here = (await contentOf(home, item.id)) as Told

        const there = await asShowdocImports(await exported(item))

        expect(countsThere(there)).toEqual(countsOf(here))
        const withNames = textsThere(there).map((text) =>
          text.replaceAll(PLACED, (_, name: string) => `<${decodeURI(name)}>`),
        )
        expect(withNames.map(withoutPageLinks)).toEqual(textsOf(here).map(withoutPageLinks))
      }),
      { numRuns: 25 },
    )
  })

  it('has unique names where ShowDoc needs them, and unchanged titles in the root', async () => {
    const item = await home.addItem({ name: 'A & <b>', description: '"x"' })
    await home.addPage(item, { title: 'Same', content: 'one' })
    await home.addPage(item, { title: 'Same', content: 'two' })
    const slash = await home.addCatalog(item, { name: 'in/out' })
    await home.addCatalog(item, { name: 'empty' })
    const zero = await home.addCatalog(item, { name: '0', parentId: slash.id, level: 2 })
    for (const title of ['Same', 'Same', '0', "it's &lt;"])
      await home.addPage(item, { title, content: title, catalogId: zero.id })

    const there = await asShowdocImports(await exported(item))

    expect(there).toMatchObject({ type: 1, name: 'A & <b>', password: '' })
    expect(there.pages.map(({ title }) => title)).toEqual(['Same', 'Same'])
    expect(there.catalogs.map(({ name }) => name)).toEqual(['in／out'])
    expect(there.catalogs[0]?.catalogs).toEqual([
      {
        name: '０',
        pages: [
          { title: 'Same', content: 'Same' },
          { title: 'Same (2)', content: 'Same' },
          { title: '０', content: '0 ' },
          { title: "it's &lt;", content: "it's &lt;" },
        ],
        catalogs: [],
      },
    ])
  })

  it('keeps access closed: a closed item gets a password that nobody knows', async () => {
    const item = await home.addItem({ visitPassword: 'larch' })
    await home.addPage(item, {})

    const zip = await exported(item)

    const [first, second] = await Promise.all([zip, await exported(item)].map(asShowdocImports))
    expect(first?.password).toMatch(/^[\w-]{16}$/)
    expect(second?.password).not.toBe(first?.password)
    expect(zip.includes('larch')).toBe(false)
  })

  it.each([
    ['regular', 1],
    ['single', 2],
    ['runapi', 3],
    ['table', 4],
  ] as const)('is an item of the type %s there, and here again', async (type, there) => {
    const item = await home.addItem({ type })
    await home.addPage(item, { content: '{"a": "<b>"}' })
    const zip = await exported(item)

    expect(await asShowdocImports(zip)).toMatchObject({ type: there, pages: [{ content: '{"a": "<b>"}' }] })
    const { itemId } = await imported(zip)
    expect((await detailOf(itemId)).itemType).toBe(type)
    expect(await contentOf(home, itemId)).toEqual(await contentOf(home, item.id))
  })

  it('is a regular item here when its type has one page but it has two', async () => {
    const item = await home.addItem({ type: 'single' })
    for (const title of ['one', 'two']) await home.addPage(item, { title })

    const { itemId } = await imported(await exported(item))

    expect((await detailOf(itemId)).itemType).toBe('regular')
    expect(await contentOf(home, itemId)).toEqual(await contentOf(home, item.id))
  })

  it('keeps access as closed as it was when it is imported here again', async () => {
    for (const [given, expected] of [
      [{ visibility: 'open' }, ['open', '']],
      [{ visibility: 'password', password: 'larch' }, ['password', expect.stringMatching(/^[\w-]{16}$/)]],
      [{ visibility: 'members' }, ['members', '']],
    ] as const) {
      const { itemId: id } = await home.owner.do(coreOperations.item.add, { itemName: 'A', ...given })
      const item = { id }
      await home.owner.do(coreOperations.page.save, { itemId: id, pageTitle: 'A', pageContent: 'a' })

      const { itemId } = await imported(await exported(item))

      const { visibility, password } = await detailOf(itemId)
      expect([visibility, password]).toEqual(expected)
    }
  })

  it('has the parameters of all calls of its item when it is imported here again', async () => {
    const globalParams = { query: [{ name: 'lang', value: '"中文"' }], body: [], header: [{ name: 'X-Shop' }] }
    const item = await home.addItem({ type: 'runapi' })
    await home.addPage(item, {})
    await home.owner.do(coreOperations.item.setGlobalParams, { itemId: item.id, globalParams })

    const { itemId } = await imported(await exported(item))

    const info = await home.owner.do(coreOperations.item.info, { itemId })
    expect(info.globalParams).toEqual(globalParams)
  })

  it.each(['regular', 'single', 'runapi', 'table'] as const)(
    'can be undone after it was imported here, as %s',
    async (type) => {
      const item = await home.addItem({ type })
      await home.addPage(item, {})
      const { importId, itemId } = await imported(await exported(item))

      expect(await home.owner.do(coreOperations.import.undo, { importId })).toMatchObject({ itemId, recycled: 1 })
    },
  )

  it("has files where its pages look for them, and links between pages in ShowDoc's notation", async () => {
    const item = await home.addItem({})
    const file = await keptFile(home, '图 (1).png')
    const target = await home.addPage(item, { title: 'Target' })
    const content = `![](/attachment/${file.token}) [x](/${item.id}/${target.id}#part) [y](https://example.test/1/2)`
    const { id } = await home.addPage(item, { title: 'A', content })
    await home.product.database.attachments.bindNamed(id, home.owner.id, [file.token], home.clock.now())

    const { pages, entries } = await asShowdocImports(await exported(item))

    const [path = ''] = [...entries.keys()].filter((each) => each.startsWith('Public/Uploads/'))
    expect(String(entries.get(path))).toBe('bytes of 图 (1).png')
    expect(linkTo(path)).toMatch(/^\/Public\/Uploads\/octavo\/[0-9a-f]{16}\/%E5%9B%BE%20%281%29\.png$/)
    expect(pages[1]?.content).toBe(
      `![](${linkTo(path)}) [x](/web/#/${item.id}/${target.id}#part) [y](https://example.test/1/2)`,
    )
  })

  it.each([
    '/server/index.php?s=/api/attachment/visitFile&sign=',
    'http://docs.test:4999/sub/server/?s=/api/attachment/visitFile&amp;sign=',
    'https://docs.test/server/index.php?s=/api/attachment/visitFile/sign/',
  ])('has a file there that its text names as ShowDoc does, by %s', async (before) => {
    const item = await home.addItem({})
    const file = await keptFile(home, 'a.png')
    const [own, other] = [`![](${before}${file.token})`, `![](${before}${'x'.repeat(32)})`]
    const { id } = await home.addPage(item, { title: 'A', content: `${own} ${other}` })
    await home.product.database.attachments.attach(file.id, id, home.clock.now())

    const zip = await exported(item)

    const { pages, entries } = await asShowdocImports(zip)
    const [path = ''] = [...entries.keys()].filter((each) => each.startsWith('Public/Uploads/'))
    expect(pages[0]?.content).toBe(`![](${linkTo(path)}) ${other}`)
    const { itemId } = await imported(zip)
    expect(JSON.stringify(await contentOf(home, itemId))).toContain('![](<a.png>)')
  })

  it('has a file there that its text names by the path it had in ShowDoc', async () => {
    const item = await home.addItem({})
    const [file, foreign] = [await keptFile(home, 'a.png'), await keptFile(home, 'b.png')]
    const { documents, attachments } = home.product.database
    const at = home.clock.now()
    for (const [key, { token }] of [
      ['2022-04-14/a b.png', file],
      ['2022-04-14/b.png', foreign],
    ] as const)
      await formerFiles({ documents }).put({ key, at, data: { token } })
    const kept = '/Public/Uploads/2022-04-14/b.png /Public/Uploads/2022-04-14/c.png /Public/Uploads/'
    const named = [
      '/Public/Uploads/2022-04-14/a%20b.png',
      'http://docs.test:4999/sub/Public//Uploads/2022-04-14/a%20b.png',
    ]
    const content = `![](${named.join(') ![](')})，${named.join('。见 ')}，见 ${kept}`
    const { id } = await home.addPage(item, { title: 'A', content })
    await attachments.attach(file.id, id, at)

    const { pages, entries } = await asShowdocImports(await exported(item))

    const [path = '', ...others] = [...entries.keys()].filter((each) => each.startsWith('Public/Uploads/'))
    const link = linkTo(path)
    expect(others).toEqual([])
    expect(String(entries.get(path))).toBe('bytes of a.png')
    expect(pages[0]?.content).toBe(`![](${link}) ![](${link})，${link}。见 ${link}，见 ${kept}`)
  })

  it('does not change a reference to a file whose bytes are missing', async () => {
    const item = await home.addItem({})
    const [gone, here] = [await keptFile(home, 'gone.txt'), await keptFile(home, 'here.txt')]
    const content = `[a](/attachment/${gone.token}) [b](/attachment/${here.token})`
    const { id } = await home.addPage(item, { title: 'A', content })
    const tokens = [gone.token, here.token]
    await home.product.database.attachments.bindNamed(id, home.owner.id, tokens, home.clock.now())
    await home.product.database.attachments.attach(gone.id, id, home.clock.now())
    await home.services.files.current.delete(gone.key)

    const { pages, entries } = await asShowdocImports(await exported(item))

    const paths = [...entries.keys()].filter((each) => each.startsWith('Public/Uploads/'))
    expect(paths).toHaveLength(1)
    expect(pages[0]?.content).toBe(`[a](/attachment/${gone.token}) [b](${linkTo(paths[0] ?? '')})`)
  })
})

const PLACED = /\/Public\/Uploads\/octavo\/[0-9a-f]{16}\/([^\s]+?)(?= |$)/g
/** Links have another notation there, and a value that PHP considers empty gets a space. */
const withoutPageLinks = (text: string): string =>
  text.replace(/^(0?) $/, '$1').replaceAll(/\]\((?:\/web\/#)?\/\d+\/\d+|\]\(<page [^>]*>/g, '](page')
