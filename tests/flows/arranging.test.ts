import { describe, expect, it } from 'vitest'
import { catalogOperations } from '#core/catalog/operations.ts'
import { changeLogOperations } from '#core/change-log/operations.ts'
import { itemOperations } from '#core/item/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { recycleOperations } from '#core/recycle/operations.ts'
import type { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

interface Level {
  readonly pages: readonly { readonly pageId: number }[]
  readonly catalogs: readonly (Level & { readonly catalogId: number; readonly catalogName: string })[]
}
interface Shown {
  readonly pages: readonly number[]
  readonly [catalog: string]: Shown | readonly number[]
}

/** An item's tree by the ids of its pages and the names of its catalogs. */
const shown = ({ pages, catalogs }: Level): Shown => ({
  pages: pages.map(({ pageId }) => pageId),
  ...Object.fromEntries(catalogs.map((catalog) => [catalog.catalogName, shown(catalog)])),
})
const treeOf = async (person: Person, itemId: number) => shown((await person.do(itemOperations.info, { itemId })).menu)

/** "a" with "b" below it and "c" beside it; two pages in the root, one in each of "a" and "b". */
async function tree() {
  const all = await world()
  const item = await all.addItem()
  const a = await all.addCatalog(item, { name: 'a' })
  const b = await all.addCatalog(item, { name: 'b', parentId: a.id, level: 2 })
  const c = await all.addCatalog(item, { name: 'c' })
  const pageIn = async (catalogId: number | null) => (await all.addPage(item, { catalogId })).id
  const pages = { one: await pageIn(null), two: await pageIn(null), inA: await pageIn(a.id), inB: await pageIn(b.id) }
  const limited = await all.addUser('lena')
  await all.addMember(item, limited, 'editor', a.id)
  const arrange = (person: Person, ...moves: readonly { kind: 'page' | 'catalog'; id: number; into: number }[]) =>
    person.do(catalogOperations.arrange, { itemId: item.id, moves: [...moves] })
  return { ...all, itemId: item.id, a, b, c, pages, limited, arrange }
}
const page = (id: number, into: number) => ({ kind: 'page', id, into }) as const
const catalog = (id: number, into: number) => ({ kind: 'catalog', id, into }) as const

describe('arranging the tree of an item', () => {
  it('moves pages and catalogs together, keeps the texts, and is told in the change log', async () => {
    const { editor, owner, itemId, a, b, c, pages, arrange } = await tree()

    await arrange(editor, page(pages.one, a.id), page(pages.inB, 0), catalog(b.id, c.id))

    expect(await treeOf(editor, itemId)).toEqual({
      pages: [pages.two, pages.inB],
      a: { pages: [pages.inA, pages.one] },
      c: { pages: [], b: { pages: [] } },
    })
    const moved = await editor.do(pageOperations.info, { pageId: pages.one })
    expect(moved).toMatchObject({ catalogId: a.id, revision: 1 })
    const { list } = await owner.do(changeLogOperations.changes, { itemId, count: 50 })
    const told = list.filter(({ action }) => action === 'move').map(({ objectId }) => objectId)
    expect(told.toSorted((x, y) => x - y)).toEqual([pages.one, pages.inB, b.id].toSorted((x, y) => x - y))
  })

  it('does all of it or nothing', async () => {
    const { editor, itemId, b, pages, a, arrange } = await tree()
    const before = await treeOf(editor, itemId)

    expect(await outcomeOf(arrange(editor, page(pages.one, a.id), catalog(a.id, b.id)))).toBe('catalogLoop')
    expect(await treeOf(editor, itemId)).toEqual(before)
  })

  it('needs the right where something is and where it goes', async () => {
    const { limited, a, b, c, pages, arrange } = await tree()
    const attempt = (...moves: Parameters<typeof arrange> extends [Person, ...infer M] ? M : never) =>
      outcomeOf(arrange(limited, ...moves))

    expect(await attempt(page(pages.inA, b.id), page(pages.inB, a.id))).toBe('nothing')
    expect(await attempt(page(pages.inA, 0))).toBe('notAllowed')
    expect(await attempt(page(pages.one, a.id))).toBe('notAllowed')
    expect(await attempt(catalog(a.id, 0))).toBe('notAllowed')
    expect(await attempt(catalog(b.id, c.id))).toBe('notAllowed')
    expect(await attempt(catalog(c.id, a.id))).toBe('notAllowed')
  })

  it('leaves a page alone in which somebody else writes, and lets its neighbours pass it', async () => {
    const { editor, manager, itemId, a, pages, arrange } = await tree()
    await manager.do(pageOperations.setLock, { pageId: pages.two, itemId })

    expect(await outcomeOf(arrange(editor, page(pages.two, a.id)))).toBe('pageLocked')
    expect(await outcomeOf(arrange(editor, page(pages.one, 0)))).toBe('nothing')
    expect((await treeOf(editor, itemId)).pages).toEqual([pages.two, pages.one])
  })

  it('is not undone by a save that was under way', async () => {
    const { editor, manager, a, pages, arrange } = await tree()
    const save = (text: string) =>
      manager.do(pageOperations.save, { pageId: pages.one, pageTitle: 'one', pageContent: text, baseRevision: 1 })

    await Promise.all([save('while it is moved'), arrange(editor, page(pages.one, a.id))])

    expect(await editor.do(pageOperations.info, { pageId: pages.one })).toMatchObject({
      catalogId: a.id,
      pageContent: 'while it is moved',
    })
  })
})

describe('deleting several things of a tree', () => {
  it('takes what lies in the catalogs along, and is taken back whole', async () => {
    const { editor, itemId, a, b, pages } = await tree()
    const before = await treeOf(editor, itemId)

    await editor.do(recycleOperations.deleteSeveral, { itemId, pageIds: [pages.two], catalogIds: [a.id, b.id] })
    expect(await treeOf(editor, itemId)).toEqual({ pages: [pages.one], c: { pages: [] } })

    const { rootedPageIds } = await editor.do(recycleOperations.undo, {
      itemId,
      pages: [
        { pageId: pages.two, catalogId: 0 },
        { pageId: pages.inA, catalogId: a.id },
        { pageId: pages.inB, catalogId: b.id },
      ],
      catalogs: [
        { catalogId: a.id, catalogName: 'a', parentId: 0, order: 1 },
        { catalogId: b.id, catalogName: 'b', parentId: a.id, order: 1 },
      ],
    })

    expect(rootedPageIds).toEqual([])
    expect(await treeOf(editor, itemId)).toEqual(before)
  })

  it('is taken back by whoever did it, by managers, and by nobody else', async () => {
    const { editor, manager, limited, itemId, pages } = await tree()
    const undo = (person: Person, pageId: number, catalogId = 0) =>
      outcomeOf(person.do(recycleOperations.undo, { itemId, pages: [{ pageId, catalogId }] }))
    await manager.do(recycleOperations.deleteSeveral, { itemId, pageIds: [pages.one, pages.inA] })
    await editor.do(recycleOperations.deleteSeveral, { itemId, pageIds: [pages.two] })

    expect(await undo(editor, pages.one)).toBe('notAllowed')
    expect(await undo(limited, pages.inA)).toBe('notAllowed')
    expect(await undo(editor, pages.two)).toBe('nothing')
    expect(await undo(manager, pages.one)).toBe('nothing')
    expect(await undo(manager, pages.one)).toBe('notFound')
  })

  it('puts what has no catalog any more into the root, and says so', async () => {
    const { editor, itemId, a, pages } = await tree()
    await editor.do(recycleOperations.deleteSeveral, { itemId, catalogIds: [a.id] })

    const undone = await editor.do(recycleOperations.undo, {
      itemId,
      pages: [{ pageId: pages.inA, catalogId: a.id }],
    })

    expect(undone).toEqual({ rootedPageIds: [pages.inA] })
    expect((await treeOf(editor, itemId)).pages).toContain(pages.inA)
  })

  it('does nothing while somebody else writes in one of the pages', async () => {
    const { editor, manager, itemId, a, pages } = await tree()
    const before = await treeOf(editor, itemId)
    await manager.do(pageOperations.setLock, { pageId: pages.inB, itemId })
    const remove = (ids: { pageIds?: number[]; catalogIds?: number[] }) =>
      outcomeOf(editor.do(recycleOperations.deleteSeveral, { itemId, ...ids }))

    expect(await remove({ pageIds: [pages.one, pages.inB] })).toBe('pageLocked')
    expect(await remove({ pageIds: [pages.one], catalogIds: [a.id] })).toBe('pageLocked')
    expect(await treeOf(editor, itemId)).toEqual(before)
  })
})
