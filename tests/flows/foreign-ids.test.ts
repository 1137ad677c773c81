import { describe, expect, it } from 'vitest'
import { catalogOperations } from '#core/catalog/operations.ts'
import { itemOperations } from '#core/item/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { outcomeOf, outcomesOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const MISSING = 2_000_000_000

/** Somebody's own item, and a private item of somebody else. */
async function twoItems() {
  const all = await world()
  const mine = await all.addItem({ ownerId: all.owner.id })
  const theirs = await all.addItem({ ownerId: all.stranger.id, visitPassword: 'secret' })
  for (const member of [all.manager, all.editor, all.reader]) {
    await all.product.database.members.remove(theirs.id, member.id)
  }
  const catalogs = { mine: await all.addCatalog(mine), theirs: await all.addCatalog(theirs) }
  const pages = {
    mine: await all.addPage(mine, { catalogId: catalogs.mine.id }),
    theirs: await all.addPage(theirs, { catalogId: catalogs.theirs.id, content: 'secret text' }),
  }
  return { ...all, mine, theirs, catalogs, pages }
}

describe('two ids in one call', () => {
  it('give no right over what belongs elsewhere, and change nothing there', async () => {
    const { owner, stranger, mine, theirs, catalogs, pages, product } = await twoItems()
    const before = await product.database.pages.ofItem(theirs.id)
    const text = { pageTitle: 'mine', pageContent: 'mine' }
    const places = [{ catalogId: catalogs.theirs.id, catalogName: 'mine', parentId: 0, order: 1 }]
    const own = { itemId: mine.id }

    const outcomes = await outcomesOf({
      'page of theirs with an item of mine': owner.do(pageOperations.save, {
        ...own,
        ...text,
        pageId: pages.theirs.id,
      }),
      'new page in a catalog of theirs': owner.do(pageOperations.save, {
        ...own,
        ...text,
        catalogId: catalogs.theirs.id,
      }),
      'my page into a catalog of theirs': owner.do(pageOperations.save, {
        ...text,
        pageId: pages.mine.id,
        catalogId: catalogs.theirs.id,
      }),
      'my page into their item': owner.do(pageOperations.save, { ...text, itemId: theirs.id }),
      'pages of their catalog': owner.do(catalogOperations.pages, { ...own, catalogId: catalogs.theirs.id }),
      'rename their catalog': owner.do(catalogOperations.save, {
        ...own,
        catalogId: catalogs.theirs.id,
        catalogName: 'x',
      }),
      'add below their catalog': owner.do(catalogOperations.save, {
        ...own,
        parentId: catalogs.theirs.id,
        catalogName: 'x',
      }),
      'delete their catalog': owner.do(catalogOperations.delete, { ...own, catalogId: catalogs.theirs.id }),
      'their catalog among many': owner.do(catalogOperations.updateAll, { ...own, places }),
      'copy their catalog': owner.do(catalogOperations.copy, { catalogId: catalogs.theirs.id, toItemId: mine.id }),
      'copy mine below their catalog': owner.do(catalogOperations.copy, {
        catalogId: catalogs.mine.id,
        toParentId: catalogs.theirs.id,
        toItemId: mine.id,
      }),
      'move mine below their catalog': owner.do(catalogOperations.copy, {
        catalogId: catalogs.mine.id,
        toParentId: catalogs.theirs.id,
        toItemId: mine.id,
        isMoved: true,
      }),
      'sort their page': owner.do(pageOperations.setOrder, { ...own, pages: { [pages.theirs.id]: 1 } }),
      'sort mine and theirs': owner.do(pageOperations.setOrder, {
        ...own,
        pages: { [pages.mine.id]: 1, [pages.theirs.id]: 2 },
      }),
      'sort a page nobody has': owner.do(pageOperations.setOrder, { ...own, pages: { 2_000_000_000: 1 } }),
      'copy their item': owner.do(itemOperations.add, { itemName: 'mine', copyItemId: theirs.id }),
    })

    for (const [name, outcome] of Object.entries(outcomes)) expect(['notAllowed', 'notFound'], name).toContain(outcome)
    await owner.do(itemOperations.setOrder, { data: { [theirs.id]: 1 } })
    expect(await product.database.pages.ofItem(theirs.id)).toEqual(before)
    expect(await stranger.do(catalogOperations.listNames, { itemId: theirs.id })).toMatchObject([
      { catalogName: 'Guides' },
    ])
  })

  it('leave a page in its own item whatever item is sent along', async () => {
    const { owner, addItem, pages, mine } = await twoItems()
    const another = await addItem()

    await owner.do(pageOperations.save, { pageId: pages.mine.id, itemId: another.id, pageTitle: 'x', pageContent: 'x' })

    expect((await owner.do(pageOperations.info, { pageId: pages.mine.id })).itemId).toBe(mine.id)
  })
})

