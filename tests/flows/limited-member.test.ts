import { describe, expect, it } from 'vitest'
import { catalogOperations } from '#core/catalog/operations.ts'
import { itemOperations } from '#core/item/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const titles = (pages: readonly { readonly pageTitle: string }[]) => pages.map(({ pageTitle }) => pageTitle).sort()

/** A private item with the catalogs "inside" > "below" and "outside", a page in each and in the root, and a member of "inside". */
async function limitedWorld() {
  const all = await world()
  const item = await all.addItem({ visitPassword: 'secret' })
  const inside = await all.addCatalog(item, { name: 'inside' })
  const below = await all.addCatalog(item, { name: 'below', parentId: inside.id, level: 2 })
  const outside = await all.addCatalog(item, { name: 'outside' })
  const pageIn = (catalogId: number | null, title: string) =>
    all.addPage(item, { catalogId, title, content: `needle of ${title}` })
  const pages = {
    inside: await pageIn(inside.id, 'inside'),
    below: await pageIn(below.id, 'below'),
    outside: await pageIn(outside.id, 'outside'),
    root: await pageIn(null, 'root'),
  }
  const limited = await all.addUser('lena')
  await all.addMember(item, limited, 'editor', inside.id)
  return { ...all, item, inside, below, outside, pages, limited }
}

