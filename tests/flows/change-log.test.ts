import { beforeEach, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import { outcomesOf } from '#tests/support/refusal.ts'
import type { Person } from '#tests/support/people.ts'
import { world, type World } from '#tests/support/world.ts'

const { item: items, page: pages, catalog: catalogs } = coreOperations

let all: World
let item: Item
beforeEach(async () => {
  all = await world()
  item = await all.addItem()
})

type Change = Awaited<ReturnType<typeof logOf>>[number]
const logOf = async (itemId = item.id, reader: Person = all.owner) =>
  (await reader.do(items.changes, { itemId, count: 300 })).list
/** What happened, oldest first: action, object, name, and the details if there are any. */
const told = async (itemId = item.id): Promise<readonly unknown[]> => (await logOf(itemId)).toReversed().map(tale)
function tale({ action, object, objectName, details: more }: Change): readonly unknown[] {
  const details = Object.keys(more).length === 0 ? [] : [more]
  return [`${action} ${object}`, objectName, ...details]
}
const write = (pageTitle: string, pageContent: string, more: object = {}) =>
  all.editor.do(pages.save, { itemId: item.id, pageTitle, pageContent, ...more })

describe('the change log', () => {
  it('tells what happens to pages', async () => {
    const { pageId } = await write('Welcome', 'one')
    const { catalogId } = await all.editor.do(catalogs.save, { itemId: item.id, catalogName: 'Guides' })
    await write('Welcome', 'two', { pageId })
    await write('Hello', 'two', { pageId })
    await write('Hello', 'two', { pageId, catalogId })
    const [version] = await all.editor.do(pages.history, { pageId })
    const about = { pageId, versionId: version?.versionId ?? 0 }
    await all.editor.do(pages.commentVersion, { ...about, comment: 'before' })
    await all.editor.do(pages.setOrder, { itemId: item.id, pages: { [pageId]: 1 } })
    await all.editor.do(pages.setOrder, { itemId: item.id, pages: { [pageId]: 1 } })
    await all.editor.do(pages.delete, { pageId })

    expect(await told()).toEqual([
      ['create page', 'Welcome'],
      ['create catalog', 'Guides'],
      ['update page', 'Welcome'],
      ['update page', 'Hello', { oldName: 'Welcome' }],
      ['move page', 'Hello', { catalogName: 'Guides' }],
      ['comment page', 'Hello'],
      ['sort catalog', 'Guides'],
      ['delete page', 'Hello'],
    ])
  })

  it('tells that a former version was restored', async () => {
    const { pageId } = await write('Welcome', 'one')
    await write('Hello', 'two', { pageId })
    const [version] = await all.editor.do(pages.history, { pageId })

    await all.editor.do(pages.restore, { pageId, versionId: version?.versionId ?? 0 })

    expect((await told()).at(-1)).toEqual(['restore page', 'Welcome', { oldName: 'Hello' }])
  })

  it('tells ten saves in ten minutes as one, for each person and page', async () => {
    const [one, two] = [await all.addPage(item), await all.addPage(item, { title: 'Other' })]
    const save = (who: Person, { id: pageId, title: pageTitle }: { id: number; title: string }, pageContent: string) =>
      who.do(pages.save, { pageId, pageTitle, pageContent })
    for (let n = 0; n < 10; n += 1) await save(all.editor, one, `text ${n}`)
    await save(all.editor, two, 'text')
    await save(all.owner, one, 'by the owner')
    expect((await logOf()).map(({ actorName, objectName }) => [actorName, objectName])).toEqual([
      [expect.stringContaining(all.owner.username), 'Welcome'],
      [expect.stringContaining(all.editor.username), 'Other'],
      [expect.stringContaining(all.editor.username), 'Welcome'],
    ])

    all.clock.advance(10 * 60_000)
    await save(all.editor, one, 'later')

    expect(await logOf()).toHaveLength(4)
  })

  it('tells a save that changes nothing not at all', async () => {
    const { pageId } = await write('Welcome', 'one')
    await write('Welcome', 'one', { pageId })

    expect(await told()).toEqual([['create page', 'Welcome']])
  })

  it('tells what happens to catalogs, each act once', async () => {
    const add = (catalogName: string, parentId = 0) =>
      all.editor.do(catalogs.save, { itemId: item.id, catalogName, parentId })
    const [guides, other] = [await add('Guides'), await add('Other')]
    const below = await add('Below', guides.catalogId)
    await all.addPage(item, { catalogId: below.catalogId })
    await all.addPage(item, { catalogId: guides.catalogId })
    const { catalogId } = guides
    await all.editor.do(catalogs.save, { itemId: item.id, catalogId, catalogName: 'Manuals' })
    await all.editor.do(catalogs.copy, { catalogId, toItemId: item.id })
    await all.editor.do(catalogs.copy, { catalogId, toItemId: item.id, toParentId: other.catalogId, isMoved: true })
    await all.editor.do(catalogs.delete, { itemId: item.id, catalogId })

    expect((await told()).slice(3)).toEqual([
      ['update catalog', 'Manuals', { oldName: 'Guides' }],
      ['copy catalog', 'Manuals'],
      ['move catalog', 'Manuals', { catalogName: 'Other' }],
      ['delete catalog', 'Manuals', { catalogs: 1, pages: 2 }],
    ])
  })

  it('tells a dragged catalog as a move, and a new order as one', async () => {
    const [a, b, c] = [
      await all.addCatalog(item, { name: 'A', order: 1 }),
      await all.addCatalog(item, { name: 'B', order: 2 }),
      await all.addCatalog(item, { name: 'C', order: 3 }),
    ]
    const place = (
      { id: catalogId, name: catalogName }: { id: number; name: string },
      order: number,
      parentId = 0,
    ) => ({
      ...{ catalogId, catalogName, parentId, order },
    })
    const arrange = (...places: ReturnType<typeof place>[]) =>
      all.editor.do(catalogs.updateAll, { itemId: item.id, places })

    await arrange(place(c, 1), place(a, 2), place(b, 3))
    await arrange(place(c, 1), place(b, 2), place(a, 1, c.id))
    await arrange(place(c, 1), place({ ...b, name: 'Beta' }, 2), place({ ...a, name: 'Alpha' }, 1, c.id))

    expect(await told()).toEqual([
      ['sort item', item.name],
      ['move catalog', 'A', { catalogName: 'C' }],
      ['update catalog', 'Alpha', { oldName: 'A' }],
      ['update catalog', 'Beta', { oldName: 'B' }],
    ])
  })

  it('tells in both items that a catalog went from one to the other', async () => {
    const target = await all.addItem({ name: 'Target' })
    const { id: catalogId } = await all.addCatalog(item)
    await all.addPage(item, { catalogId })

    await all.editor.do(catalogs.copy, { catalogId, toItemId: target.id, isMoved: true })

    expect(await told()).toEqual([['move catalog', 'Guides', { isAcross: true, catalogs: 0, pages: 1 }]])
    expect(await told(target.id)).toEqual([['move catalog', 'Guides', { isAcross: true }]])
  })

  it('tells of a new item once, whatever is in it', async () => {
    await all.addPage(item, { catalogId: (await all.addCatalog(item)).id })
    const copy = await all.owner.do(items.add, { itemName: 'Copy', copyItemId: item.id })
    const single = await all.owner.do(items.add, { itemName: 'Single', itemType: 'single' })

    expect(await told(copy.itemId)).toEqual([['copy item', 'Copy']])
    expect(await told(single.itemId)).toEqual([['create item', 'Single']])
    expect(await told()).toEqual([])
  })

  it('tells which settings changed, never what the visit password is', async () => {
    const about = { itemId: item.id, itemName: item.name }
    const update = (change: object) => all.manager.do(items.update, { ...about, ...change })
    await update({})
    await update({ itemName: 'Billing', itemDescription: 'How we bill', itemDomain: `billing${item.id}` })
    await update({ itemName: 'Billing', password: 'sesame' })
    await update({ itemName: 'Billing', password: 'another' })
    await update({ itemName: 'Billing', password: '' })

    expect(await told()).toEqual([
      ['update item', 'Billing', { oldName: item.name, aspects: ['name', 'description', 'domain'] }],
      ['update item', 'Billing', { aspects: ['madePrivate'] }],
      ['update item', 'Billing', { aspects: ['visitPassword'] }],
      ['update item', 'Billing', { aspects: ['madeOpen'] }],
    ])
  })

  it('is undone with what it tells of', async () => {
    const { pageId } = await write('Welcome', 'one')
    const failing = { ...all.product, within: [...all.product.within, () => Promise.reject(new Error('boom'))] }
    const { perform } = await import('#core/perform.ts')

    const work = perform(failing, pages.delete, all.editor.caller, { pageId })

    await expect(work).rejects.toThrow('boom')
    expect(await told()).toEqual([['create page', 'Welcome']])
    expect((await all.editor.do(pages.info, { pageId })).pageTitle).toBe('Welcome')
  })

  it('[LOG-09] is for those who may edit in the whole item, archived or not', async () => {
    const catalog = await all.addCatalog(item)
    const limited = await all.addUser('lena')
    await all.addMember(item, limited, 'editor', catalog.id)
    await write('A page elsewhere', 'text')
    const ask = (person: Person, itemId: number) => person.do(items.changes, { itemId })
    const archived = await all.addItem({ isArchived: true })
    const { owner, manager, editor, admin, reader, stranger, visitor } = all

    const outcomes = await outcomesOf({
      ...{ owner: ask(owner, item.id), manager: ask(manager, item.id), editor: ask(editor, item.id) },
      ...{ admin: ask(admin, item.id), archived: ask(editor, archived.id), reader: ask(reader, item.id) },
      ...{ stranger: ask(stranger, item.id), limited: ask(limited, item.id), visitor: ask(visitor, item.id) },
      nowhere: ask(editor, 2_000_000_000),
    })

    expect(outcomes).toEqual({
      ...{ owner: 'nothing', manager: 'nothing', editor: 'nothing', admin: 'nothing', archived: 'nothing' },
      ...{ reader: 'notAllowed', stranger: 'notAllowed', limited: 'notAllowed', visitor: 'loginRequired' },
      nowhere: 'notAllowed',
    })
  })

  it('[LOG-08] ends after three hundred entries, and nothing older is kept', async () => {
    const { id: itemId } = item
    const { changes } = all.product.database
    const entry = {
      itemId,
      actorId: all.owner.id,
      action: 'create',
      object: 'page',
      details: {},
      stretch: null,
    } as const
    await changes.append(
      Array.from({ length: 305 }, (_, n) => ({
        ...{ ...entry, at: all.clock.now(), objectId: n + 1, objectName: `page ${n + 1}` },
      })),
    )

    const last = await all.owner.do(items.changes, { itemId, page: 30, count: 10 })
    const beyond = await all.owner.do(items.changes, { itemId, page: 31, count: 10 })
    expect([last.total, last.list.at(-1)?.objectName]).toEqual([300, 'page 6'])
    expect([beyond.total, beyond.list]).toEqual([300, []])

    await all.visitor.do(coreOperations.site.runDueJobs, {})
    expect((await changes.ofItem(itemId, { page: 1, count: 500 }, 500)).total).toBe(300)
  })

  it('[LOG-10] names who did it, and a program as such, in the language of whoever asks', async () => {
    const mei = await all.addUser('lin', { name: 'Mei Lin' })
    await all.addMember(item, mei, 'editor')
    await mei.do(pages.save, { itemId: item.id, pageTitle: 'Welcome', pageContent: 'one' })
    await all.product.database.changes.append([
      {
        ...{ itemId: item.id, at: all.clock.now(), actorId: 0, action: 'update', object: 'page' },
        ...{ objectId: 1, objectName: 'By a script', details: {}, stretch: null },
      },
    ])
    const words = (change: Change) => [change.actorName, change.actionText, change.objectText]

    expect((await logOf()).map(words)).toEqual([
      ['Open API', 'Change', 'Page'],
      [`${mei.username}(Mei Lin)`, 'Create', 'Page'],
    ])
    all.owner.session.language = 'zh-cn'
    expect((await logOf()).map(words)).toEqual([
      ['开放 API', '修改', '页面'],
      [`${mei.username}(Mei Lin)`, '创建', '页面'],
    ])
  })
})
