import { describe, expect, it } from 'vitest'
import { itemOperations } from '#core/item/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { catalogOperations } from '#core/catalog/operations.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const item = itemOperations
const idsOf = (list: readonly { readonly itemId: number }[]) => list.map(({ itemId }) => itemId)

describe('my items', () => {
  it('are those I own or take part in, and say which', async () => {
    const { addItem, stranger, reader, owner } = await world()
    const { id: itemId } = await addItem({ visitPassword: 'secret' })

    expect(await owner.do(item.list, {})).toMatchObject([{ itemId, isOwner: true, isPrivate: true, canManage: true }])
    expect(await reader.do(item.list, {})).toMatchObject([{ itemId, isOwner: false, isPrivate: true, canEdit: false }])
    expect(await stranger.do(item.list, {})).toEqual([])
    expect(await reader.do(item.list, { isOwned: true })).toEqual([])
  })

  it('come in the order I gave them, which is mine alone', async () => {
    const { addItem, owner, editor } = await world()
    const [a, b, c] = [await addItem(), await addItem(), await addItem()]
    const before = idsOf(await editor.do(item.list, {}))

    await owner.do(item.setOrder, { data: { [c.id]: 1, [a.id]: 2, [b.id]: 3, 1999999999: 4 } })

    expect(idsOf(await owner.do(item.list, {}))).toEqual([c.id, a.id, b.id])
    expect(idsOf(await editor.do(item.list, {}))).toEqual(before)
  })
})

describe('a new item', () => {
  it('is private from the first moment when it has a password', async () => {
    const { owner, visitor } = await world()

    const { itemId } = await owner.do(item.add, { itemName: 'Secret plans', password: 'open sesame' })

    expect(await outcomeOf(visitor.do(item.info, { itemId }))).toBe('itemClosed')
    expect((await owner.do(item.detail, { itemId })).password).toBe('open sesame')
  })

  it('opens under its personal domain, which nobody else can take, in any letter case', async () => {
    const { owner, editor, visitor } = await world()
    const { itemId } = await owner.do(item.add, { itemName: 'Pay', itemDomain: 'Pay2026' })

    expect((await visitor.do(item.info, { itemId: 'Pay2026' })).itemId).toBe(itemId)
    expect((await visitor.do(item.info, { itemId: `${itemId}` })).itemDomain).toBe('Pay2026')
    expect(await outcomeOf(editor.do(item.add, { itemName: 'Pay', itemDomain: 'pay2026' }))).toBe('domainTaken')
    expect(await outcomeOf(visitor.do(item.info, { itemId: 'nosuchdomain' }))).toBe('itemClosed')
  })

  it('goes to exactly one of two people who want the same domain at the same time', async () => {
    const { owner, editor } = await world()
    const add = (person: typeof owner) => outcomeOf(person.do(item.add, { itemName: 'Race', itemDomain: 'race1' }))

    expect((await Promise.all([add(owner), add(editor)])).sort()).toEqual(['domainTaken', 'nothing'])
  })

  it('has one page at once when it is a single page or a spreadsheet', async () => {
    const { owner } = await world()

    for (const itemType of ['single', 'table'] as const) {
      const { itemId } = await owner.do(item.add, { itemName: 'One page', itemType })
      const { menu } = await owner.do(item.info, { itemId })
      expect(menu.pages).toMatchObject([{ pageTitle: 'One page' }])
    }
  })
})

describe('a copy of an item', () => {
  it('has the same catalogs, empty ones too, and pages, under ids of its own, and belongs to the caller', async () => {
    const { addItem, addCatalog, addPage, editor, owner } = await world()
    const source = await addItem({ domain: null })
    const top = await addCatalog(source, { name: 'top', order: 1 })
    const deep = await addCatalog(source, { name: 'deep', parentId: top.id, level: 2 })
    await addCatalog(source, { name: 'empty', order: 2 })
    const page = await addPage(source, { catalogId: deep.id, title: 'in deep', content: '数据' })
    await addPage(source, { title: 'in the root' })

    const { itemId } = await editor.do(item.add, { itemName: 'Copy', copyItemId: source.id, password: 'own' })

    const { menu, isOwner } = await editor.do(item.info, { itemId })
    expect(isOwner).toBe(true)
    expect(menu).toMatchObject({
      pages: [{ pageTitle: 'in the root' }],
      catalogs: [
        { catalogName: 'top', catalogs: [{ catalogName: 'deep', pages: [{ pageTitle: 'in deep' }] }] },
        { catalogName: 'empty' },
      ],
    })
    const pageId = menu.catalogs[0]?.catalogs[0]?.pages[0]?.pageId ?? 0
    expect(pageId).not.toBe(page.id)
    await editor.do(pageOperations.save, { pageId, pageTitle: 'changed', pageContent: 'changed' })
    expect((await owner.do(pageOperations.info, { pageId: page.id })).pageContent).toBe('数据')
    expect(await outcomeOf(owner.do(item.info, { itemId }))).toBe('itemClosed')
  })

  it('is refused to those who may only read the source', async () => {
    const { addItem, reader, stranger } = await world()
    const source = await addItem()

    for (const person of [reader, stranger]) {
      const copy = person.do(item.add, { itemName: 'Copy', copyItemId: source.id })
      expect(await outcomeOf(copy)).toBe('notAllowed')
      expect(idsOf(await person.do(item.list, { isOwned: true }))).toEqual([])
    }
  })
})

