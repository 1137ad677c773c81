import { describe, expect, it } from 'vitest'
import type { CommandContext } from '#core/context.ts'
import { contextFor } from '#core/perform.ts'
import { writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { openPage } from '#core/access/doors.ts'
import { catalogOperations } from '#core/catalog/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { draftOf } from '#core/page/page.ts'
import { savePage } from '#core/page/save.ts'
import type { Person } from '#tests/support/people.ts'
import { refusalBy, outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const { save, info, history, historyWithTexts, diff, restore, commentVersion } = pageOperations
const saveId = (n: number) => `save-id-${n}-0000`

describe('saving a page', () => {
  it('starts with revision 1 and rises by one each time', async () => {
    const { addItem, editor } = await world()
    const item = await addItem()

    const first = await editor.do(save, { itemId: item.id, pageTitle: 'Log in', pageContent: 'one' })
    const second = await editor.do(save, { ...first, pageTitle: 'Log in', pageContent: 'two' })

    expect([first.revision, second.revision]).toEqual([1, 2])
    expect(await editor.do(info, { pageId: first.pageId })).toMatchObject({
      pageContent: 'two',
      authorUsername: editor.username,
      revision: 2,
      canEdit: true,
    })
  })

  it('refuses to overwrite a newer text, saying who saved it, when, and which revision it is', async () => {
    const { addItem, addPage, editor, manager, clock } = await world()
    const { id: pageId } = await addPage(await addItem())
    clock.advance(60_000)
    await manager.do(save, { pageId, pageTitle: 'Welcome', pageContent: 'theirs', baseRevision: 1 })

    const refusal = await refusalBy(
      editor.do(save, { pageId, pageTitle: 'Welcome', pageContent: 'mine', baseRevision: 1 }),
    )

    expect(refusal.kind).toBe('pageChanged')
    expect(refusal.details).toEqual({ who: manager.username, when: clock.now().toISOString(), revision: 2 })
    expect((await editor.do(info, { pageId })).pageContent).toBe('theirs')
  })

  it('lets the last writer win without a base revision, and keeps the overwritten text in the history', async () => {
    const { addItem, addPage, editor, manager } = await world()
    const { id: pageId } = await addPage(await addItem(), { content: 'first' })

    await manager.do(save, { pageId, pageTitle: 'Welcome', pageContent: 'theirs' })
    await editor.do(save, { pageId, pageTitle: 'Welcome', pageContent: 'mine' })

    expect((await editor.do(info, { pageId })).pageContent).toBe('mine')
    expect((await editor.do(historyWithTexts, { pageId })).map(({ pageContent }) => pageContent)).toEqual([
      'theirs',
      'first',
    ])
  })

  it('writes nothing when nothing changes, even on an old base revision', async () => {
    const { addItem, addPage, editor } = await world()
    const page = await addPage(await addItem())
    const same = { pageId: page.id, pageTitle: page.title, pageContent: page.content }

    expect(await editor.do(save, same)).toEqual({ pageId: page.id, revision: 1 })
    await editor.do(save, { ...same, pageContent: 'new' })
    expect(await editor.do(save, { ...same, pageContent: 'new', baseRevision: 1 })).toEqual({
      pageId: page.id,
      revision: 2,
    })

    expect(await editor.do(history, { pageId: page.id })).toHaveLength(1)
    expect((await editor.do(info, { pageId: page.id })).savedAt).toEqual(page.savedAt)
  })

  it('makes one page of a new page that is sent twice with one save id', async () => {
    const { addItem, editor, product } = await world()
    const item = await addItem()
    const sent = { itemId: item.id, pageTitle: 'Log in', pageContent: 'one', saveId: saveId(1) }

    const first = await editor.do(save, sent)
    const again = await editor.do(save, sent)

    expect(again).toEqual(first)
    expect(await product.database.pages.countIn(item.id)).toBe(1)
  })

  it('answers a retry with the revision of its first try, although somebody saved in between', async () => {
    const { addItem, addPage, editor, manager } = await world()
    const { id: pageId } = await addPage(await addItem())
    const sent = { pageId, pageTitle: 'Welcome', pageContent: 'mine', baseRevision: 1, saveId: saveId(2) }

    const first = await editor.do(save, sent)
    await manager.do(save, { pageId, pageTitle: 'Welcome', pageContent: 'theirs', baseRevision: 2 })

    expect(await editor.do(save, sent)).toEqual(first)
    expect((await editor.do(info, { pageId })).pageContent).toBe('theirs')
  })

  it('takes a save id of a refused save as unused', async () => {
    const { addItem, addPage, editor, manager } = await world()
    const { id: pageId } = await addPage(await addItem())
    await manager.do(save, { pageId, pageTitle: 'Welcome', pageContent: 'theirs' })
    const sent = { pageId, pageTitle: 'Welcome', pageContent: 'merged', saveId: saveId(3) }

    expect(await outcomeOf(editor.do(save, { ...sent, baseRevision: 1 }))).toBe('pageChanged')
    expect(await editor.do(save, { ...sent, baseRevision: 2 })).toEqual({ pageId, revision: 3 })
  })

  it('does not take one save id for two pages, nor one of somebody else', async () => {
    const { addItem, addPage, editor, manager } = await world()
    const item = await addItem()
    const [one, two] = [await addPage(item), await addPage(item)]
    const sent = { pageTitle: 'Welcome', pageContent: 'mine', saveId: saveId(4) }
    await editor.do(save, { ...sent, pageId: one.id })

    expect(await outcomeOf(editor.do(save, { ...sent, pageId: two.id }))).toBe('invalidInput')
    expect(await manager.do(save, { ...sent, pageId: two.id })).toEqual({ pageId: two.id, revision: 2 })
  })

  it('lets exactly one of many saves on the same base revision through', async () => {
    const { addItem, addPage, editor } = await world()
    const { id: pageId } = await addPage(await addItem())

    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        outcomeOf(editor.do(save, { pageId, pageTitle: 'Welcome', pageContent: `text ${n}`, baseRevision: 1 })),
      ),
    )

    expect(outcomes.filter((outcome) => outcome === 'nothing')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'pageChanged')).toHaveLength(7)
    expect(await editor.do(history, { pageId })).toHaveLength(1)
  })

  it('loses no text of many saves without a base revision', async () => {
    const { addItem, addPage, editor } = await world()
    const { id: pageId } = await addPage(await addItem(), { content: 'first' })
    const texts = Array.from({ length: 8 }, (_, n) => `text ${n}`)

    await Promise.all(texts.map((pageContent) => editor.do(save, { pageId, pageTitle: 'Welcome', pageContent })))

    const now = await editor.do(info, { pageId })
    const kept = (await editor.do(historyWithTexts, { pageId })).map(({ pageContent }) => pageContent)
    expect([now.pageContent, ...kept].sort()).toEqual(['first', ...texts].sort())
    expect(now.revision).toBe(9)
  })

  it('makes one page of a new page that is sent many times at once', async () => {
    const { addItem, editor, product } = await world()
    const item = await addItem()
    const sent = { itemId: item.id, pageTitle: 'Log in', pageContent: 'one', saveId: saveId(5) }

    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(editor.do(save, sent))))

    expect(outcomes.filter((outcome) => outcome !== 'nothing' && outcome !== 'busy')).toEqual([])
    expect(await product.database.pages.countIn(item.id)).toBe(1)
  })

  it('refuses what the database cannot keep', async () => {
    const { addItem, editor } = await world()
    const item = await addItem()
    const sent = { itemId: item.id, pageTitle: 'Log in' }

    expect(await outcomeOf(editor.do(save, { ...sent, pageContent: 'nul \0' }))).toBe('notStorable')
    expect(await outcomeOf(editor.do(save, { ...sent, pageContent: 'half \ud83d' }))).toBe('notStorable')
    expect(await outcomeOf(editor.do(save, { ...sent, pageContent: 'x'.repeat(2_000_001) }))).toBe('invalidInput')
    expect(await outcomeOf(editor.do(save, { itemId: item.id, pageTitle: 'x'.repeat(201), pageContent: '' }))).toBe(
      'invalidInput',
    )
  })

  it('names the field and the line of what cannot be kept', async () => {
    const { addItem, editor } = await world()
    const item = await addItem()
    const sent = { itemId: item.id, pageTitle: 'Log in', pageContent: 'one\ntwo\nth\0ree' }

    const { kind, details } = await refusalBy(editor.do(save, sent))

    expect({ kind, details }).toEqual({ kind: 'notStorable', details: { field: 'pageContent', line: 3 } })
  })

  it('calls a page without a title untitled in the language of its author', async () => {
    const { addItem, editor } = await world()
    const item = await addItem()
    editor.session.language = 'zh-cn'

    const { pageId } = await editor.do(save, { itemId: item.id, pageTitle: ' ', pageContent: 'x' })

    expect((await editor.do(info, { pageId })).pageTitle).toBe('未命名')
  })
})

