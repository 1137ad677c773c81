import { describe, expect, it } from 'vitest'
import { catalogOperations } from '#core/catalog/operations.ts'
import { itemOperations } from '#core/item/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world, type World } from '#tests/support/world.ts'

const catalog = catalogOperations

const cat = (catId: number, parentCatId: number, sNumber: number) => ({
  catId,
  parentCatId,
  sNumber,
  catName: `cat ${sNumber}`,
})

/** An item with the catalogs A > B > C and one page in each. */
async function deepItem({ addItem, addPage, editor }: World) {
  const item = await addItem()
  const add = (catName: string, parentCatId: number) =>
    editor.do(catalog.save, { itemId: item.id, catName, parentCatId })
  const a = await add('A', 0)
  const b = await add('B', a.catId)
  const c = await add('C', b.catId)
  const pages = []
  for (const { catId } of [a, b, c]) pages.push(await addPage(item, { catalogId: catId, title: `page of ${catId}` }))
  return { item, a: a.catId, b: b.catId, c: c.catId, pages }
}

describe('the catalogs of an item', () => {
  it('nest three levels and no further', async () => {
    const all = await world()
    const { item, a, b, c } = await deepItem(all)

    const tree = await all.reader.do(catalog.listTree, { itemId: item.id })

    expect(tree).toMatchObject([
      { catId: a, level: 2, parentCatId: 0, sub: [{ catId: b, level: 3, sub: [{ catId: c, level: 4, sub: [] }] }] },
    ])
    const fourth = { itemId: item.id, catName: 'D', parentCatId: c }
    expect(await outcomeOf(all.editor.do(catalog.save, fourth))).toBe('catalogTooDeep')
  })

  it('are called by their whole path in the flat list', async () => {
    const all = await world()
    const { item } = await deepItem(all)

    const names = await all.reader.do(catalog.listNames, { itemId: item.id })

    expect(names.map(({ catName }) => catName)).toEqual(['A', 'A / B', 'A / B / C'])
  })

  it('keep name, parent and order where a change does not mention them', async () => {
    const all = await world()
    const { item, a, b } = await deepItem(all)

    await all.editor.do(catalog.save, { itemId: item.id, catId: b, catName: 'Renamed', sNumber: 4 })
    await all.editor.do(catalog.save, { itemId: item.id, catId: b, catName: 'Renamed again' })

    const names = await all.reader.do(catalog.listNames, { itemId: item.id })
    expect(names.find(({ catId }) => catId === b)).toMatchObject({
      catName: 'A / Renamed again',
      parentCatId: a,
      sNumber: 4,
    })
  })

  it('cannot be put below themselves', async () => {
    const all = await world()
    const { item, a, c } = await deepItem(all)
    const below = (parentCatId: number) =>
      outcomeOf(all.editor.do(catalog.save, { itemId: item.id, catId: a, catName: 'A', parentCatId }))

    expect(await below(a)).toBe('catalogLoop')
    expect(await below(c)).toBe('catalogLoop')
    expect(await all.reader.do(catalog.listNames, { itemId: item.id })).toHaveLength(3)
  })

  it('never make a loop, although two moves come at the same time', async () => {
    const { addItem, editor, reader } = await world()
    const { id: itemId } = await addItem()
    const add = (catName: string) => editor.do(catalog.save, { itemId, catName })
    const [one, two] = [await add('one'), await add('two')]
    const move = (catId: number, parentCatId: number) =>
      outcomeOf(editor.do(catalog.save, { itemId, catId, catName: 'moved', parentCatId }))

    const outcomes = await Promise.all([move(one.catId, two.catId), move(two.catId, one.catId)])

    expect(outcomes.sort()).toEqual(['catalogLoop', 'nothing'])
    expect(await reader.do(catalog.listNames, { itemId })).toHaveLength(2)
  })

  it('take their pages into the recycle bin when they are deleted, with all below', async () => {
    const all = await world()
    const { item, a, b, pages } = await deepItem(all)

    await all.editor.do(catalog.delete, { itemId: item.id, catId: b })

    const { menu } = await all.reader.do(itemOperations.info, { itemId: item.id })
    expect(menu.catalogs).toMatchObject([{ catId: a, catalogs: [], pages: [{ pageId: pages[0]?.id }] }])
    for (const page of pages.slice(1)) {
      expect(await outcomeOf(all.editor.do(pageOperations.info, { pageId: page.id }))).toBe('notFound')
      const sent = { pageId: page.id, pageTitle: 'back', pageContent: 'back' }
      expect(await outcomeOf(all.editor.do(pageOperations.save, sent))).toBe('notFound')
    }
  })

  it('leave no page behind when one is saved into a catalog that is being deleted', async () => {
    const { addItem, editor, reader } = await world()
    const { id: itemId } = await addItem()
    const { catId } = await editor.do(catalog.save, { itemId, catName: 'going' })

    const [saved] = await Promise.all([
      outcomeOf(editor.do(pageOperations.save, { itemId, catId, pageTitle: 'late', pageContent: 'x' })),
      editor.do(catalog.delete, { itemId, catId }),
    ])

    const { menu } = await reader.do(itemOperations.info, { itemId })
    expect(['nothing', 'notFound']).toContain(saved)
    expect([menu.pages, menu.catalogs]).toEqual([[], []])
  })

  it('are rearranged all at once, or not at all', async () => {
    const all = await world()
    const { item, a, b, c } = await deepItem(all)
    const { id: foreign } = await all.addCatalog(await all.addItem())

    const smuggled = { itemId: item.id, cats: [cat(c, 0, 1), cat(foreign, a, 2)] }
    expect(await outcomeOf(all.editor.do(catalog.updateAll, smuggled))).toBe('notFound')
    await all.editor.do(catalog.updateAll, { itemId: item.id, cats: [cat(c, 0, 1), cat(a, c, 2)] })

    const names = await all.reader.do(catalog.listNames, { itemId: item.id })
    expect(names.map(({ catId, level }) => [catId, level])).toEqual([
      [c, 2],
      [a, 3],
      [b, 4],
    ])
  })
})

