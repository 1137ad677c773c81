import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { PNG } from '#tests/support/sample-files.ts'
import type { Person } from '#tests/support/people.ts'
import { site, type Browser, type Site } from './harness.ts'

let here: Site | null = null
let mei: Person
let browser: Browser
let people = 0
beforeEach(async () => {
  here ??= await site()
  mei = await here.world.addUser(`hubowner${(people += 1)}`)
  browser = await here.browserOf(mei)
})
afterAll(() => here?.close())
const place = (): Site => {
  if (!here) throw new Error('there is no site')
  return here
}

const put = (name: string, content: string | typeof PNG = 'text', by = browser) =>
  by.upload('page/upload', { name, content })
const listOf = async (filter: Record<string, string | number> = {}, by = browser) =>
  (await by.post('attachment/getMyList', filter)).data
const namesOf = ({ list }: { list: readonly { display_name: string }[] }) => list.map((each) => each.display_name)

describe('a file of one’s own that a page uses', () => {
  /** A private item with a page that uses a file of Mei's, who may edit there. */
  async function usedFile() {
    const { world } = place()
    const item = await world.addItem({ visitPassword: 'sesame' })
    await world.addMember(item, mei, 'editor')
    const { id: pageId } = await world.addPage(item)
    const { data } = await put('notes.txt')
    await browser.post('attachment/bindingPage', { file_id: data.file_id, page_id: pageId })
    const owner = await place().browserOf(world.owner)
    const remove = async () => (await browser.post('attachment/deleteMyAttachment', { file_id: data.file_id })).error_code // prettier-ignore
    const files = async () => (await owner.post('page/uploadList', { page_id: pageId })).data.length
    return { item, pageId, owner, remove, files, members: world.product.database.members }
  }

  it('[D85] stays with the page for whoever lost it, also while the page is in the recycle bin', async () => {
    const { item, pageId, owner, remove, files, members } = await usedFile()
    await members.remove(item.id, mei.id)

    expect([await remove(), await files()]).toEqual([10103, 1])
    await owner.post('page/delete', { page_id: pageId })
    expect(await remove()).toBe(10103)
    await owner.post('recycle/recover', { item_id: item.id, page_id: pageId })

    expect(await files()).toBe(1)
    await members.put({ itemId: item.id, userId: mei.id, role: 'reader', catalogId: null, addedAt: new Date() })
    expect([await remove(), await files()]).toEqual([0, 0])
  })

  it('[D85] [PERM-08] stays in an archived item, for members and those who were', async () => {
    const { item, remove, files, members } = await usedFile()
    await place().world.product.database.items.update({ ...item, isArchived: true })

    expect([await remove(), await files()]).toEqual([10103, 1])
    await members.remove(item.id, mei.id)
    expect([await remove(), await files()]).toEqual([10103, 1])
  })

  it('can go once the page that used it is gone for good', async () => {
    const { item, remove, owner } = await usedFile()
    await owner.post('item/delete', { item_id: item.id, password: place().world.password })

    expect(await remove()).toBe(0)
  })
})