describe('the history of a page', () => {
  it('keeps as many versions as the site says, the newest ones', async () => {
    const { addItem, addPage, editor, product, close } = await world({ fresh: true })
    const { id: pageId } = await addPage(await addItem())
    await writeSettings(product.database, siteSettings, { historyVersionCount: 3 })

    for (let n = 1; n <= 6; n += 1) await editor.do(save, { pageId, pageTitle: 'Welcome', pageContent: `text ${n}` })

    const kept = (await editor.do(historyWithTexts, { pageId })).map(({ pageContent }) => pageContent)
    expect(kept).toEqual(['text 5', 'text 4', 'text 3'])
    await close()
  })

  it('brings a former state back as a new one, and the present one into the history', async () => {
    const { addItem, addPage, editor } = await world()
    const { id: pageId } = await addPage(await addItem(), { title: 'Old', content: 'old' })
    await editor.do(save, { pageId, pageTitle: 'New', pageContent: 'new' })
    const [version] = await editor.do(history, { pageId })

    const restored = await editor.do(restore, { pageId, versionId: version?.versionId ?? 0, baseRevision: 2 })

    expect(restored).toEqual({ pageId, revision: 3 })
    expect(await editor.do(info, { pageId })).toMatchObject({ pageTitle: 'Old', pageContent: 'old' })
    expect((await editor.do(historyWithTexts, { pageId })).map(({ pageContent }) => pageContent)).toEqual([
      'new',
      'old',
    ])
  })

  it('does not restore over a newer text than the one that was looked at', async () => {
    const { addItem, addPage, editor, manager } = await world()
    const { id: pageId } = await addPage(await addItem())
    await editor.do(save, { pageId, pageTitle: 'New', pageContent: 'new' })
    const [version] = await editor.do(history, { pageId })
    await manager.do(save, { pageId, pageTitle: 'New', pageContent: 'newer' })

    const sent = { pageId, versionId: version?.versionId ?? 0, baseRevision: 2 }

    expect(await outcomeOf(editor.do(restore, sent))).toBe('pageChanged')
  })

  it('gives no version of another page, neither to compare, nor to note something, nor to restore', async () => {
    const { addItem, addPage, editor, stranger, owner } = await world()
    const own = await addPage(await addItem())
    const hidden = await addPage(await addItem({ visitPassword: 'secret', ownerId: stranger.id }))
    await stranger.do(save, { pageId: hidden.id, pageTitle: 'Hidden', pageContent: 'changed' })
    const [version] = await stranger.do(history, { pageId: hidden.id })
    const both = { pageId: own.id, versionId: version?.versionId ?? 0 }

    expect(await outcomeOf(owner.do(diff, both))).toBe('notFound')
    expect(await outcomeOf(editor.do(commentVersion, { ...both, comment: 'mine' }))).toBe('notFound')
    expect(await outcomeOf(editor.do(restore, both))).toBe('notFound')
    expect((await stranger.do(history, { pageId: hidden.id }))[0]?.comment).toBe('')
  })
})