describe('what is missing and what is not yours', () => {
  it('answer alike, so that ids do not tell which private items exist', async () => {
    const { owner, theirs } = await twoItems()
    const text = { pageTitle: 'x', pageContent: 'x' }
    const calls = {
      'item.info': (itemId: number) => owner.do(itemOperations.info, { itemId }),
      'item.detail': (itemId: number) => owner.do(itemOperations.detail, { itemId }),
      'item.update': (itemId: number) => owner.do(itemOperations.update, { itemId, itemName: 'x' }),
      'item.delete': (itemId: number) => owner.do(itemOperations.delete, { itemId, password: 'x' }),
      'item.search': (itemId: number) => owner.do(itemOperations.search, { itemId, keyword: 'secret' }),
      'item.add, copying': (copyItemId: number) => owner.do(itemOperations.add, { itemName: 'x', copyItemId }),
      'catalog.listTree': (itemId: number) => owner.do(catalogOperations.listTree, { itemId }),
      'catalog.listNames': (itemId: number) => owner.do(catalogOperations.listNames, { itemId }),
      'catalog.pages': (itemId: number) => owner.do(catalogOperations.pages, { itemId, catalogId: 0 }),
      'catalog.save': (itemId: number) => owner.do(catalogOperations.save, { itemId, catalogName: 'x' }),
      'catalog.delete': (itemId: number) => owner.do(catalogOperations.delete, { itemId, catalogId: 1 }),
      'page.save': (itemId: number) => owner.do(pageOperations.save, { itemId, ...text }),
      'page.setOrder': (itemId: number) => owner.do(pageOperations.setOrder, { itemId, pages: {} }),
    }

    for (const [name, call] of Object.entries(calls)) {
      const outcomes = [await outcomeOf(call(theirs.id)), await outcomeOf(call(MISSING))]
      expect(outcomes[0], name).toBe(outcomes[1])
      expect(['itemClosed', 'notAllowed'], name).toContain(outcomes[0])
    }
  })

  it('answer alike for catalogs inside an item and as the source of a copy', async () => {
    const { owner, mine, catalogs } = await twoItems()
    const itemId = mine.id
    const calls = {
      'catalog.delete': (catalogId: number) => owner.do(catalogOperations.delete, { itemId, catalogId }),
      'catalog.save': (catalogId: number) => owner.do(catalogOperations.save, { itemId, catalogId, catalogName: 'x' }),
      'catalog.copy': (catalogId: number) => owner.do(catalogOperations.copy, { catalogId, toItemId: itemId }),
      'page.save': (catalogId: number) =>
        owner.do(pageOperations.save, { itemId, catalogId, pageTitle: 'x', pageContent: 'x' }),
    }

    for (const [name, call] of Object.entries(calls)) {
      expect(await outcomeOf(call(catalogs.theirs.id)), name).toBe(await outcomeOf(call(MISSING)))
    }
  })
})