describe('copying a catalog', () => {
  it('brings what lies below along, under ids of its own', async () => {
    const all = await world()
    const { item, a, pages } = await deepItem(all)
    const target = await all.addItem()

    const copy = await all.editor.do(catalog.copy, { catId: a, newPCatId: 0, toItemId: target.id })

    expect(copy.catId).not.toBe(a)
    const { menu } = await all.editor.do(itemOperations.info, { itemId: target.id })
    expect(menu.catalogs[0]?.catalogs[0]?.catalogs[0]?.pages[0]?.pageTitle).toBe(pages[2]?.title)
    const { menu: before } = await all.editor.do(itemOperations.info, { itemId: item.id })
    expect(before.catalogs[0]?.pages[0]?.pageId).toBe(pages[0]?.id)
    expect(menu.catalogs[0]?.pages[0]?.pageId).not.toBe(pages[0]?.id)
  })

  it('is refused where it would lie too deep, and leaves nothing of it', async () => {
    const all = await world()
    const { a, b } = await deepItem(all)
    const target = await all.addItem()
    const { id: parent } = await all.addCatalog(target)

    const sent = { newPCatId: parent, toItemId: target.id }
    expect(await outcomeOf(all.editor.do(catalog.copy, { catId: a, ...sent }))).toBe('catalogTooDeep')
    expect(await all.editor.do(catalog.listNames, { itemId: target.id })).toHaveLength(1)
    await all.editor.do(catalog.copy, { catId: b, ...sent })
    expect(await all.editor.do(catalog.listNames, { itemId: target.id })).toHaveLength(3)
  })

  it('moves it into another item with its pages and their history', async () => {
    const all = await world()
    const { item, a, pages } = await deepItem(all)
    const target = await all.addItem()
    const pageId = pages[2]?.id ?? 0
    await all.editor.do(pageOperations.save, { pageId, pageTitle: 'deep', pageContent: 'changed' })

    await all.editor.do(catalog.copy, { catId: a, newPCatId: 0, toItemId: target.id, isDel: true })

    const page = await all.editor.do(pageOperations.info, { pageId })
    expect(page).toMatchObject({ itemId: target.id, pageContent: 'changed' })
    expect(await all.editor.do(pageOperations.history, { pageId })).toHaveLength(1)
    const { menu } = await all.editor.do(itemOperations.info, { itemId: item.id })
    expect(menu).toEqual({ pages: [], catalogs: [] })
  })

  it('moves it within its item without new ids', async () => {
    const all = await world()
    const { item, a, b, c } = await deepItem(all)

    const moved = await all.editor.do(catalog.copy, { catId: b, newPCatId: 0, toItemId: item.id, isDel: true })

    expect(moved).toMatchObject({ catId: b, level: 2, parentCatId: 0 })
    const names = await all.editor.do(catalog.listNames, { itemId: item.id })
    expect(names.map(({ catId }) => catId)).toEqual([a, b, c])
    const below = { catId: b, newPCatId: c, toItemId: item.id, isDel: true }
    expect(await outcomeOf(all.editor.do(catalog.copy, below))).toBe('catalogLoop')
  })

  it('needs the right in both items', async () => {
    const all = await world()
    const { item, a } = await deepItem(all)
    const foreign = await all.addItem()
    await all.addMember(foreign, all.stranger, 'editor')

    const out = { catId: a, newPCatId: 0, toItemId: foreign.id }
    expect(await outcomeOf(all.stranger.do(catalog.copy, out))).toBe('notAllowed')
    await all.addMember(item, all.stranger, 'reader')
    expect(await outcomeOf(all.stranger.do(catalog.copy, out))).toBe('notAllowed')
    const own = await all.addItem({ ownerId: all.stranger.id })
    await all.addMember(item, all.stranger, 'editor')
    await all.addMember(own, all.editor, 'reader')
    expect(await outcomeOf(all.editor.do(catalog.copy, { ...out, toItemId: own.id }))).toBe('notAllowed')
    expect(await outcomeOf(all.stranger.do(catalog.copy, { ...out, toItemId: own.id }))).toBe('nothing')
  })
})