describe('a save while the page is moved into another item', () => {
  /** The person has the page open for saving at the moment when its catalog is moved. */
  async function savedDuringMove(who: 'owner' | 'editor') {
    const all = await world()
    const [from, to] = [await all.addItem(), await all.addItem()]
    await all.product.database.members.remove(to.id, all.editor.id)
    const catalog = await all.addCatalog(from)
    const page = await all.addPage(from, { catalogId: catalog.id })
    const person: Person = all[who]
    const ctx: CommandContext = {
      ...contextFor(all.product, person.caller, () => {}, true),
      emit: () => {},
      together: (work) => work(ctx),
      actAs: () => {
        throw new Error('nobody shows a token here')
      },
    }

    const opened = await openPage(ctx, page.id, 'edit')
    const moved = await all.owner.do(catalogOperations.copy, { catalogId: catalog.id, toItemId: to.id, isMoved: true })
    const wishes = { baseRevision: null, notifyRemark: null }
    const outcome = await outcomeOf(savePage(ctx, opened, (now) => ({ ...draftOf(now), content: 'late' }), wishes))
    return { outcome, moved, page: await all.owner.do(info, { pageId: page.id }) }
  }

  it('follows the page', async () => {
    const { outcome, moved, page } = await savedDuringMove('owner')

    expect(outcome).toBe('nothing')
    expect(page).toMatchObject({ itemId: moved.itemId, catalogId: moved.catalogId, pageContent: 'late' })
  })

  it('is refused when the author has no right there', async () => {
    const { outcome, moved, page } = await savedDuringMove('editor')

    expect(outcome).toBe('notAllowed')
    expect(page).toMatchObject({ itemId: moved.itemId, catalogId: moved.catalogId, pageContent: '# Welcome\n' })
  })
})
