import { describe, expect, it } from 'vitest'
import { catalogOperations } from '#core/catalog/operations.ts'
import { itemOperations } from '#core/item/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world, type World } from '#tests/support/world.ts'

const catalog = catalogOperations

const cat = (catalogId: number, parentId: number, order: number) => ({
  catalogId,
  parentId,
  order,
  catalogName: `cat ${order}`,
})

/** An item with the catalogs A > B > C and one page in each. */
async function deepItem({ addItem, addPage, editor }: World) {
  const item = await addItem()
  const add = (catalogName: string, parentId: number) =>
    editor.do(catalog.save, { itemId: item.id, catalogName, parentId })
  const a = await add('A', 0)
  const b = await add('B', a.catalogId)
  const c = await add('C', b.catalogId)
  const pages = []
  for (const { catalogId } of [a, b, c]) pages.push(await addPage(item, { catalogId, title: `page of ${catalogId}` }))
  return { item, a: a.catalogId, b: b.catalogId, c: c.catalogId, pages }
}

describe('the catalogs of an item', () => {
  it('nest three levels and no further', async () => {
    const all = await world()
    const { item, a, b, c } = await deepItem(all)

    const tree = await all.reader.do(catalog.listTree, { itemId: item.id })

    expect(tree).toMatchObject([
      {
        catalogId: a,
        level: 2,
        parentId: 0,
        sub: [{ catalogId: b, level: 3, sub: [{ catalogId: c, level: 4, sub: [] }] }],
      },
    ])
    const fourth = { itemId: item.id, catalogName: 'D', parentId: c }
    expect(await outcomeOf(all.editor.do(catalog.save, fourth))).toBe('catalogTooDeep')
  })

  it('are called by their whole path in the flat list', async () => {
    const all = await world()
    const { item } = await deepItem(all)

    const names = await all.reader.do(catalog.listNames, { itemId: item.id })

    expect(names.map(({ catalogName }) => catalogName)).toEqual(['A', 'A / B', 'A / B / C'])
  })

  it('keep name, parent and order where a change does not mention them', async () => {
    const all = await world()
    const { item, a, b } = await deepItem(all)

    await all.editor.do(catalog.save, { itemId: item.id, catalogId: b, catalogName: 'Renamed', order: 4 })
    await all.editor.do(catalog.save, { itemId: item.id, catalogId: b, catalogName: 'Renamed again' })

    const names = await all.reader.do(catalog.listNames, { itemId: item.id })
    expect(names.find(({ catalogId }) => catalogId === b)).toMatchObject({
      catalogName: 'A / Renamed again',
      parentId: a,
      order: 4,
    })
  })

  it('cannot be put below themselves', async () => {
    const all = await world()
    const { item, a, c } = await deepItem(all)
    const below = (parentId: number) =>
      outcomeOf(all.editor.do(catalog.save, { itemId: item.id, catalogId: a, catalogName: 'A', parentId }))

    expect(await below(a)).toBe('catalogLoop')
    expect(await below(c)).toBe('catalogLoop')
    expect(await all.reader.do(catalog.listNames, { itemId: item.id })).toHaveLength(3)
  })

  it('never make a loop, although two moves come at the same time', async () => {
    const { addItem, editor, reader } = await world()
    const { id: itemId } = await addItem()
    const add = (catalogName: string) => editor.do(catalog.save, { itemId, catalogName })
    const [one, two] = [await add('one'), await add('two')]
    const move = (catalogId: number, parentId: number) =>
      outcomeOf(editor.do(catalog.save, { itemId, catalogId, catalogName: 'moved', parentId }))

    const outcomes = await Promise.all([move(one.catalogId, two.catalogId), move(two.catalogId, one.catalogId)])

    expect(outcomes.sort()).toEqual(['catalogLoop', 'nothing'])
    expect(await reader.do(catalog.listNames, { itemId })).toHaveLength(2)
  })

  it('take their pages into the recycle bin when they are deleted, with all below', async () => {
    const all = await world()
    const { item, a, b, pages } = await deepItem(all)

    await all.editor.do(catalog.delete, { itemId: item.id, catalogId: b })

    const { menu } = await all.reader.do(itemOperations.info, { itemId: item.id })
    expect(menu.catalogs).toMatchObject([{ catalogId: a, catalogs: [], pages: [{ pageId: pages[0]?.id }] }])
    for (const page of pages.slice(1)) {
      expect(await outcomeOf(all.editor.do(pageOperations.info, { pageId: page.id }))).toBe('notFound')
      const sent = { pageId: page.id, pageTitle: 'back', pageContent: 'back' }
      expect(await outcomeOf(all.editor.do(pageOperations.save, sent))).toBe('notFound')
    }
  })

  it('leave no page behind when one is saved into a catalog that is being deleted', async () => {
    const { addItem, editor, reader } = await world()
    const { id: itemId } = await addItem()
    const { catalogId } = await editor.do(catalog.save, { itemId, catalogName: 'going' })

    const [saved] = await Promise.all([
      outcomeOf(editor.do(pageOperations.save, { itemId, catalogId, pageTitle: 'late', pageContent: 'x' })),
      editor.do(catalog.delete, { itemId, catalogId }),
    ])

    const { menu } = await reader.do(itemOperations.info, { itemId })
    expect(['nothing', 'notFound']).toContain(saved)
    expect([menu.pages, menu.catalogs]).toEqual([[], []])
  })

  it('are rearranged all at once, or not at all', async () => {
    const all = await world()
    const { item, a, b, c } = await deepItem(all)
    const { id: foreign } = await all.addCatalog(await all.addItem())

    const smuggled = { itemId: item.id, places: [cat(c, 0, 1), cat(foreign, a, 2)] }
    expect(await outcomeOf(all.editor.do(catalog.updateAll, smuggled))).toBe('notFound')
    await all.editor.do(catalog.updateAll, { itemId: item.id, places: [cat(c, 0, 1), cat(a, c, 2)] })

    const names = await all.reader.do(catalog.listNames, { itemId: item.id })
    expect(names.map(({ catalogId, level }) => [catalogId, level])).toEqual([
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

    const copy = await all.editor.do(catalog.copy, { catalogId: a, toParentId: 0, toItemId: target.id })

    expect(copy.catalogId).not.toBe(a)
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

    const sent = { toParentId: parent, toItemId: target.id }
    expect(await outcomeOf(all.editor.do(catalog.copy, { catalogId: a, ...sent }))).toBe('catalogTooDeep')
    expect(await all.editor.do(catalog.listNames, { itemId: target.id })).toHaveLength(1)
    await all.editor.do(catalog.copy, { catalogId: b, ...sent })
    expect(await all.editor.do(catalog.listNames, { itemId: target.id })).toHaveLength(3)
  })

  it('moves it into another item with its pages and their history', async () => {
    const all = await world()
    const { item, a, pages } = await deepItem(all)
    const target = await all.addItem()
    const pageId = pages[2]?.id ?? 0
    await all.editor.do(pageOperations.save, { pageId, pageTitle: 'deep', pageContent: 'changed' })

    await all.editor.do(catalog.copy, { catalogId: a, toParentId: 0, toItemId: target.id, isMoved: true })

    const page = await all.editor.do(pageOperations.info, { pageId })
    expect(page).toMatchObject({ itemId: target.id, pageContent: 'changed' })
    expect(await all.editor.do(pageOperations.history, { pageId })).toHaveLength(1)
    const { menu } = await all.editor.do(itemOperations.info, { itemId: item.id })
    expect(menu).toEqual({ pages: [], catalogs: [] })
  })

  it('moves it within its item without new ids', async () => {
    const all = await world()
    const { item, a, b, c } = await deepItem(all)

    const moved = await all.editor.do(catalog.copy, { catalogId: b, toParentId: 0, toItemId: item.id, isMoved: true })

    expect(moved).toMatchObject({ catalogId: b, level: 2, parentId: 0 })
    const names = await all.editor.do(catalog.listNames, { itemId: item.id })
    expect(names.map(({ catalogId }) => catalogId)).toEqual([a, b, c])
    const below = { catalogId: b, toParentId: c, toItemId: item.id, isMoved: true }
    expect(await outcomeOf(all.editor.do(catalog.copy, below))).toBe('catalogLoop')
  })

  it('needs the right in both items', async () => {
    const all = await world()
    const { item, a } = await deepItem(all)
    const foreign = await all.addItem()
    await all.addMember(foreign, all.stranger, 'editor')

    const out = { catalogId: a, toParentId: 0, toItemId: foreign.id }
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
