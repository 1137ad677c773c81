import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { site, type Browser, type Site } from './harness.ts'
import { codeOf, dataOf, type FormFields } from './replies.ts'

let here: Site
let editor: Browser
let manager: Browser
let owner: Browser
let reader: Browser
beforeAll(async () => {
  here = await site()
  editor = await here.browserOf(here.world.editor)
  manager = await here.browserOf(here.world.manager)
  owner = await here.browserOf(here.world.owner)
  reader = await here.browserOf(here.world.reader)
})
afterAll(() => here.close())

const RELEASE = 1_000
const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds
const stateOf = (pageId: number, who = reader) => dataOf(who, 'page/isLock', { page_id: pageId })
const save = (who: Browser, pageId: number, text = 'changed') =>
  who.post('page/save', { page_id: pageId, page_title: 'Changed', page_content: text })
async function aPage() {
  const item = await here.world.addItem()
  const page = await here.world.addPage(item)
  const lock = (who: Browser, fields: FormFields = {}) =>
    who.post('page/setLock', { page_id: page.id, item_id: item.id, ...fields })
  return { item, page, lock }
}
/** A page the editor has locked. */
async function aLockedPage() {
  const scene = await aPage()
  expect(await scene.lock(editor)).toMatchObject({ error_code: 0 })
  return scene
}
const REFUSED = () => ({ error_code: 10103, error_message: expect.stringContaining(here.world.editor.username) })