describe('the settings of an item', () => {
  it('keep what a change does not mention', async () => {
    const { owner, manager, addMember, product } = await world()
    const { itemId } = await owner.do(item.add, {
      itemName: 'Pay',
      itemDescription: 'how',
      itemDomain: 'paysettings',
      password: 'secret',
    })
    const facts = await product.database.access.ofItem(itemId, null)
    if (facts) await addMember(facts.item, manager, 'manager')

    await manager.do(item.update, { itemId, itemName: 'Payments' })

    expect(await manager.do(item.detail, { itemId })).toMatchObject({
      itemName: 'Payments',
      itemDescription: 'how',
      itemDomain: 'paysettings',
      password: 'secret',
      isOwner: false,
    })
    await manager.do(item.update, { itemId, itemName: 'Payments', itemDomain: '', itemDescription: '' })
    expect(await manager.do(item.detail, { itemId })).toMatchObject({ itemDescription: '', itemDomain: '' })
  })
})

describe('deleting an item', () => {
  it('asks the owner for the login password and takes everything away', async () => {
    const { addItem, addPage, owner, password } = await world()
    const doomed = await addItem()
    const { id: itemId } = doomed
    const { id: pageId } = await addPage(doomed)

    expect(await outcomeOf(owner.do(item.delete, { itemId, password: 'wrong' }))).toBe('wrongPassword')
    expect(await outcomeOf(owner.do(item.info, { itemId }))).toBe('nothing')
    await owner.do(item.delete, { itemId, password })

    expect(await outcomeOf(owner.do(item.info, { itemId }))).toBe('itemClosed')
    expect(await outcomeOf(owner.do(pageOperations.info, { pageId }))).toBe('itemClosed')
    expect(idsOf(await owner.do(item.list, {}))).not.toContain(itemId)
  })

  it('is for the owner only, administrators and managers included', async () => {
    const { addItem, manager, admin, editor, password } = await world()
    const { id: itemId } = await addItem()

    for (const person of [manager, admin, editor]) {
      expect(await outcomeOf(person.do(item.delete, { itemId, password }))).toBe('itemClosed')
    }
  })
})

describe('the menu of an item', () => {
  it('is opened at a page, with the catalogs on its way', async () => {
    const { addItem, addPage, editor, visitor } = await world()
    const it = await addItem()
    const { id: itemId } = it
    const ids = [0]
    for (const catalogName of ['one', 'two', 'three']) {
      const { catalogId } = await editor.do(catalogOperations.save, { itemId, catalogName, parentId: ids.at(-1) ?? 0 })
      ids.push(catalogId)
    }
    const page = await addPage(it, { catalogId: ids[3] ?? null })
    const elsewhere = await addPage(await addItem())

    expect(await visitor.do(item.info, { itemId, defaultPageId: page.id })).toMatchObject({
      defaultPageId: page.id,
      defaultCatalogId2: ids[1],
      defaultCatalogId3: ids[2],
      defaultCatalogId4: ids[3],
    })
    expect(await visitor.do(item.info, { itemId, defaultPageId: elsewhere.id })).toMatchObject({
      defaultPageId: 0,
      defaultCatalogId2: 0,
    })
  })

  it('follows the order that editors give to pages', async () => {
    const { addItem, addPage, editor, reader } = await world()
    const it = await addItem()
    const [a, b] = [await addPage(it), await addPage(it)]

    await editor.do(pageOperations.setOrder, { itemId: it.id, pages: { [a.id]: 2, [b.id]: 1 } })

    const { menu } = await reader.do(item.info, { itemId: it.id })
    expect(menu.pages.map(({ pageId }) => pageId)).toEqual([b.id, a.id])
  })
})
