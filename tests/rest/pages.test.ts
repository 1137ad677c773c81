import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { site, type Browser, type Site } from './harness.ts'
import { codeOf, dataOf, type FormFields } from './replies.ts'

let here: Site
let editor: Browser
let reader: Browser
let visitor: Browser
beforeAll(async () => {
  here = await site()
  editor = await here.browserOf(here.world.editor)
  reader = await here.browserOf(here.world.reader)
  visitor = here.browser()
})
afterAll(() => here.close())

const save = (fields: FormFields) =>
  dataOf(editor, 'page/save', { page_title: 'Log in', page_content: 'one', ...fields })
const pageOf = (pageId: number) => dataOf(visitor, 'page/info', { page_id: pageId })
const historyOf = (pageId: number) => dataOf(visitor, 'page/history', { page_id: pageId })
/** A page that was saved twice, so that it has one version. */
async function savedTwice() {
  const item = await here.world.addItem()
  const { page_id: pageId } = await save({ page_id: 0, item_id: item.id })
  await save({ page_id: pageId, page_content: 'two' })
  const [version] = await historyOf(pageId)
  return { item, pageId, versionId: version.page_history_id as number }
}

describe('page/save', () => {
  it('[PAGE-01] [API-047] makes a page and says its id', async () => {
    const { id } = await here.world.addItem()

    const { page_id: pageId } = await save({ page_id: 0, item_id: id, is_urlencode: 0, cat_id: 0, is_notify: 0 })

    expect(await pageOf(pageId)).toMatchObject({ page_id: pageId, item_id: id, page_content: 'one' })
  })

  it('[PAGE-02] [PAGE-10] changes title, content and catalog', async () => {
    const item = await here.world.addItem()
    const catalog = await here.world.addCatalog(item)
    const { page_id: pageId } = await save({ item_id: item.id })

    await save({ page_id: pageId, page_title: 'Sign in', page_content: 'two', cat_id: catalog.id })

    expect(await pageOf(pageId)).toMatchObject({ page_title: 'Sign in', page_content: 'two', cat_id: catalog.id })
    const { menu } = await dataOf(visitor, 'item/info', { item_id: item.id })
    expect(menu.pages).toEqual([])
    expect(menu.catalogs[0].pages).toMatchObject([{ page_id: pageId, page_title: 'Sign in' }])
  })

  it('[PAGE-04] [PAGE-05] keeps the content as it was, url-encoded or not', async () => {
    const { id } = await here.world.addItem()
    const text = 'a+b 100% & <b>"q" \'s\'</b> 数据 👩‍💻\n\n%2B\ttab'

    const encoded = await save({ item_id: id, page_content: encodeURIComponent(text), is_urlencode: 1 })
    const plain = await save({ item_id: id, page_content: text })

    expect((await pageOf(encoded.page_id)).page_content).toBe(text)
    expect((await pageOf(plain.page_id)).page_content).toBe(text)
  })

  it('[PAGE-06] [CONST-17] gives the order number 99', async () => {
    const { page_id: pageId } = await save({ item_id: (await here.world.addItem()).id })

    expect((await pageOf(pageId)).s_number).toBe(99)
  })

  it('[PAGE-09] [PAGE-14] remembers who saved last, and when', async () => {
    const item = await here.world.addItem()
    const page = await here.world.addPage(item)
    here.world.clock.advance(86_400_000)

    await save({ page_id: page.id })

    const info = await pageOf(page.id)
    expect(info.author_username).toBe(here.world.editor.username)
    expect(info.addtime).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
    const expected = new Date(here.world.clock.now().getTime() + 8 * 3_600_000)
    expect(info.addtime).toBe(expected.toISOString().slice(0, 19).replace('T', ' '))
  })

  it('[PAGE-11] is refused without the right to edit, and changes nothing', async () => {
    const item = await here.world.addItem()
    const page = await here.world.addPage(item)
    const mine = { page_id: page.id, page_title: 'mine', page_content: 'mine' }

    expect(await codeOf(reader, 'page/save', mine)).toBe(10103)
    expect(await codeOf(visitor, 'page/save', mine)).toBe(10102)
    expect(await codeOf(reader, 'page/save', { ...mine, page_id: 0, item_id: item.id })).toBe(10103)

    expect((await pageOf(page.id)).page_content).toBe(page.content)
    expect((await dataOf(visitor, 'item/info', { item_id: item.id })).menu.pages).toHaveLength(1)
  })

  it('[PAGE-12] moves no page into another item, and changes none where one may not edit', async () => {
    const mine = await here.world.addItem()
    const page = await here.world.addPage(mine)
    const other = await here.world.addItem()
    await save({ page_id: page.id, item_id: other.id })
    expect((await pageOf(page.id)).item_id).toBe(mine.id)

    const theirs = await here.world.addItem()
    await here.world.product.database.members.remove(theirs.id, here.world.editor.id)
    const hidden = await here.world.addPage(theirs)
    const smuggled = { page_id: hidden.id, item_id: mine.id, page_title: 'x', page_content: 'x' }
    expect(await codeOf(editor, 'page/save', smuggled)).toBe(10103)
    expect((await pageOf(hidden.id)).page_content).toBe(hidden.content)
  })

  it('[PAGE-13] is refused for a catalog that is unknown or of another item', async () => {
    const { id } = await here.world.addItem()
    const elsewhere = await here.world.addCatalog(await here.world.addItem())

    for (const cat of [elsewhere.id, 999_999]) {
      const fields = { item_id: id, page_title: 'x', page_content: 'x', cat_id: cat }
      expect(await codeOf(editor, 'page/save', fields)).toBe(10101)
    }
  })

  it('[PAGE-20] keeps a page of 1 MB', async () => {
    const { id } = await here.world.addItem()
    const text = '数据和 text\n'.repeat(70_000)

    const { page_id: pageId } = await save({ item_id: id, page_content: text })

    expect(Buffer.byteLength(text)).toBeGreaterThan(1_000_000)
    expect((await pageOf(pageId)).page_content).toBe(text)
  })

  it('is refused on an old base revision, and done once for one save id', async () => {
    const { pageId } = await savedTwice()

    expect(await codeOf(editor, 'page/save', { page_id: pageId, page_content: 'three', base_revision: 1 })).toBe(10410)
    expect((await pageOf(pageId)).page_content).toBe('two')
    const retried = { page_id: pageId, page_content: 'three', base_revision: 2, save_id: 'a5c1-0001-rest' }
    expect(await save(retried)).toEqual({ page_id: pageId, revision: 3 })
    expect(await save(retried)).toEqual({ page_id: pageId, revision: 3 })
    expect(await historyOf(pageId)).toHaveLength(2)
  })
})

