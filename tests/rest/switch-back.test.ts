import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asShowdocImports, type FolderInShowdoc } from '#plugins/showdoc-export/testing/as-showdoc-imports.ts'
import { writeBack } from '#server/switch/back.ts'
import { describeShowdocs, SHOWDOC_VERSIONS, showdocFolder } from '#tests/support/showdoc.ts'
import { movedSite, type MovedSite } from './moved-site.ts'

/** The texts of an item as ShowDoc has them, and the names of its catalogs. */
const textsIn = ({ pages, catalogs }: FolderInShowdoc): readonly string[] => [
  ...pages.map(({ content }) => content),
  ...catalogs.flatMap(textsIn),
]
const catalogsIn = ({ catalogs }: FolderInShowdoc): readonly string[] =>
  catalogs.flatMap((each) => [each.name, ...catalogsIn(each)])

/** Of a file, as texts here and in the zip name it. */
const ADDRESS =
  /(?:https?:\/\/[\w.:-]+)?(?:\/server\/(?:index\.php)?\?s=\/api\/attachment\/visitFile(?:&(?:amp;)?sign=|\/sign\/)[\w-]{32}|\/attachment\/[\w-]{32}|\/Public\/Uploads\/[\w%~./-]+)/g

describeShowdocs(SHOWDOC_VERSIONS, 'items of ShowDoc %s on their way back', (version) => {
  let site: MovedSite
  let folder: string
  beforeAll(async () => {
    site = await movedSite(showdocFolder(version))
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-back-'))
  }, 240_000)
  afterAll(async () => {
    await site.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('have every text as it came, and every catalog with a page', async () => {
    const { pages, catalogs } = site.application.product.database
    const items = site.carried.plan.items.filter(({ isDeleted }) => !isDeleted)
    expect(items.length).toBeGreaterThan(10)
    for (const { item } of items) {
      const file = path.join(folder, `${item.id}.zip`)

      const { itemName, bytes } = await writeBack(site.application, { itemId: item.id, file })

      const zip = await readFile(file)
      expect([itemName, bytes]).toEqual([item.name, zip.length])
      const there = await asShowdocImports(zip)
      const ids = (await pages.headsOf(item.id)).map(({ id }) => id)
      // ShowDoc's import drops pages without a text, so they have a blank there. Files added here have other addresses.
      const here = (await pages.byIds(item.id, ids)).map(({ content }) => content)
      const isSame = (text: string): boolean =>
        text.trim() !== '' && !text.includes('/attachment/') && !text.includes('/Public/Uploads/octavo')
      expect([item.id, textsIn(there).filter(isSame).toSorted()]).toEqual([item.id, here.filter(isSame).toSorted()])
      expect([item.id, textsIn(there).length]).toEqual([item.id, here.length])
      // A slash in a name would be a folder there.
      const names = new Set((await catalogs.ofItem(item.id)).map(({ name }) => name.replaceAll('/', '／')))
      expect(catalogsIn(there).filter((name) => !names.has(name))).toEqual([])
    }
  }, 240_000)

  it('differ in the addresses of files alone, and closed ones get a visit password that the zip names', async () => {
    const { pages } = site.application.product.database
    const items = site.carried.plan.items.filter(({ isDeleted }) => !isDeleted)
    const masked = (texts: readonly string[]): readonly string[] =>
      texts
        .filter((text) => text.trim() !== '')
        .map((text) => text.replaceAll(ADDRESS, 'FILE'))
        .toSorted()
    let closed = 0
    for (const { item } of items) {
      const file = path.join(folder, `again-${item.id}.zip`)

      const written = await writeBack(site.application, { itemId: item.id, file })

      const zip = await readFile(file)
      const ids = (await pages.headsOf(item.id)).map(({ id }) => id)
      const here = (await pages.byIds(item.id, ids)).map(({ content }) => content)
      const there = await asShowdocImports(zip)
      expect([item.id, masked(textsIn(there))]).toEqual([item.id, masked(here)])
      const { password } = there
      const facts = await site.application.product.database.access.ofItem(item.id, null)
      expect([item.id, password !== '']).toEqual([item.id, facts?.item.visitPassword !== null])
      expect(written.isClosed).toBe(password !== '')
      if (written.isClosed) closed += 1
    }
    expect([closed > 3, closed < items.length]).toEqual([true, true])
  }, 240_000)

  it('are refused with words where there is nothing to write, or something is there', async () => {
    const file = path.join(folder, 'there.zip')
    await writeFile(file, 'of somebody')
    const [first] = site.carried.plan.items
    const itemId = first?.item.id ?? 0

    await expect(writeBack(site.application, { itemId: 2_000_000_000, file: `${file}.new` })).rejects.toThrow(/no item/)
    await expect(writeBack(site.application, { itemId, file })).rejects.toThrow(/there already/)
    await expect(writeBack(site.application, { itemId, file: path.join(folder, 'no/a.zip') })).rejects.toThrow(
      /cannot be written/,
    )
    expect(await readFile(file, 'utf8')).toBe('of somebody')
  })
})