describe('the lock of a page over REST', () => {
  it('[LOCK-01] [LOCK-03] [LOCK-05] [API-048] [API-049] [ENT-LOCK-01] [ENT-LOCK-02] [ENT-LOCK-03] is set with page and item, and seen by its holder as theirs', async () => {
    const { page, lock } = await aPage()

    const { error_code: code, data } = await lock(editor)

    const mine = { lock: 1, is_cur_user: 1, lock_username: here.world.editor.username, is_this_tab: 1 }
    expect([code, data]).toEqual([0, { ...mine, lasts_ms: expect.any(Number) }])
    expect(await stateOf(page.id, editor)).toMatchObject(mine)
  })

  it('[LOCK-04] is 0 on a page nobody holds', async () => {
    const { page } = await aPage()

    const none = { lock: 0, is_cur_user: 0, lock_username: '', is_this_tab: 0, lasts_ms: 0 }
    expect(await stateOf(page.id)).toEqual(none)
    expect(await stateOf(page.id, here.browser())).toEqual(none)
  })

  it('[LOCK-06] is shown to others with the name of its holder', async () => {
    const { page } = await aLockedPage()

    const theirs = { lock: 1, is_cur_user: 0, lock_username: here.world.editor.username }
    expect(await stateOf(page.id)).toMatchObject(theirs)
    expect(await stateOf(page.id, here.browser())).toMatchObject(theirs)
  })

  it('[LOCK-07] [ERR-13] keeps everybody else from changing the page, whatever their right, naming the holder', async () => {
    const { item, page } = await aLockedPage()
    await save(editor, page.id, 'second')
    const [{ page_history_id: versionId }] = await dataOf(editor, 'page/history', { page_id: page.id })
    const catalog = await here.world.addCatalog(item)
    const before = await here.world.product.database.access.ofPage(page.id, null)

    for (const who of [manager, owner, await here.browserOf(here.world.admin)]) {
      const changes = [
        save(who, page.id),
        who.post('page/save', { page_id: page.id, page_title: 'x', page_content: 'second', cat_id: catalog.id }),
        who.post('page/delete', { page_id: page.id }),
        who.post('page/restoreHistory', { page_id: page.id, page_history_id: versionId }),
        who.post('page/sort', { item_id: item.id, pages: JSON.stringify({ [page.id]: 1 }) }),
      ]
      for (const change of changes) expect(await change).toMatchObject(REFUSED())
    }

    const { lastsMs: _, ...lock } = before?.lock ?? { lastsMs: 0 }
    expect(await here.world.product.database.access.ofPage(page.id, null)).toMatchObject({ page: before?.page, lock })
  })

  it('[LOCK-07] lets others read the page, its history and its comments meanwhile', async () => {
    const { page } = await aLockedPage()
    await save(editor, page.id, 'second')
    const [{ page_history_id: versionId }] = await dataOf(reader, 'page/history', { page_id: page.id })

    expect(await dataOf(reader, 'page/info', { page_id: page.id })).toMatchObject({ page_content: 'second' })
    const noted = { page_id: page.id, page_history_id: versionId, page_comments: 'noted' }
    expect(await codeOf(manager, 'page/updateHistoryComments', noted)).toBe(0)
  })

  it('keeps the draft of somebody who lost the page while writing', async () => {
    const { page } = await aLockedPage()

    const draft = { page_id: page.id, draft_id: 'window-0001', page_title: 'Mine', page_content: 'typed', kept_at: 1 }
    expect(await codeOf(manager, 'page/keepDraft', draft)).toBe(0)

    expect(await dataOf(manager, 'page/drafts', { page_id: page.id })).toMatchObject([{ page_content: 'typed' }])
  })

  it('[LOCK-07] keeps the catalog of the page from being deleted, or moved into another item, by others', async () => {
    const { world } = here
    const [item, elsewhere] = [await world.addItem(), await world.addItem()]
    const outer = await world.addCatalog(item)
    const inner = await world.addCatalog(item, { parentId: outer.id, level: 2 })
    const page = await world.addPage(item, { catalogId: inner.id })
    await dataOf(editor, 'page/setLock', { page_id: page.id, item_id: item.id })

    expect(await manager.post('catalog/delete', { item_id: item.id, cat_id: outer.id })).toMatchObject(REFUSED())
    const move = { cat_id: outer.id, to_item_id: elsewhere.id, is_del: 1 }
    expect(await manager.post('catalog/copy', move)).toMatchObject(REFUSED())

    expect(await dataOf(reader, 'page/info', { page_id: page.id })).toMatchObject({
      cat_id: inner.id,
      item_id: item.id,
    })
    expect(await codeOf(editor, 'catalog/delete', { item_id: item.id, cat_id: outer.id })).toBe(0)
  })

  it('[LOCK-07] does not keep other pages from being sorted beside it', async () => {
    const { item, page } = await aLockedPage()
    const other = await here.world.addPage(item)
    const sort = (pages: Readonly<Record<number, number>>) =>
      codeOf(manager, 'page/sort', { item_id: item.id, pages: JSON.stringify(pages) })

    expect(await sort({ [other.id]: 1, [page.id]: 99 })).toBe(0)
    expect(await sort({ [other.id]: 2, [page.id]: 1 })).toBe(10103)
    expect((await dataOf(reader, 'item/info', { item_id: item.id })).menu.pages).toMatchObject([
      { page_id: other.id },
      { page_id: page.id },
    ])
  })

  it('[LOCK-08] is neither taken nor released by others', async () => {
    const { page, lock } = await aLockedPage()

    expect(await lock(manager)).toMatchObject(REFUSED())
    expect(await lock(manager, { lock_to: RELEASE })).toMatchObject(REFUSED())
    expect(await lock(owner, { takes_over: 1 })).toMatchObject(REFUSED())

    expect(await stateOf(page.id, editor)).toMatchObject({ lock: 1, is_cur_user: 1 })
  })

  it('[LOCK-09] is released by lock_to 1000', async () => {
    const { page, lock } = await aLockedPage()

    expect(await lock(editor, { lock_to: RELEASE })).toMatchObject({ error_code: 0, data: { lock: 0 } })

    expect(await stateOf(page.id)).toMatchObject({ lock: 0, lock_username: '' })
  })

  it('[D11] lasts ten minutes when no time is said, until the second that is said, and no longer than now when that is over', async () => {
    const { lock } = await aPage()
    const lasts = async (fields: FormFields = {}): Promise<number> => (await lock(editor, fields)).data.lasts_ms

    const [usual, said] = [await lasts(), await lasts({ lock_to: inSeconds(120) })]
    expect(usual).toBeGreaterThan(580_000)
    expect(usual).toBeLessThanOrEqual(600_000)
    expect(said).toBeGreaterThan(100_000)
    expect(said).toBeLessThanOrEqual(120_000)
    expect(await lock(editor, { lock_to: inSeconds(-1) })).toMatchObject({ error_code: 0, data: { lock: 0 } })
  })

  it('[LOCK-10] is released with user_token in the body and no cookie, as by a beacon', async () => {
    const { item, page } = await aLockedPage()
    const beacon = here.browser()
    const token = editor.cookies.get('token') ?? ''
    const release = { page_id: page.id, item_id: item.id, lock_to: RELEASE }

    expect(await codeOf(beacon, 'page/setLock', { ...release, user_token: 'nonsense' })).toBe(10102)
    expect(await codeOf(beacon, 'page/setLock', { ...release, user_token: token })).toBe(0)

    expect(await stateOf(page.id)).toMatchObject({ lock: 0 })
  })

  it('[LOCK-10] is released by a beacon of the site itself, with the cookie and no token, and not by one of another site', async () => {
    const { item, page } = await aLockedPage()
    const beacon = (from: string) =>
      editor.request({
        method: 'POST',
        url: '/api/page/setLock',
        payload: new URLSearchParams({ page_id: `${page.id}`, item_id: `${item.id}`, lock_to: '1000' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8', 'sec-fetch-site': from },
      })

    expect((await beacon('cross-site')).json()).toMatchObject({ error_code: 10430 })
    expect(await stateOf(page.id)).toMatchObject({ lock: 1 })
    expect((await beacon('same-origin')).json()).toMatchObject({ error_code: 0 })
    expect(await stateOf(page.id)).toMatchObject({ lock: 0 })
  })

  it('[LOCK-14] needs the right to edit', async () => {
    const { lock } = await aPage()

    expect(await lock(reader)).toMatchObject({ error_code: 10103 })
    expect(await lock(here.browser())).toMatchObject({ error_code: 10102 })
    expect(await lock(await here.browserOf(here.world.stranger))).toMatchObject({ error_code: 10103 })
    expect(await lock(editor)).toMatchObject({ error_code: 0 })
  })

  it('[LOCK-15] lets its holder save, move, sort and delete', async () => {
    const { item, page } = await aLockedPage()

    expect(await save(editor, page.id)).toMatchObject({ error_code: 0 })
    expect(await codeOf(editor, 'page/sort', { item_id: item.id, pages: JSON.stringify({ [page.id]: 3 }) })).toBe(0)
    expect(await codeOf(editor, 'page/delete', { page_id: page.id })).toBe(0)
  })

  it('[LOCK-16] leaves the page to others once it is released', async () => {
    const { page, lock } = await aLockedPage()
    await lock(editor, { lock_to: RELEASE })

    expect(await lock(manager)).toMatchObject({ error_code: 0 })
    expect(await save(manager, page.id)).toMatchObject({ error_code: 0 })
    expect(await save(editor, page.id)).toMatchObject({ error_code: 10103 })
  })

  it('[LOCK-17] does not hold once its time has run out', async () => {
    const { page, lock } = await aPage()
    await lock(editor)
    expect(await save(manager, page.id)).toMatchObject(REFUSED())

    await lock(editor, { lock_to: inSeconds(2) })
    await expect.poll(async () => (await stateOf(page.id)).lock).toBe(0)

    expect(await save(manager, page.id)).toMatchObject({ error_code: 0 })
    expect(await lock(manager)).toMatchObject({ error_code: 0 })
  })

  it('is held by exactly one of eight who race for it (threats §12)', async () => {
    const { item, page } = await aPage()
    const people = await Promise.all(Array.from({ length: 8 }, (_, index) => here.world.addUser(`racer${index}`)))
    for (const person of people) await here.world.addMember(item, person, 'editor')
    const racers = await Promise.all(people.map((person) => here.browserOf(person)))

    const answers = await Promise.all(
      racers.map((racer) => codeOf(racer, 'page/setLock', { page_id: page.id, item_id: item.id })),
    )

    expect(answers.toSorted((a, b) => a - b)).toEqual([0, ...Array.from({ length: 7 }, () => 10103)])
    const winner = people[answers.indexOf(0)]?.username
    expect(await stateOf(page.id)).toMatchObject({ lock: 1, lock_username: winner })
  })

  it('lasts ten minutes at most, whatever lock_to says (threats A6)', async () => {
    const { page, lock } = await aPage()

    await lock(editor, { lock_to: 4_000_000_000 })

    const { lasts_ms: lastsMs } = await stateOf(page.id)
    expect(lastsMs).toBeGreaterThan(540_000)
    expect(lastsMs).toBeLessThanOrEqual(600_000)
  })

  it('that had run out is not taken again over a newer text (R9)', async () => {
    const { page, lock } = await aPage()
    await lock(editor, { tab: 'slept', base_revision: 1 })
    await lock(editor, { tab: 'slept', lock_to: RELEASE })
    await save(manager, page.id)

    expect(await lock(editor, { tab: 'slept', base_revision: 1 })).toMatchObject({ error_code: 10410 })
    expect(await lock(editor, { tab: 'slept', base_revision: 2 })).toMatchObject({ error_code: 0 })
  })

  it('is of one window; another one of the same person is told, and takes it when told to', async () => {
    const { page, lock } = await aPage()
    await lock(editor, { tab: 'first' })

    expect((await lock(editor, { tab: 'second' })).data).toMatchObject({ lock: 1, is_cur_user: 1, is_this_tab: 0 })
    expect((await lock(editor, { tab: 'second', takes_over: 1 })).data).toMatchObject({ is_this_tab: 1 })
    expect(await dataOf(editor, 'page/isLock', { page_id: page.id, tab: 'first' })).toMatchObject({ is_this_tab: 0 })
    // The beacon of the window that lost it comes late.
    await lock(editor, { tab: 'first', lock_to: RELEASE })
    expect(await stateOf(page.id, editor)).toMatchObject({ lock: 1 })
  })

  it('is refused on an item that is not the one of the page (threats A2), and on a page in the recycle bin', async () => {
    const { item, page, lock } = await aPage()
    const other = await here.world.addItem()

    expect(await lock(editor, { item_id: other.id })).toMatchObject({ error_code: 10101 })
    expect(await codeOf(editor, 'page/setLock', { page_id: page.id })).toBe(0)
    await dataOf(editor, 'page/delete', { page_id: page.id })
    expect(await lock(editor, { item_id: item.id })).toMatchObject({ error_code: 10101 })
  })
})

describe('breaking a lock', () => {
  it('gives it to a manager, is noted in the change log and on record, and tells the former holder who', async () => {
    const { world } = here
    const { item, page, lock } = await aLockedPage()

    const admin = await here.browserOf(world.admin)

    const broken = await dataOf(manager, 'page/breakLock', { page_id: page.id })

    expect(broken).toMatchObject({ lock: 1, is_cur_user: 1, lock_username: world.manager.username })
    expect(await lock(editor)).toMatchObject({
      error_code: 10103,
      error_message: expect.stringContaining(world.manager.username),
    })
    const [entry] = (await dataOf(editor, 'item/getChangeLog', { item_id: item.id })).list
    expect(entry).toMatchObject({
      op_action_type: 'breakLock',
      op_object_type: 'page',
      op_object_id: page.id,
      op_details: { person: world.editor.username },
    })
    const { list } = await dataOf(admin, 'audit/getList', {})
    expect(list[0]).toMatchObject({
      action: 'page.lockBroken',
      object_type: 'page',
      object_id: `${page.id}`,
      username: world.manager.username,
      concerned_uid: world.editor.id,
    })
  })

  it('is for managers, and says nothing when there is none to break', async () => {
    const { item, page } = await aLockedPage()

    expect(await codeOf(editor, 'page/breakLock', { page_id: page.id })).toBe(10303)
    expect(await codeOf(reader, 'page/breakLock', { page_id: page.id })).toBe(10303)
    await dataOf(editor, 'page/setLock', { page_id: page.id, item_id: item.id, lock_to: RELEASE })

    expect(await dataOf(manager, 'page/breakLock', { page_id: page.id })).toMatchObject({ lock: 0 })
    expect((await dataOf(editor, 'item/getChangeLog', { item_id: item.id })).list).toEqual([])
  })
})

describe('who writes where', () => {
  it('is told to those who edit, each of what they see of the item', async () => {
    const { world } = here
    const item = await world.addItem()
    const [first, second] = [await world.addCatalog(item), await world.addCatalog(item)]
    const [inFirst, inSecond] = [
      await world.addPage(item, { catalogId: first.id }),
      await world.addPage(item, { catalogId: second.id }),
    ]
    const limited = await world.addUser('lim')
    await world.addMember(item, limited, 'editor', second.id)
    for (const { id } of [inFirst, inSecond]) await dataOf(editor, 'page/setLock', { page_id: id, item_id: item.id })

    const lockUsername = world.editor.username
    expect(await dataOf(owner, 'page/locks', { item_id: item.id })).toEqual([
      { page_id: inFirst.id, lock_username: lockUsername },
      { page_id: inSecond.id, lock_username: lockUsername },
    ])
    expect(await dataOf(await here.browserOf(limited), 'page/locks', { item_id: item.id })).toEqual([
      { page_id: inSecond.id, lock_username: lockUsername },
    ])
    expect(await codeOf(reader, 'page/locks', { item_id: item.id })).toBe(10103)
  })
})