describe('page/info', () => {
  it('[PAGE-03] [API-040] [ENT-PAGE-01] [ENT-PAGE-02] [ENT-PAGE-03] [ENT-PAGE-04] [ENT-PAGE-05] [ENT-PAGE-06] [ENT-PAGE-07] [ENT-PAGE-08] [ENT-PAGE-10] [ENT-PAGE-11] gives every field', async () => {
    const item = await here.world.addItem()
    const page = await here.world.addPage(item)

    expect(await pageOf(page.id)).toEqual({
      page_id: page.id,
      item_id: item.id,
      cat_id: 0,
      page_title: 'Welcome',
      page_content: '# Welcome\n',
      author_username: here.world.owner.username,
      addtime: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      s_number: 99,
      unique_key: '',
      attachment_count: 0,
      revision: 1,
      can_edit: 0,
    })
  })

  it('[PAGE-18] refuses an unknown page like one of a closed item (threats A3)', async () => {
    expect(await codeOf(visitor, 'page/info', { page_id: 999_999 })).toBe(10303)
  })

  it('comes as HTML with its headings by page/view, and without its markdown', async () => {
    const page = await here.world.addPage(await here.world.addItem(), {
      content: '# One\n\n## Two\n\n<script>x</script>',
    })

    const view = await dataOf(visitor, 'page/view', { page_id: page.id })

    expect(view.html).toContain('One</h1>')
    expect(view.html).not.toContain('<script')
    expect(view.headings.map(({ text, level }: { text: string; level: number }) => [text, level])).toEqual([
      ['One', 1],
      ['Two', 2],
    ])
    expect(view).toMatchObject({ author_username: here.world.owner.username, can_edit: 0 })
    expect(view).not.toHaveProperty('page_content')
  })
})

describe('page/sort and page/delete', () => {
  it('[PAGE-07] [API-046] [ITEM-32] put pages into the order of their numbers', async () => {
    const item = await here.world.addItem()
    const [a, b, c] = [await here.world.addPage(item), await here.world.addPage(item), await here.world.addPage(item)]
    const pages = JSON.stringify({ [a.id]: 3, [b.id]: 1, [c.id]: 2 })

    await dataOf(editor, 'page/sort', { pages, item_id: item.id })

    const { menu } = await dataOf(visitor, 'item/info', { item_id: item.id })
    expect(menu.pages.map(({ page_id: id }: { page_id: number }) => id)).toEqual([b.id, c.id, a.id])
    expect(await codeOf(reader, 'page/sort', { pages, item_id: item.id })).toBe(10103)
  })

  it('[PAGE-08] [API-044] take a page out of the menu and out of sight', async () => {
    const item = await here.world.addItem()
    const page = await here.world.addPage(item)
    expect(await codeOf(reader, 'page/delete', { page_id: page.id })).toBe(10103)

    await dataOf(editor, 'page/delete', { page_id: page.id })

    expect(await codeOf(editor, 'page/info', { page_id: page.id })).toBe(10101)
    expect((await dataOf(visitor, 'item/info', { item_id: item.id })).menu.pages).toEqual([])
  })
})

