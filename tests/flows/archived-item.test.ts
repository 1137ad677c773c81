import { describe, expect, it } from 'vitest'
import { catalogOperations } from '#core/catalog/operations.ts'
import type { Item } from '#core/item/item.ts'
import { itemOperations } from '#core/item/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import type { Person } from '#tests/support/people.ts'
import { outcomeOf, outcomesOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

/** An item with a catalog and a page that has a version, frozen afterwards. */
async function frozenWorld(facts: Partial<Pick<Item, 'isArchived' | 'type'>>) {
  const all = await world()
  const item = await all.addItem()
  const { id: catalogId } = await all.addCatalog(item)
  const { id: pageId } = await all.addPage(item, { catalogId })
  await all.editor.do(pageOperations.save, { pageId, pageTitle: 'Welcome', pageContent: 'second' })
  const [version] = await all.editor.do(pageOperations.history, { pageId })
  const other = await all.addCatalog(await all.addItem())
  await all.product.database.items.update({ ...item, ...facts })
  return { ...all, itemId: item.id, catalogId, pageId, versionId: version?.versionId ?? 0, otherCatalogId: other.id }
}

/** Every change of content that an editor could make. */
function changesBy(person: Person, frozen: Awaited<ReturnType<typeof frozenWorld>>) {
  const { itemId, catalogId, pageId, versionId, otherCatalogId } = frozen
  const places = [{ catalogId, catalogName: 'changed', parentId: 0, order: 1 }]
  return {
    'page.save': person.do(pageOperations.save, { pageId, pageTitle: 'x', pageContent: 'x' }),
    'page.save, a new one': person.do(pageOperations.save, { itemId, pageTitle: 'x', pageContent: 'x' }),
    'page.delete': person.do(pageOperations.delete, { pageId }),
    'page.setOrder': person.do(pageOperations.setOrder, { itemId, pages: { [pageId]: 1 } }),
    'page.commentVersion': person.do(pageOperations.commentVersion, { pageId, versionId, comment: 'x' }),
    'page.restore': person.do(pageOperations.restore, { pageId, versionId }),
    'catalog.save': person.do(catalogOperations.save, { itemId, catalogId, catalogName: 'x' }),
    'catalog.save, a new one': person.do(catalogOperations.save, { itemId, catalogName: 'x' }),
    'catalog.delete': person.do(catalogOperations.delete, { itemId, catalogId }),
    'catalog.updateAll': person.do(catalogOperations.updateAll, { itemId, places }),
    'catalog.copy into it': person.do(catalogOperations.copy, { catalogId: otherCatalogId, toItemId: itemId }),
    'catalog.copy within it': person.do(catalogOperations.copy, { catalogId, toItemId: itemId }),
    'catalog.copy that moves out': person.do(catalogOperations.copy, {
      catalogId,
      toItemId: itemId,
      isMoved: true,
    }),
  }
}

describe('an archived item', () => {
  it('refuses every change, also by its owner, managers and administrators', async () => {
    const frozen = await frozenWorld({ isArchived: true })

    for (const person of [frozen.editor, frozen.manager, frozen.owner, frozen.admin]) {
      const outcomes = await outcomesOf(changesBy(person, frozen))

      expect(new Set(Object.values(outcomes)), JSON.stringify(outcomes)).toEqual(new Set(['notAllowed']))
      const update = person.do(itemOperations.update, { itemId: frozen.itemId, itemName: 'x' })
      expect(await outcomeOf(update)).toBe(person === frozen.editor ? 'itemClosed' : 'notAllowed')
    }
    expect(await frozen.owner.do(pageOperations.info, { pageId: frozen.pageId })).toMatchObject({
      pageContent: 'second',
      revision: 2,
      canEdit: false,
    })
  })

  it('is still read, shows its settings, and can be copied into an item that is edited', async () => {
    const { owner, visitor, itemId, pageId } = await frozenWorld({ isArchived: true })

    expect(await visitor.do(itemOperations.info, { itemId })).toMatchObject({ isArchived: true, canEdit: false })
    expect(await owner.do(itemOperations.info, { itemId })).toMatchObject({ canEdit: false, canManage: false })
    expect(await outcomeOf(visitor.do(pageOperations.history, { pageId }))).toBe('nothing')
    expect(await outcomeOf(owner.do(itemOperations.detail, { itemId }))).toBe('nothing')

    const copy = await owner.do(itemOperations.add, { itemName: 'alive', copyItemId: itemId })

    const info = await owner.do(itemOperations.info, { itemId: copy.itemId })
    expect(info).toMatchObject({ isArchived: false, canEdit: true })
    expect(info.menu.catalogs[0]?.pages).toHaveLength(1)
  })

  it('can be deleted by its owner', async () => {
    const { owner, itemId, password } = await frozenWorld({ isArchived: true })

    await owner.do(itemOperations.delete, { itemId, password })

    expect(await outcomeOf(owner.do(itemOperations.info, { itemId }))).toBe('itemClosed')
  })
})

describe('an item of type 3', () => {
  it('refuses every change of its content, and lets managers change its settings', async () => {
    const frozen = await frozenWorld({ type: 'runapi' })

    for (const person of [frozen.editor, frozen.owner, frozen.admin]) {
      const outcomes = await outcomesOf(changesBy(person, frozen))
      expect(new Set(Object.values(outcomes)), JSON.stringify(outcomes)).toEqual(new Set(['notAllowed']))
      expect((await person.do(itemOperations.info, { itemId: frozen.itemId })).canEdit).toBe(false)
    }
    await frozen.manager.do(itemOperations.update, { itemId: frozen.itemId, itemName: 'renamed' })
    expect((await frozen.owner.do(itemOperations.info, { itemId: frozen.itemId })).itemName).toBe('renamed')
  })
})
