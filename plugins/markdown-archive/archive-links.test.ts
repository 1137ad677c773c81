import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import plugin from './plugin.ts'
import { ZipReader } from './zip-reader.ts'

let home: Awaited<ReturnType<typeof plugWorld>>
beforeAll(async () => {
  home = await plugWorld(plugin)
})

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
const title = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((text) => storable(text).trim() || '-')
const awkwardTitle = fc.constantFrom(
  'a/b',
  '..',
  'con.md',
  'A',
  'a',
  'files',
  '登录',
  'x (1)',
  "it's [a] `b`",
  '%2e',
  '# ?',
)
const anyTitle = fc.oneof(title, awkwardTitle)

async function exported(item: Pick<Item, 'id'>): Promise<Buffer> {
  const { content } = await home.owner.do(coreOperations.export.file, { format: 'markdown', itemId: item.id })
  return buffer(Readable.from(content))
}
async function imported(bytes: Uint8Array, itemId = 0) {
  const file = await home.services.incoming.receive('archive.zip', Readable.from([bytes]), 100_000_000)
  return home.owner.do(coreOperations.import.auto, { file, itemId })
}

/** The address of a page in every form that the product uses. */
const LINKS = [
  (to: Linked) => `[a](/${to.itemId}/${to.pageId})`,
  (to: Linked) => `![a](</${to.domain}/${to.pageId}> "title")`,
  (to: Linked) => `[a](/page/${to.pageId}#part)`,
  (to: Linked) => `<a class="x" href="/${to.itemId}/${to.pageId}?a=1&b=2">`,
  (to: Linked) => `\n[name]: /p/${to.key} 'title'\n`,
  (to: Linked) => `[a](${home.owner.session.siteUrl}/${to.itemId}/${to.pageId})`,
] as const
/** Texts that stay unchanged: code, and links to elsewhere. */
const LEFT = [
  (to: Linked) => `\`[a](/page/${to.pageId})\``,
  (to: Linked) => `\n~~~md\n[a](/page/${to.pageId})\n~~~\n`,
  (to: Linked) => `[a](https://elsewhere.example/${to.itemId}/${to.pageId}) /page/${to.pageId}`,
  () => '[a](/page/2000000000) [b](/p/no-key-at-all) [c](missing.md) [d](../../../up.md)',
] as const
interface Linked {
  readonly itemId: number
  readonly pageId: number
  readonly domain: string
  readonly key: string
}
const linkedPage = fc.record({
  title: anyTitle,
  links: fc.array(fc.record({ form: fc.nat(LINKS.length - 1), to: fc.nat() }), { maxLength: 5 }),
  left: fc.array(fc.record({ form: fc.nat(LEFT.length - 1), to: fc.nat() }), { maxLength: 2 }),
})
const linkedItem = fc.record({
  folders: fc.uniqueArray(
    awkwardTitle.map((text) => text.slice(0, 100)),
    { minLength: 1, maxLength: 3 },
  ),
  pages: fc.array(fc.tuple(linkedPage, fc.nat(3)), { minLength: 1, maxLength: 6 }),
})

/** The texts of an archive by path, and its manifest without ids. */
async function textsIn(bytes: Buffer): Promise<unknown> {
  const slice = async (offset: number, length: number) => bytes.subarray(offset, offset + length)
  const read = () => Readable.from([bytes])
  const zip = await ZipReader.open(
    { name: 'a.zip', bytes: bytes.length, first: bytes.subarray(0, 4_096), slice, read },
    'en',
  )
  const texts = zip.paths.map(async (path) => [path, (await zip.text(path)).replaceAll(/"id": "\d+"/g, '"id": "0"')])
  return Object.fromEntries(await Promise.all(texts)) as unknown
}

