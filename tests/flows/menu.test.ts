import { describe, expect, it } from 'vitest'
import { catalogOperations } from '#core/catalog/operations.ts'
import { itemOperations } from '#core/item/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import type { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

interface Shown {
  readonly pages: readonly { readonly pageId: number; readonly pageTitle: string }[]
  readonly catalogs: readonly (Shown & { readonly catalogId: number; readonly catalogName: string })[]
}
/** A menu on one line: `one, two [guides: three]`. */
const lineOf = ({ pages, catalogs }: Shown): string =>
  [
    ...pages.map(({ pageTitle }) => pageTitle),
    ...catalogs.map((catalog) => `[${catalog.catalogName}: ${lineOf(catalog)}]`),
  ].join(' ')

/** An item with a page in the root and in two catalogs, and a member of the first catalog; everybody has seen its menu. */
async function seenMenu() {
  const all = await world()
  const item = await all.addItem({ visitPassword: 'secret' })
  const inside = await all.addCatalog(item, { name: 'inside', order: 1 })
  const outside = await all.addCatalog(item, { name: 'outside', order: 2 })
  const root = await all.addPage(item, { title: 'root' })
  const page = await all.addPage(item, { catalogId: inside.id, title: 'page', content: 'text' })
  await all.addPage(item, { catalogId: outside.id, title: 'other' })
  const limited = await all.addUser('lena')
  await all.addMember(item, limited, 'editor', inside.id)
  const menuOf = async (person: Person) => lineOf((await person.do(itemOperations.info, { itemId: item.id })).menu)
  const menus = async () => [await menuOf(all.reader), await menuOf(limited)]
  expect(await menus()).toEqual(['root [inside: page] [outside: other]', '[inside: page]'])
  return { ...all, item, inside, outside, root, page, limited, menuOf, menus }
}

describe('the menu that everybody has seen', () => {
  it('shows a new page, a renamed one, a moved one and a deleted one at once', async () => {
    const { editor, item, inside, outside, page, menus } = await seenMenu()
    const save = (pageId: number, pageTitle: string, catalogId: number) =>
      editor.do(pageOperations.save, { pageId, itemId: item.id, catalogId, pageTitle, pageContent: 'text' })

    const added = await save(0, 'new', inside.id)
    expect(await menus()).toEqual(['root [inside: page new] [outside: other]', '[inside: page new]'])
    await save(added.pageId, 'renamed', inside.id)
    expect(await menus()).toEqual(['root [inside: page renamed] [outside: other]', '[inside: page renamed]'])
    await save(added.pageId, 'renamed', outside.id)
    expect(await menus()).toEqual(['root [inside: page] [outside: other renamed]', '[inside: page]'])
    await editor.do(pageOperations.delete, { pageId: page.id })
    expect(await menus()).toEqual(['root [inside: ] [outside: other renamed]', '[inside: ]'])
  })

  it('shows pages and catalogs in their new order at once', async () => {
    const { editor, manager, addPage, item, inside, outside, page, menus } = await seenMenu()
    const second = await addPage(item, { catalogId: inside.id, title: 'second' })
    expect(await menus()).toEqual(['root [inside: page second] [outside: other]', '[inside: page second]'])

    await editor.do(pageOperations.setOrder, { itemId: item.id, pages: { [second.id]: 1, [page.id]: 2 } })
    expect(await menus()).toEqual(['root [inside: second page] [outside: other]', '[inside: second page]'])
    const place = (catalogId: number, order: number) => ({ catalogId, parentId: 0, catalogName: 'cat', order })
    const places = [
      { ...place(inside.id, 2), catalogName: 'inside' },
      { ...place(outside.id, 1), catalogName: 'outside' },
    ]
    await manager.do(catalogOperations.updateAll, { itemId: item.id, places })
    expect(await menus()).toEqual(['root [outside: other] [inside: second page]', '[inside: second page]'])
  })

  it('shows new, renamed, moved and deleted catalogs at once', async () => {
    const { editor, limited, item, inside, outside, menuOf, reader, menus } = await seenMenu()
    const save = (catalogId: number, catalogName: string, parentId: number) =>
      editor.do(catalogOperations.save, { catalogId, itemId: item.id, catalogName, parentId })

    const below = await save(0, 'below', inside.id)
    expect(await menus()).toEqual(['root [inside: page [below: ]] [outside: other]', '[inside: page [below: ]]'])
    await save(below.catalogId, 'renamed', inside.id)
    expect(await menus()).toEqual(['root [inside: page [renamed: ]] [outside: other]', '[inside: page [renamed: ]]'])
    await save(below.catalogId, 'renamed', outside.id)
    expect(await menus()).toEqual(['root [inside: page] [outside: other [renamed: ]]', '[inside: page]'])
    await editor.do(catalogOperations.delete, { itemId: item.id, catalogId: outside.id })
    expect(await menus()).toEqual(['root [inside: page]', '[inside: page]'])
    await editor.do(catalogOperations.delete, { itemId: item.id, catalogId: inside.id })
    expect(await menuOf(reader)).toBe('root')
    expect(await outcomeOf(limited.do(itemOperations.info, { itemId: item.id }))).toBe('itemClosed')
  })

  it('is the same for the filter and the page to open, which are asked for at every call', async () => {
    const { reader, item, inside, page, root } = await seenMenu()
    const info = (wishes: { keyword?: string; defaultPageId?: number }) =>
      reader.do(itemOperations.info, { itemId: item.id, ...wishes })

    expect(lineOf((await info({ keyword: 'page' })).menu)).toBe('page')
    expect(await info({ defaultPageId: page.id })).toMatchObject({
      defaultPageId: page.id,
      defaultCatalogId2: inside.id,
    })
    expect(await info({ defaultPageId: root.id })).toMatchObject({ defaultPageId: root.id, defaultCatalogId2: 0 })
    expect(await info({})).toMatchObject({ defaultPageId: 0, defaultCatalogId2: 0 })
  })

  it('is shown to nobody whose right has ended, however often it was sent', async () => {
    const { limited, manager, product, item, outside, addMember, menuOf } = await seenMenu()

    await addMember(item, limited, 'editor', outside.id)
    expect(await menuOf(limited)).toBe('[outside: other]')
    await product.database.members.remove(item.id, limited.id)
    expect(await outcomeOf(limited.do(itemOperations.info, { itemId: item.id }))).toBe('itemClosed')
    expect(await menuOf(manager)).toBe('root [inside: page] [outside: other]')
  })
})