describe('the own files', () => {
  it('[ATT-07] [ATT-08] [ATT-09] [API-084] [ENT-ATT-01] [ENT-ATT-02] [ENT-ATT-03] [ENT-ATT-04] [ENT-ATT-05] [ENT-ATT-07] [ENT-ATT-08] [ENT-ATT-09] [ENT-ATT-10] [ENT-ATT-11] [ENT-ATT-12] hold what was uploaded without a page', async () => {
    const { data, url } = await put('a.pdf', 'x'.repeat(524_288))

    expect(await listOf()).toEqual({
      list: [
        {
          file_id: data.file_id,
          display_name: 'a.pdf',
          file_type: 'application/pdf',
          file_size_m: 0.5,
          visit_times: 0,
          addtime: '2026-03-01 17:30:00',
          url,
        },
      ],
      total: 1,
      used_m: 0.5,
      used_flow_m: 0,
    })
  })

  it('[ATT-10] [CONST-41] are filtered by kind, which the content says', async () => {
    await put('a.png', PNG)
    await put('b.png', 'no image at all')

    expect(namesOf(await listOf({ attachment_type: -1 }))).toEqual(['b.png', 'a.png'])
    expect(namesOf(await listOf({ attachment_type: 1 }))).toEqual(['a.png'])
    expect(namesOf(await listOf({ attachment_type: 2 }))).toEqual(['b.png'])
  })

  it('[ATT-11] are filtered by part of the name, whatever signs are in it', async () => {
    for (const name of ['50% off.txt', '50 per cent.txt', 'Notes_1.txt', 'Notes11.txt']) await put(name)

    expect(namesOf(await listOf({ display_name: '50%' }))).toEqual(['50% off.txt'])
    expect(namesOf(await listOf({ display_name: 'notes_' }))).toEqual(['Notes_1.txt'])
  })

  it('[ATT-12] come in pages, the newest first, while the total counts all', async () => {
    for (const name of ['1.txt', '2.txt', '3.txt']) await put(name)

    const second = await listOf({ page: 2, count: 2 })

    expect(namesOf(second)).toEqual(['1.txt'])
    expect(second.total).toBe(3)
  })

  it('[CONST-21] come six at once unless others are asked for', async () => {
    for (const name of ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt', '6.txt', '7.txt']) await put(name)

    const first = await listOf({})

    expect(namesOf(first)).toHaveLength(6)
    expect(first.total).toBe(7)
  })

  it('[ATT-13] are seen by nobody else, whatever username is asked for', async () => {
    await put('mine.txt')
    const other = await place().browserOf(place().world.stranger)

    expect(namesOf(await listOf({ username: mei.username, count: 1000 }, other))).not.toContain('mine.txt')
  })

  it('[ATT-14] [ATT-30] [API-086] are deleted by their owner alone, and then served to nobody', async () => {
    const { data, url } = await put('a.txt')
    const other = await place().browserOf(place().world.stranger)

    const refusal = await other.post('attachment/deleteMyAttachment', { file_id: data.file_id })
    expect(refusal.error_code).toBe(10101)
    expect((await other.get(url)).body).toBe('text')

    const reply = await browser.post('attachment/deleteMyAttachment', { file_id: data.file_id })
    expect(reply.error_code).toBe(0)
    expect((await browser.get(url)).statusCode).toBe(404)
    expect((await listOf()).total).toBe(0)
  })

  it('[ATT-27] take more space with each upload, however small', async () => {
    const before = (await listOf()).used_m
    await put('a.txt', '1')

    expect((await listOf()).used_m).toBeGreaterThan(before)
  })

  it('are opened to nobody by their address once a page used them', async () => {
    const world = place().world
    const page = await world.addPage(await world.addItem({ ownerId: mei.id, visitPassword: 'sesame' }))
    const { data, url } = await put('a.txt')
    expect((await place().browser().get(url)).statusCode).toBe(200)

    await browser.post('attachment/bindingPage', { file_id: data.file_id, page_id: page.id })

    expect((await place().browser().get(url)).statusCode).toBe(404)
    expect((await browser.get(url)).statusCode).toBe(200)
  })

  it('have a limit for each day (threats F1)', async () => {
    const { database } = place().world.product
    const facts = {
      ownerId: mei.id,
      kind: 'general',
      mediaType: 'text/plain',
      storage: 'local',
      isOfHub: true,
    } as const
    await database.attachments.insert(
      {
        ...facts,
        displayName: 'disk.img',
        bytes: 1024 ** 3,
        key: `quota${mei.id}`,
        token: `quota${mei.id}`,
        addedAt: place().world.clock.now(),
      },
      null,
    )

    expect((await put('more.txt')).error_code).toBe(10443)
  })
})

describe('files in the eyes of an administrator', () => {
  it('[ATT-24] [API-085] [ENT-ATT-06] [ENT-ATT-12] are everybody’s, by uploader, with the space they take', async () => {
    const admin = await place().browserOf(place().world.admin)
    const before = (await admin.post('attachment/getAllList')).data.used_m
    await put('a.txt', 'x'.repeat(1024 * 1024))

    const { data } = await admin.post('attachment/getAllList', { username: mei.username })

    expect(data.list).toMatchObject([{ display_name: 'a.txt', username: mei.username, file_size_m: 1 }])
    expect(data.total).toBe(1)
    // Traffic is told to each of their own files only.
    expect(Object.keys(data)).toEqual(['list', 'total', 'used_m'])
    expect(data.used_m - before).toBeCloseTo(1, 4)
  })

  it('[ATT-25] [API-087] are deleted, which is put on record', async () => {
    const admin = await place().browserOf(place().world.admin)
    const { data, url } = await put('a.txt')

    expect((await admin.post('attachment/deleteAttachment', { file_id: data.file_id })).error_code).toBe(0)

    expect((await browser.get(url)).statusCode).toBe(404)
    const audit = await admin.post('audit/getList', { action: 'attachment.deleted' })
    expect(audit.data.list[0]).toMatchObject({ object_id: String(data.file_id) })
  })

  it('[ATT-26] [PERM-02] are refused to others', async () => {
    const { data } = await put('a.txt')

    expect((await browser.post('attachment/getAllList')).error_code).toBe(10103)
    expect((await browser.post('attachment/deleteAttachment', { file_id: data.file_id })).error_code).toBe(10103)
  })
})