describe('the history of a page', () => {
  it('[HIST-01] [HIST-02] [API-042] [ENT-HIST-01] [ENT-HIST-02] [ENT-HIST-03] [ENT-HIST-04] [ENT-HIST-05] keeps the former content, with who wrote it and when', async () => {
    const { id } = await here.world.addItem()
    const { page_id: pageId } = await save({ page_id: 0, item_id: id })
    const { addtime } = await pageOf(pageId)
    here.world.clock.advance(60_000)
    const manager = await here.browserOf(here.world.manager)

    await dataOf(manager, 'page/save', { page_id: pageId, page_title: 'Log in', page_content: 'two' })

    expect(addtime).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
    expect(await pageOf(pageId)).toMatchObject({ author_username: here.world.manager.username, page_content: 'two' })
    expect(await historyOf(pageId)).toMatchObject([
      {
        page_history_id: expect.any(Number),
        addtime,
        author_username: here.world.editor.username,
        page_comments: '',
        page_content: 'one',
      },
    ])
  })

  it('[HIST-03] is empty for a page that never changed', async () => {
    const page = await here.world.addPage(await here.world.addItem())

    expect(await historyOf(page.id)).toEqual([])
  })

  it('[HIST-04] [HIST-05] keeps the newest twenty versions, newest first', async () => {
    const page = await here.world.addPage(await here.world.addItem(), { content: 'text 0' })
    for (let n = 1; n <= 23; n += 1) await save({ page_id: page.id, page_content: `text ${n}` })

    const kept = (await historyOf(page.id)).map(({ page_content: text }: { page_content: string }) => text)

    expect(kept).toEqual(Array.from({ length: 20 }, (_, index) => `text ${22 - index}`))
  })

  it('[HIST-06] keeps as many as the site setting says', async () => {
    const page = await here.world.addPage(await here.world.addItem())
    await writeSettings(here.world.product.database, siteSettings, { historyVersionCount: 3 })

    for (let n = 1; n <= 6; n += 1) await save({ page_id: page.id, page_content: `text ${n}` })
    const kept = await historyOf(page.id)
    await writeSettings(here.world.product.database, siteSettings, {})

    expect(kept).toHaveLength(3)
  })

  it.each([
    [1, 1],
    [2, 2],
    [1000, 22],
    [0, 20],
    [1001, 20],
    [2.5, 20],
    ['abc', 20],
    [null, 20],
  ])('[HIST-06] with the setting %j (D65) keeps %i of 22 versions', async (count, kept) => {
    const page = await here.world.addPage(await here.world.addItem(), { content: 'text 0' })
    const { database } = here.world.product
    // As something else than the product may have written it.
    await database.settings.write('site', { historyVersionCount: count })

    for (let n = 1; n <= 22; n += 1) await save({ page_id: page.id, page_content: `text ${n}` })
    const history = await historyOf(page.id)
    await writeSettings(database, siteSettings, {})

    expect(history).toHaveLength(kept)
    expect(history[0].page_content).toBe('text 21')
  })

  it('[HIST-07] [HIST-13] [API-043] takes comments from editors', async () => {
    const { pageId, versionId } = await savedTwice()
    const comment = { page_id: pageId, page_history_id: versionId, page_comments: 'before the change' }

    expect(await codeOf(reader, 'page/updateHistoryComments', comment)).toBe(10103)
    await dataOf(editor, 'page/updateHistoryComments', comment)

    expect(await historyOf(pageId)).toMatchObject([{ page_comments: 'before the change' }])
  })

  it('is noted over no note that its writer has not seen, if they say what they saw', async () => {
    const { pageId, versionId } = await savedTwice()
    const note = (comment: string, former: string) =>
      editor.post('page/updateHistoryComments', {
        ...{ page_id: pageId, page_history_id: versionId },
        ...{ page_comments: comment, former_comments: former },
      })

    expect(await note('mine', '')).toMatchObject({ error_code: 0 })
    expect(await note('theirs', '')).toMatchObject({ error_code: 10414, data: { comment: 'mine' } })
    expect(await note('theirs', 'mine')).toMatchObject({ error_code: 0 })

    expect(await historyOf(pageId)).toMatchObject([{ page_comments: 'theirs' }])
  })

  it('[HIST-08] [API-050] is compared with the page as it is', async () => {
    const { pageId, versionId } = await savedTwice()

    expect(await dataOf(visitor, 'page/diff', { page_id: pageId, page_history_id: versionId })).toMatchObject({
      page: { page_content: 'two' },
      history_page: { page_content: 'one' },
    })
  })

  it('is listed without the texts', async () => {
    const { pageId, versionId } = await savedTwice()

    const versions = await dataOf(visitor, 'page/versions', { page_id: pageId })

    expect(versions).toMatchObject([{ page_history_id: versionId, page_title: 'Log in', page_comments: '' }])
    expect(versions[0]).not.toHaveProperty('page_content')
  })

  it('[HIST-08] is compared version with version, the older one first, whichever is named first', async () => {
    const { pageId, versionId: first } = await savedTwice()
    await save({ page_id: pageId, page_title: 'Sign in', page_content: 'three' })
    const [{ page_history_id: second }] = await historyOf(pageId)
    const compared = (one: number, other: number) =>
      dataOf(visitor, 'page/compare', { page_id: pageId, page_history_id: one, other_history_id: other })

    const states = await compared(first, second)

    expect(states).toMatchObject({ before: { page_content: 'one' }, after: { page_content: 'two' }, move: null })
    expect(await compared(second, first)).toEqual(states)
    expect(await compared(second, 0)).toMatchObject({
      before: { page_history_id: second, page_title: 'Log in', page_content: 'two' },
      after: { page_history_id: 0, page_title: 'Sign in', page_content: 'three' },
    })
  })

  it('[HIST-09] is compared with the catalogs the page lay in, as far as the caller may see them', async () => {
    const { item, pageId } = await savedTwice()
    const hidden = await here.world.addCatalog(item, { name: 'Hidden' })
    const guides = await here.world.addCatalog(item, { name: 'Guides' })
    const inner = await here.world.addCatalog(item, { name: 'Inner', parentId: guides.id, level: 2 })
    const limited = await here.world.addUser(`limited${pageId}`)
    await here.world.product.database.items.update({ ...item, visitPassword: { sealed: 'x', digest: 'x' } })
    await here.world.addMember(item, limited, 'reader', guides.id)
    for (const catId of [hidden.id, inner.id]) await save({ page_id: pageId, page_content: 'two', cat_id: catId })
    const [fromHidden, fromRoot] = await dataOf(editor, 'page/history', { page_id: pageId })
    const moveSince = async (by: Browser, version: { page_history_id: number }) =>
      (await dataOf(by, 'page/compare', { page_id: pageId, page_history_id: version.page_history_id })).move

    expect(await moveSince(editor, fromRoot)).toEqual({ from: [], to: ['Guides', 'Inner'] })
    expect(await moveSince(editor, fromHidden)).toEqual({ from: ['Hidden'], to: ['Guides', 'Inner'] })
    const member = await here.browserOf(limited)
    expect(await moveSince(member, fromHidden)).toEqual({ from: null, to: ['Guides', 'Inner'] })
  })

  it('[HIST-10] is brought back as a new state by editors', async () => {
    const { pageId, versionId } = await savedTwice()
    const both = { page_id: pageId, page_history_id: versionId }

    expect(await codeOf(reader, 'page/restoreHistory', both)).toBe(10103)
    await dataOf(editor, 'page/restoreHistory', both)

    expect(await pageOf(pageId)).toMatchObject({ page_content: 'one', revision: 3 })
    expect((await historyOf(pageId))[0].page_content).toBe('two')
  })

  it('[HIST-11] shows no version of another page', async () => {
    const { versionId } = await savedTwice()
    const { pageId: other } = await savedTwice()

    const reply = await visitor.post('page/diff', { page_id: other, page_history_id: versionId })

    expect(reply.error_code).toBe(10101)
    expect(JSON.stringify(reply)).not.toContain('page_content')
    const both = [versionId, other].map((at) => ({ page_id: other, page_history_id: versionId, other_history_id: at }))
    for (const fields of both) expect(await codeOf(editor, 'page/compare', fields)).toBe(10101)
  })

  it('[HIST-12] is closed with its private item', async () => {
    const page = await here.world.addPage(await here.world.addItem({ visitPassword: 'secret' }))
    await save({ page_id: page.id, page_content: 'changed' })

    expect(await codeOf(visitor, 'page/history', { page_id: page.id })).toBe(10303)
    expect(await codeOf(reader, 'page/history', { page_id: page.id })).toBe(0)
    const [{ page_history_id: versionId }] = await dataOf(reader, 'page/versions', { page_id: page.id })
    expect(await codeOf(visitor, 'page/versions', { page_id: page.id })).toBe(10303)
    for (const call of ['page/diff', 'page/compare'])
      expect(await codeOf(visitor, call, { page_id: page.id, page_history_id: versionId })).toBe(10303)
  })
})