describe('links between pages of an archive', () => {
  it('lead to the files of the pages, and to the pages again after an import', async () => {
    let number = 0
    await fc.assert(
      fc.asyncProperty(linkedItem, async ({ folders, pages }) => {
        number += 1
        const domain = `linked${number}`
        const item = await home.addItem({ name: 'Linked', domain })
        const catalogs: { readonly id: number }[] = []
        for (const name of folders) catalogs.push(await home.addCatalog(item, { name }))
        const made: { readonly id: number; readonly key: string; readonly title: string }[] = []
        for (const [order, [{ title }, place]] of pages.entries()) {
          const page = await home.addPage(item, { title, order, catalogId: catalogs[place]?.id ?? null })
          const link = { pageId: page.id, isShared: true }
          const { uniqueKey } = await home.owner.do(coreOperations.page.share, link)
          made.push({ id: page.id, title, key: uniqueKey })
        }
        const at = (to: number) => made[to % made.length] ?? { id: 0, key: '', title: '' }
        const linked = (to: number): Linked => ({ itemId: item.id, pageId: at(to).id, domain, key: at(to).key })
        const textOf = ({ links, left }: (typeof pages)[number][0], to: (at: number) => Linked) =>
          [
            ...left.map((each) => LEFT[each.form]?.(linked(each.to))),
            ...links.map((each) => LINKS[each.form]?.(to(each.to))),
          ].join(' ')
        for (const [order, [page]] of pages.entries()) {
          const pageContent = textOf(page, linked)
          const { id: pageId, title: pageTitle } = at(order)
          await home.owner.do(coreOperations.page.save, { itemId: item.id, pageId, pageTitle, pageContent })
        }

        const archive = await exported(item)
        const { itemId } = await imported(archive)

        expect(await textsIn(await exported({ id: itemId }))).toEqual(await textsIn(archive))
        const links = (await home.product.database.pages.ofItem(itemId)).map(({ content }) => content).join(' ')
        const ids = [...links.matchAll(new RegExp(`/${itemId}/(\\d+)`, 'g'))].map(([, id]) => Number(id))
        expect(ids).toHaveLength(pages.flatMap(([page]) => page.links).length)
        const here = await home.product.database.pages.headsOf(itemId)
        expect(ids.every((id) => here.some((head) => head.id === id))).toBe(true)
      }),
      { numRuns: 15 },
    )
  })

  it('that leave the exported part stay, and links in a file imported again follow its pages', async () => {
    const item = await home.addItem({ name: 'Parts' })
    const catalog = await home.addCatalog(item, { name: 'Inside' })
    const [inside, other, outside] = [
      await home.addPage(item, { title: 'In', catalogId: catalog.id, order: 1 }),
      await home.addPage(item, { title: 'Other', catalogId: catalog.id, order: 2 }),
      await home.addPage(item, { title: 'Out' }),
    ]
    const pageContent = `[o](/${item.id}/${other.id}) [x](/${item.id}/${outside.id})`
    const wishes = { itemId: item.id, pageId: inside.id, pageTitle: 'In' }
    await home.owner.do(coreOperations.page.save, { ...wishes, pageContent })
    const part = async (rest: object): Promise<Buffer> => {
      const file = await home.owner.do(coreOperations.export.file, { format: 'markdown', itemId: item.id, ...rest })
      return buffer(Readable.from(file.content))
    }

    const archive = await part({ catalogId: catalog.id })
    expect(await textsIn(archive)).toMatchObject({ 'Inside/In.md': `[o](Other.md) [x](/${item.id}/${outside.id})` })
    expect(await textsIn(await part({ pageId: inside.id }))).toMatchObject({ 'In.md': pageContent })

    const { itemId } = await imported(archive)
    const inPages = async () => {
      const pages = await home.product.database.pages.ofItem(itemId)
      const nameOf = (id: string): string => `<${pages.find((page) => String(page.id) === id)?.title}>`
      const named = (text: string) =>
        text.replaceAll(new RegExp(`(?<=\\]\\()/${itemId}/(\\d+)`, 'g'), (_, id: string) => nameOf(id))
      return pages.map(({ content }) => named(content))
    }
    const made = await inPages()
    expect(made[0]).toBe(`[o](<Other>) [x](/${item.id}/${outside.id})`)
    await imported(archive, itemId)
    expect(await inPages()).toEqual(made)
    await home.owner.do(coreOperations.page.save, { ...wishes, pageContent: `now [o](/page/${other.id})` })
    await imported(await part({ catalogId: catalog.id }), itemId)
    expect((await inPages())[0]).toBe('now [o](<Other>)')
  })
})
