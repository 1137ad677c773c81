import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptLimits } from '#core/account/attempt-limits.ts'
import { pageLinkWith, WRONG_KEYS } from '#core/page/link.ts'
import type { Item } from '#core/item/item.ts'
import { site, type Browser, type Site } from './harness.ts'
import { codeOf, dataOf } from './replies.ts'

let here: Site
let editor: Browser
let reader: Browser
let manager: Browser
let item: Item
beforeAll(async () => {
  here = await site()
  editor = await here.browserOf(here.world.editor)
  reader = await here.browserOf(here.world.reader)
  manager = await here.browserOf(here.world.manager)
  item = await here.world.addItem({ name: 'planted item', visitPassword: 'open sesame' })
})
afterAll(() => here.close())

const link = (pageId: number, isWanted: boolean, by: Browser = editor) =>
  by.post('page/createSinglePage', { page_id: pageId, isCreateSiglePage: String(isWanted) })
const keyFor = async (pageId: number): Promise<string> => (await link(pageId, true)).data.unique_key as string
const byKey = (uniqueKey: string, pageId = 0, by: Browser = here.browser()) =>
  by.post('page/infoByKey', { unique_key: uniqueKey, ...(pageId > 0 && { page_id: pageId }) })
const aPage = () => here.world.addPage(item, { title: 'Shared', content: 'shared text' })
const aSharedPage = async () => {
  const page = await aPage()
  return { page, key: await keyFor(page.id) }
}

