import { describe, expect, it } from 'vitest'
import { catalogOperations } from '#core/catalog/operations.ts'
import { changeLogOperations } from '#core/change-log/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { recycleOperations } from '#core/recycle/operations.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const { save, keepDraft, drafts, draftsWithTexts, dropDraft, history, info, delete: deletePage } = pageOperations
const draftId = 'editor-0001'

async function desk() {
  const here = await world()
  const item = await here.addItem()
  const page = await here.addPage(item)
  const typed = { draftId, pageTitle: 'Welcome', pageContent: 'half a thought', keptAt: 1_000, baseRevision: 1 }
  return { ...here, item, page, typed }
}

describe('a draft on the server', () => {
  it('[DRAFT-01] is found by its author on any machine, with what the editor started from', async () => {
    const { editor, page, typed } = await desk()

    await editor.do(keepDraft, { ...typed, pageId: page.id })

    expect(await editor.do(draftsWithTexts, { pageId: page.id })).toEqual([
      {
        draftId,
        pageTitle: 'Welcome',
        pageContent: 'half a thought',
        catalogId: 0,
        keptAt: 1_000,
        baseRevision: 1,
        baseCatalogId: null,
        base: { pageTitle: 'Welcome', pageContent: '# Welcome\n', catalogId: 0 },
      },
    ])
  })

  it('comes with as many others as 8 MB of texts allow, older ones without their texts, which is said', async () => {
    const { editor, page, typed } = await desk()
    // 4.5 MB each.
    const pageContent = '写'.repeat(1_500_000)
    await editor.do(keepDraft, { ...typed, pageContent, pageId: page.id })
    await editor.do(keepDraft, { ...typed, pageContent, pageId: page.id, draftId: 'editor-0002', keptAt: 2_000 })

    const found = await editor.do(draftsWithTexts, { pageId: page.id })

    expect(found.map((draft) => [draft.draftId, draft.pageContent.length, draft.base, draft.isTextOmitted])).toEqual([
      ['editor-0002', 1_500_000, expect.anything(), undefined],
      [draftId, 0, null, true],
    ])
    expect(await editor.do(drafts, { pageId: page.id })).toHaveLength(2)
  })

  it('says where its page lay, wherever others have put it since', async () => {
    const { editor, owner, item, page, typed } = await desk()
    const { catalogId } = await owner.do(catalogOperations.save, { itemId: item.id, catalogName: 'Guides' })
    await owner.do(save, { pageId: page.id, pageTitle: 'Welcome', pageContent: 'in its catalog', catalogId })

    await editor.do(keepDraft, { ...typed, pageId: page.id, catalogId, baseRevision: 2, baseCatalogId: catalogId })
    await owner.do(catalogOperations.delete, { itemId: item.id, catalogId })
    await owner.do(recycleOperations.recover, { itemId: item.id, pageId: page.id })

    expect(await editor.do(draftsWithTexts, { pageId: page.id })).toMatchObject([
      { catalogId, baseRevision: 2, baseCatalogId: catalogId, base: { catalogId: 0 } },
    ])
  })

  it('is nobody else’s, not the owner’s and not the site administrator’s', async () => {
    const { editor, owner, manager, admin, page, typed, item } = await desk()
    await editor.do(keepDraft, { ...typed, pageId: page.id })
    await editor.do(keepDraft, { ...typed, draftId: 'editor-0002', itemId: item.id })

    for (const other of [owner, manager, admin]) {
      expect(await other.do(drafts, { pageId: page.id })).toEqual([])
      expect(await other.do(drafts, { itemId: item.id })).toEqual([])
      await other.do(dropDraft, { draftId, keptAt: 9_999 })
    }
    expect(await editor.do(drafts, { pageId: page.id })).toHaveLength(1)
    expect(await editor.do(drafts, { itemId: item.id })).toHaveLength(1)
  })

  it('changes neither the page nor its history, and tells nobody', async () => {
    const { editor, manager, page, item, typed } = await desk()

    await editor.do(keepDraft, { ...typed, pageId: page.id })

    expect(await manager.do(info, { pageId: page.id })).toMatchObject({ pageContent: '# Welcome\n', revision: 1 })
    expect(await manager.do(history, { pageId: page.id })).toEqual([])
    expect((await manager.do(changeLogOperations.changes, { itemId: item.id })).list).toEqual([])
  })

  it('outlives the save of its text until its editor lets it go, and never takes a later one with it', async () => {
    const { editor, page, typed } = await desk()
    const at = (keptAt: number) => editor.do(keepDraft, { ...typed, pageId: page.id, keptAt })
    await at(1_000)
    await editor.do(save, { pageId: page.id, pageTitle: 'Welcome', pageContent: typed.pageContent, baseRevision: 1 })
    expect(await editor.do(drafts, { pageId: page.id })).toHaveLength(1)

    await at(3_000)
    await editor.do(dropDraft, { draftId, keptAt: 2_000 })
    expect(await editor.do(drafts, { pageId: page.id })).toMatchObject([{ keptAt: 3_000 }])
    await editor.do(dropDraft, { draftId, keptAt: 3_000 })
    expect(await editor.do(drafts, { pageId: page.id })).toEqual([])
  })

  it('is kept only where its author may edit, and shown only while they may', async () => {
    const { editor, reader, product, item, page, typed } = await desk()
    await editor.do(keepDraft, { ...typed, pageId: page.id })

    expect(await outcomeOf(reader.do(keepDraft, { ...typed, pageId: page.id }))).toBe('notAllowed')
    await product.database.members.remove(item.id, editor.id)
    expect(await outcomeOf(editor.do(drafts, { pageId: page.id }))).toBe('notAllowed')
  })

  it('of a page in the recycle bin waits there with it', async () => {
    const { editor, page, typed } = await desk()
    await editor.do(keepDraft, { ...typed, pageId: page.id })
    await editor.do(deletePage, { pageId: page.id })

    expect(await outcomeOf(editor.do(drafts, { pageId: page.id }))).toBe('notFound')
    expect(await outcomeOf(editor.do(keepDraft, { ...typed, pageId: page.id, keptAt: 2_000 }))).toBe('notFound')
  })

  it('is not larger than a page', async () => {
    const { editor, page, typed } = await desk()
    const kept = (pageContent: string) => outcomeOf(editor.do(keepDraft, { ...typed, pageId: page.id, pageContent }))

    expect(await kept('x'.repeat(2_000_001))).toBe('invalidInput')
    expect(await kept('half \ud83d')).toBe('notStorable')
  })
})