describe('a member who edits one catalog', () => {
  it('is shown that catalog with all below it in menu, lists and search', async () => {
    const { limited, item, inside, below } = await limitedWorld()

    const info = await limited.do(itemOperations.info, { itemId: item.id })
    const names = await limited.do(catalogOperations.listNames, { itemId: item.id })
    const found = await limited.do(itemOperations.search, { itemId: item.id, keyword: 'needle' })
    const everywhere = await limited.do(itemOperations.search, { keyword: 'needle' })
    const filtered = await limited.do(itemOperations.info, { itemId: item.id, keyword: 'needle' })

    expect(info.canEdit).toBe(true)
    expect(info.canManage).toBe(false)
    expect(info.menu.pages).toEqual([])
    expect(info.menu.catalogs.map(({ catalogId }) => catalogId)).toEqual([inside.id])
    expect(names.map(({ catalogId }) => catalogId)).toEqual([inside.id, below.id])
    expect(titles(found.pages)).toEqual(['below', 'inside'])
    expect(titles(everywhere.pages)).toEqual(['below', 'inside'])
    expect(titles(filtered.menu.pages)).toEqual(['below', 'inside'])
  })

  it('reads and edits there, and nowhere else', async () => {
    const { limited, pages } = await limitedWorld()
    const read = (pageId: number) => outcomeOf(limited.do(pageOperations.info, { pageId }))
    const edit = (pageId: number) =>
      outcomeOf(limited.do(pageOperations.save, { pageId, pageTitle: 'edited', pageContent: 'edited' }))

    for (const { id } of [pages.inside, pages.below])
      expect([await read(id), await edit(id)]).toEqual(['nothing', 'nothing'])
    for (const { id } of [pages.outside, pages.root]) {
      expect([await read(id), await edit(id)]).toEqual(['itemClosed', 'notAllowed'])
      expect(await outcomeOf(limited.do(pageOperations.delete, { pageId: id }))).toBe('notAllowed')
      expect(await outcomeOf(limited.do(pageOperations.history, { pageId: id }))).toBe('itemClosed')
    }
  })

  it('adds pages there only', async () => {
    const { limited, item, below, outside } = await limitedWorld()
    const add = (catalogId: number) =>
      outcomeOf(limited.do(pageOperations.save, { itemId: item.id, catalogId, pageTitle: 'new', pageContent: '' }))

    expect([await add(below.id), await add(outside.id), await add(0)]).toEqual(['nothing', 'notAllowed', 'notAllowed'])
  })

  it('moves no page out, neither into another catalog nor into the root', async () => {
    const { limited, pages, below, outside, editor } = await limitedWorld()
    const move = (catalogId: number) =>
      outcomeOf(
        limited.do(pageOperations.save, {
          pageId: pages.inside.id,
          pageTitle: 'inside',
          pageContent: 'needle of inside',
          catalogId,
        }),
      )

    expect([await move(outside.id), await move(0), await move(below.id)]).toEqual([
      'notAllowed',
      'notAllowed',
      'nothing',
    ])
    expect((await editor.do(pageOperations.info, { pageId: pages.inside.id })).catalogId).toBe(below.id)
  })

  it('sorts pages there only', async () => {
    const { limited, item, pages } = await limitedWorld()
    const order = (pageId: number) =>
      outcomeOf(limited.do(pageOperations.setOrder, { itemId: item.id, pages: { [pageId]: 1 } }))

    expect([await order(pages.below.id), await order(pages.outside.id)]).toEqual(['nothing', 'notAllowed'])
  })

  it('adds, changes and deletes catalogs there only', async () => {
    const { limited, item, below, outside } = await limitedWorld()
    const save = (catalog: { catalogId?: number; parentId?: number }) =>
      outcomeOf(limited.do(catalogOperations.save, { itemId: item.id, catalogName: 'changed', ...catalog }))
    const remove = (catalogId: number) =>
      outcomeOf(limited.do(catalogOperations.delete, { itemId: item.id, catalogId }))

    expect(await save({})).toBe('notAllowed')
    expect(await save({ parentId: outside.id })).toBe('notAllowed')
    expect(await save({ catalogId: outside.id })).toBe('notAllowed')
    expect(await save({ catalogId: below.id, parentId: 0 })).toBe('notAllowed')
    expect(await save({ catalogId: below.id, parentId: outside.id })).toBe('notAllowed')
    expect(await remove(outside.id)).toBe('notAllowed')
    expect(await save({ parentId: below.id })).toBe('nothing')
    expect(await save({ catalogId: below.id })).toBe('nothing')
    expect(await remove(below.id)).toBe('nothing')
  })

  it('does nothing that reaches over the whole item', async () => {
    const { limited, item, inside } = await limitedWorld()
    const places = [{ catalogId: inside.id, catalogName: 'mine', parentId: 0, order: 1 }]
    const own = await limited.do(itemOperations.add, { itemName: 'mine' })

    expect(await outcomeOf(limited.do(catalogOperations.updateAll, { itemId: item.id, places }))).toBe('notAllowed')
    expect(await outcomeOf(limited.do(catalogOperations.copy, { catalogId: inside.id, toItemId: own.itemId }))).toBe(
      'notAllowed',
    )
    expect(await outcomeOf(limited.do(itemOperations.add, { itemName: 'copy', copyItemId: item.id }))).toBe(
      'notAllowed',
    )
    expect(await outcomeOf(limited.do(itemOperations.update, { itemId: item.id, itemName: 'mine' }))).toBe('itemClosed')
  })

  it('reads in an open item what every visitor reads, though the menu shows that catalog alone (D36)', async () => {
    const { limited, manager, visitor, item, inside, pages } = await limitedWorld()
    await manager.do(itemOperations.update, { itemId: item.id, itemName: 'Payments', password: '' })
    const readers = [limited, visitor]

    for (const { id: pageId } of [pages.inside, pages.outside, pages.root])
      for (const reader of readers) expect(await outcomeOf(reader.do(pageOperations.info, { pageId }))).toBe('nothing')
    const { menu } = await limited.do(itemOperations.info, { itemId: item.id })
    expect([menu.pages, menu.catalogs.map(({ catalogId }) => catalogId)]).toEqual([[], [inside.id]])
    const found = await limited.do(itemOperations.search, { itemId: item.id, keyword: 'needle' })
    expect(titles(found.pages)).toEqual(['below', 'inside'])
    const elsewhere = { pageId: pages.root.id, pageTitle: 'mine', pageContent: '' }
    expect(await outcomeOf(limited.do(pageOperations.save, elsewhere))).toBe('notAllowed')
  })

  it('is left with nothing when that catalog is deleted, not with the whole item', async () => {
    const { limited, editor, item, inside, pages } = await limitedWorld()

    await editor.do(catalogOperations.delete, { itemId: item.id, catalogId: inside.id })

    expect(await outcomeOf(limited.do(itemOperations.info, { itemId: item.id }))).toBe('itemClosed')
    const sent = { pageId: pages.root.id, pageTitle: 'mine', pageContent: '' }
    expect(await outcomeOf(limited.do(pageOperations.save, sent))).toBe('notAllowed')
  })

  it('[PERM-13] is left with nothing when that catalog is put below another one, until it is back', async () => {
    const { limited, editor, item, inside, outside, pages } = await limitedWorld()
    const itemId = item.id
    const put = (parentId: number) =>
      editor.do(catalogOperations.save, { itemId, catalogId: inside.id, parentId, catalogName: 'inside' })
    const found = async () => titles((await limited.do(itemOperations.search, { keyword: 'needle' })).pages)

    await put(outside.id)

    expect(await found()).toEqual([])
    expect(await limited.do(itemOperations.list, {})).toEqual([])
    const closed = [
      limited.do(pageOperations.info, { pageId: pages.inside.id }),
      limited.do(itemOperations.info, { itemId }),
      limited.do(itemOperations.search, { itemId, keyword: 'needle' }),
      limited.do(catalogOperations.listNames, { itemId }),
    ]
    expect(await Promise.all(closed.map(outcomeOf))).toEqual(closed.map(() => 'itemClosed'))

    await put(0)

    expect(await found()).toEqual(['below', 'inside'])
  })
})