describe('the link of a page', () => {
  it('[SINGLE-03] [SINGLE-05] [GEN-13] [API-045] [API-041] shows it to everybody, in a private item too', async () => {
    const { page, key } = await aSharedPage()

    expect((await byKey(key, page.id)).data).toMatchObject({
      page_id: page.id,
      page_title: 'Shared',
      page_content: 'shared text',
    })
    expect((await byKey(key)).data.page_content).toBe('shared text')
    // D48: the item around it stays closed, and is not even named.
    expect(await codeOf(here.browser(), 'page/info', { page_id: page.id })).toBe(10303)
    const text = JSON.stringify(await byKey(key))
    expect(text).not.toMatch(/item_id|cat_id|planted item|@/)
  })

  it('[SINGLE-03] stays what it is when it is made again (D47)', async () => {
    const { page, key } = await aSharedPage()

    expect(await keyFor(page.id)).toBe(key)
    expect((await link(page.id, true, manager)).data.unique_key).toBe(key)
  })

  it('ends by itself at its time, and is then as one that never was', async () => {
    const { database, services } = here.world.product
    const inAnHour = new Date(services.clock.now().getTime() + 3_600_000)
    const carried = async (key: string, endsAt: Date) => {
      const page = await aPage()
      await database.pageLinks.add(pageLinkWith(services, page.id, { key, endsAt }), 1, services.clock.now())
      return page
    }
    const [lasting, ended] = [await carried('still-works', inAnHour), await carried('has-ended', new Date(0))]
    const nameOf = async ({ id }: { readonly id: number }) =>
      (await dataOf(editor, 'page/info', { page_id: id })).unique_key

    expect((await byKey('still-works')).data.page_id).toBe(lasting.id)
    expect([await nameOf(lasting), await keyFor(lasting.id)]).toEqual(['still-works', 'still-works'])

    expect(await byKey('has-ended')).toEqual(await byKey('never-was'))
    expect(await nameOf(ended)).toBe('')
    const anew = await keyFor(ended.id)
    expect(anew).not.toBe('has-ended')
    expect((await byKey(anew)).data.page_id).toBe(ended.id)
    expect((await byKey('has-ended')).error_code).not.toBe(0)
  })

  it('[SINGLE-04] is named by page/info to those who may edit the page, and to nobody else', async () => {
    const page = await aPage()
    const namedTo = async (browser: Browser) => (await dataOf(browser, 'page/info', { page_id: page.id })).unique_key
    expect(await namedTo(editor)).toBe('')

    const key = await keyFor(page.id)

    expect(await namedTo(editor)).toBe(key)
    expect(await namedTo(manager)).toBe(key)
    expect(await namedTo(reader)).toBe('')
  })

  it('[SINGLE-06] [SINGLE-13] is dead as soon as it is cancelled, and the next one has another key', async () => {
    const { page, key } = await aSharedPage()

    expect((await link(page.id, false)).data.unique_key).toBe('')

    expect((await byKey(key)).error_code).toBe(10101)
    expect((await dataOf(editor, 'page/info', { page_id: page.id })).unique_key).toBe('')
    const next = await keyFor(page.id)
    expect(next).not.toBe(key)
    expect((await byKey(key)).error_code).toBe(10101)
    expect((await byKey(next)).error_code).toBe(0)
  })

  it('[SINGLE-08] is refused alike with a key that never was, was cancelled, or is of another page', async () => {
    const { page, key } = await aSharedPage()
    const { page: other, key: cancelled } = await aSharedPage()
    await link(other.id, false)

    const answers = await Promise.all([
      byKey('n'.repeat(32)),
      byKey(''),
      byKey('%'),
      byKey(cancelled),
      byKey(cancelled, other.id),
      byKey(key, other.id),
      byKey(key.toUpperCase(), page.id),
    ])

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ error_code: 10101, data: {} })
  })

  it('[SINGLE-09] ends with its page in the recycle bin, and stays dead when the page comes back', async () => {
    const { page, key } = await aSharedPage()
    await dataOf(editor, 'page/delete', { page_id: page.id })
    expect((await byKey(key)).error_code).toBe(10101)

    await dataOf(manager, 'recycle/recover', { item_id: item.id, page_id: page.id })

    expect((await byKey(key)).error_code).toBe(10101)
    expect((await dataOf(editor, 'page/info', { page_id: page.id })).unique_key).toBe('')
  })

  it('ends with the catalog its page lay in', async () => {
    const catalog = await here.world.addCatalog(item)
    const page = await here.world.addPage(item, { catalogId: catalog.id })
    const key = await keyFor(page.id)

    await dataOf(manager, 'catalog/delete', { item_id: item.id, cat_id: catalog.id })

    expect((await byKey(key)).error_code).toBe(10101)
  })

  it('[SINGLE-10] is made and cancelled by editors only', async () => {
    const { page, key } = await aSharedPage()

    for (const isWanted of [true, false]) {
      expect((await link(page.id, isWanted, reader)).error_code).toBe(10103)
      expect((await link(page.id, isWanted, here.browser())).error_code).toBe(10102)
    }

    expect((await byKey(key)).error_code).toBe(0)
  })

  it('[SINGLE-06] is cancelled in an archived item too, by those who are shown it, and made there by nobody', async () => {
    const frozen = await here.world.addItem({ visitPassword: 'open sesame' })
    const page = await here.world.addPage(frozen, { content: 'shared text' })
    const key = await keyFor(page.id)
    await here.world.product.database.items.update({ ...frozen, isArchived: true })
    expect((await byKey(key)).error_code).toBe(0)

    expect((await link(page.id, true)).error_code).toBe(10103)
    expect((await link(page.id, false, reader)).error_code).toBe(10103)
    expect((await byKey(key)).error_code).toBe(0)
    expect((await link(page.id, false)).error_code).toBe(0)

    expect((await byKey(key)).error_code).toBe(10101)
  })

  it('[SINGLE-12] has at least 16 random letters and digits', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, async () => (await aSharedPage()).key))

    expect(new Set(keys).size).toBe(20)
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9]{16,}$/)
  })

  it('is kept in a form nobody can use', async () => {
    const { page, key } = await aSharedPage()
    const { database } = here.world.product

    const { sealedKey } = (await database.access.ofPage(page.id, null)) ?? {}

    expect(sealedKey).toBeTruthy()
    expect(sealedKey).not.toContain(key)
    expect(await database.pageLinks.pageOf(key, new Date(0))).toBeNull()
  })

  it('is told in the change log and put on record, without its key', async () => {
    const { page, key } = await aSharedPage()
    await link(page.id, true)
    await link(page.id, false)
    await link(page.id, false)

    const { list } = await dataOf(editor, 'item/getChangeLog', { item_id: item.id, page: 1, count: 2 })
    const { list: record } = await here.world.product.database.audit.find({}, { page: 1, count: 2 })

    expect(list.map((each: { op_action_type: string }) => each.op_action_type)).toEqual(['unshare', 'share'])
    expect(record.map(({ action }) => action)).toEqual(['page.unshared', 'page.shared'])
    expect(JSON.stringify([list, record])).not.toContain(key)
  })

  it('cannot be guessed on and on from one address', async () => {
    const own = await site()
    const shared = await own.world.addPage(await own.world.addItem())
    const by = await own.browserOf(own.world.editor)
    const { unique_key: key } = await dataOf(by, 'page/createSinglePage', { page_id: shared.id, isCreateSiglePage: 1 })
    const guess = () => codeOf(own.browser(), 'page/infoByKey', { unique_key: 'guessed' })

    for (let n = 0; n < WRONG_KEYS; n += 1) expect(await guess()).toBe(10101)

    expect(await guess()).toBe(10429)
    expect(await codeOf(own.browser(), 'page/infoByKey', { unique_key: key })).toBe(10429)
    own.world.clock.advance(attemptLimits.failureWindowMs)
    expect(await codeOf(own.browser(), 'page/infoByKey', { unique_key: key })).toBe(0)
    await own.close()
  })
})
