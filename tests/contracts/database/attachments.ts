import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import type { Attachment, NewAttachment } from '#core/attachment/attachment.ts'
import { aPage, anItem, aUser, later, NOW, type Opener } from './things.ts'

/** Files, the pages that use them, what is fetched of them, and blobs nobody refers to. */
export function attachmentsContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  let owners = 500_000
  const anOwner = (): number => (owners += 1)
  const factsOf = (facts: Partial<NewAttachment> = {}): NewAttachment => ({
    ownerId: 1,
    displayName: 'file.txt',
    kind: 'general',
    mediaType: 'text/plain',
    bytes: 100,
    storage: 'local',
    key: randomUUID(),
    token: randomUUID(),
    isOfHub: false,
    addedAt: NOW,
    ...facts,
  })
  async function aFile(facts: Partial<NewAttachment> = {}, pageId: number | null = null): Promise<Attachment> {
    const file = await database.attachments.insert(factsOf(facts), pageId)
    if (!file) throw new Error('the page of the file is not there')
    return file
  }
  const newPage = async () => aPage(database, (await anItem(database)).id)
  const pagesOf = async ({ token }: Attachment) => (await database.attachments.byToken(token))?.pageIds ?? null
  const strays = () => database.attachments.strayBlobs('local', later(0), 1000)

  describe('files', () => {
    it('are read as they were written', async () => {
      const facts = factsOf({ displayName: '接口.png', kind: 'image', mediaType: 'image/png', isOfHub: true })

      const file = await database.attachments.insert(facts, null)

      expect(file).toEqual({ ...facts, id: file?.id, visits: 0, wasBound: false })
      expect(await database.attachments.byId(file?.id ?? 0)).toEqual(file)
      expect(await database.attachments.byToken(facts.token)).toEqual({ attachment: file, pageIds: [] })
      expect(await database.attachments.byId(2_000_000)).toBeNull()
      expect(await database.attachments.byToken('none')).toBeNull()
    })

    it('come with the page they are attached to, or not at all', async () => {
      const [page, gone] = [await newPage(), await newPage()]
      await database.pages.recycle(gone.id, 1, NOW)
      const file = await aFile({}, page.id)

      expect(file.wasBound).toBe(true)
      expect(await pagesOf(file)).toEqual([page.id])
      expect((await database.access.ofPage(page.id, null))?.attachmentCount).toBe(1)
      const facts = factsOf()
      expect(await database.attachments.insert(facts, gone.id)).toBeNull()
      expect(await database.attachments.insert(facts, 2_000_000)).toBeNull()
      expect(await database.attachments.byToken(facts.token)).toBeNull()
    })

    it('are found by owner, kind and parts of names, newest first', async () => {
      const user = await aUser(database)
      const [first, second] = [
        await aFile({ ownerId: user.id, displayName: 'Plan_A.txt' }),
        await aFile({ ownerId: user.id, displayName: 'shot.png', kind: 'image' }),
      ]
      const all = { ownerId: user.id, ownerName: '', displayName: '', kind: 'all' } as const
      const found = async (filter: object, page = 1, count = 10) => {
        const { list, total } = await database.attachments.search({ ...all, ...filter }, { page, count })
        return [list.map(({ id }) => id), total]
      }

      expect(await found({})).toEqual([[second.id, first.id], 2])
      expect(await found({}, 2, 1)).toEqual([[first.id], 2])
      expect(await found({ kind: 'image' })).toEqual([[second.id], 1])
      expect(await found({ displayName: 'n_a' })).toEqual([[first.id], 1])
      expect(await found({ ownerId: null, ownerName: user.username.slice(2) })).toEqual([[second.id, first.id], 2])
      const { list } = await database.attachments.search(all, { page: 1, count: 1 })
      expect(list[0]?.ownerUsername).toBe(user.username)
    })

    it('are counted by the storage they lie in', async () => {
      const storage = `s3://${randomUUID()}/docs`
      for (let n = 0; n < 3; n += 1) await aFile({ storage })

      const counted = await database.attachments.inStorages()

      expect(counted.find((each) => each.storage === storage)).toEqual({ storage, files: 3, bytes: 300, strays: 0 })
    })

    it('add up to the space they take', async () => {
      const ownerId = anOwner()
      const before = await database.attachments.usedBytes(null)
      await aFile({ ownerId, bytes: 2_000_000_000 })
      await aFile({ ownerId, bytes: 2_000_000_000, addedAt: later(1000) })

      expect(await database.attachments.usedBytes(ownerId)).toBe(4_000_000_000)
      expect((await database.attachments.usedBytes(null)) - before).toBe(4_000_000_000)
      expect(await database.attachments.bytesSince(ownerId, later(500))).toBe(2_000_000_000)
      expect(await database.attachments.usedBytes(anOwner())).toBe(0)
    })
  })

  describe('bindings', () => {
    it('are listed when people made them, in that order, and counted', async () => {
      const page = await newPage()
      const [first, second] = [await aFile(), await aFile()]
      await database.attachments.attach(second.id, page.id, later(1))
      await database.attachments.attach(first.id, page.id, later(2))
      await database.attachments.attach(second.id, page.id, later(3))

      const list = await database.attachments.ofPage(page.id)

      expect(list.map(({ id, attachedAt }) => [id, attachedAt])).toEqual([
        [second.id, later(1)],
        [first.id, later(2)],
      ])
      expect((await database.access.ofPage(page.id, null))?.attachmentCount).toBe(2)
    })

    it('are read for several live pages of one item, in the order in which the files came to them', async () => {
      const page = await newPage()
      const [mate, gone] = [await aPage(database, page.itemId), await aPage(database, page.itemId)]
      const foreign = await newPage()
      const ownerId = anOwner()
      const [first, second] = [await aFile({ ownerId }), await aFile({ ownerId })]
      for (const { id } of [gone, foreign]) await database.attachments.attach(first.id, id, later(0))
      await database.attachments.attach(second.id, page.id, later(1))
      await database.attachments.bindNamed(page.id, ownerId, [first.token], later(2))
      await database.attachments.attach(first.id, mate.id, later(3))
      await database.pages.recycle(gone.id, 1, NOW)

      const ids = [page, mate, gone, foreign].map(({ id }) => id)
      const used = await database.attachments.usedBy(page.itemId, ids)

      expect(used.map(({ id, pageId, isAttached }) => [id, pageId, isAttached])).toEqual([
        [second.id, page.id, true],
        [first.id, page.id, false],
        [first.id, mate.id, true],
      ])
      expect(used[0]).toMatchObject({ displayName: second.displayName, key: second.key, token: second.token })
      expect(await database.attachments.usedBy(page.itemId, [])).toEqual([])
    })

    it('come of names in a text for files of the owner alone, and are not listed', async () => {
      const page = await newPage()
      const ownerId = anOwner()
      const [own, foreign] = [await aFile({ ownerId }), await aFile()]

      await database.attachments.bindNamed(page.id, ownerId, [own.token, foreign.token, 'none'], NOW)
      await database.attachments.bindNamed(page.id, ownerId, [own.token], NOW)

      expect(await pagesOf(own)).toEqual([page.id])
      expect((await database.attachments.byId(own.id))?.wasBound).toBe(true)
      expect(await pagesOf(foreign)).toEqual([])
      expect((await database.attachments.byId(foreign.id))?.wasBound).toBe(false)
      expect(await database.attachments.ofPage(page.id)).toEqual([])
      expect((await database.access.ofPage(page.id, null))?.attachmentCount).toBe(0)
    })

    it('end when a file is taken off, unless the text names it', async () => {
      const page = await newPage()
      const ownerId = anOwner()
      const [plain, named] = [await aFile({ ownerId }, page.id), await aFile({ ownerId }, page.id)]
      await database.attachments.bindNamed(page.id, ownerId, [named.token], NOW)

      expect(await database.attachments.detach(plain.id, page.id)).toBe(true)
      expect(await database.attachments.detach(plain.id, page.id)).toBe(false)
      expect(await database.attachments.detach(named.id, page.id)).toBe(true)
      expect(await database.attachments.detach(named.id, page.id)).toBe(false)

      expect(await database.attachments.ofPage(page.id)).toEqual([])
      expect([await pagesOf(plain), await pagesOf(named)]).toEqual([[], [page.id]])
      expect(await database.attachments.deleteUnused(named.id, ownerId)).toBe(false)
      expect(await database.attachments.deleteUnused(plain.id, anOwner())).toBe(false)
      expect(await database.attachments.deleteUnused(plain.id, ownerId)).toBe(true)
    })

    it('leave a file with its owner, whose others can all be given to somebody else', async () => {
      const page = await newPage()
      const [ownerId, otherId] = [anOwner(), anOwner()]
      const attached = await aFile({ ownerId }, page.id)
      const [plain, hub] = [await aFile({ ownerId }), await aFile({ ownerId, isOfHub: true })]
      const { attachments } = database
      const unused = async (userId: number, page = 1) => {
        const { list, total } = await attachments.unusedOf(userId, { page, count: 1 })
        return [list.map(({ id }) => id), total]
      }

      expect([await unused(ownerId), await unused(ownerId, 2)]).toEqual([
        [[plain.id], 2],
        [[hub.id], 2],
      ])
      expect(await attachments.giveUnused(ownerId, otherId)).toBe(2)

      expect([await unused(ownerId), await unused(otherId)]).toEqual([
        [[], 0],
        [[plain.id], 2],
      ])
      expect((await attachments.byId(attached.id))?.ownerId).toBe(ownerId)
      expect(await attachments.giveUnused(ownerId, otherId)).toBe(0)
    })

    it('stay when the text names them, also files of others than its saver, who opens no other file of theirs', async () => {
      const page = await newPage()
      const ownerId = anOwner()
      const [attached, foreign] = [await aFile({ ownerId }, page.id), await aFile({ ownerId })]

      await database.attachments.bindNamed(page.id, anOwner(), [attached.token, foreign.token], NOW)

      expect(await database.attachments.detach(attached.id, page.id)).toBe(true)
      expect([await pagesOf(attached), await pagesOf(foreign)]).toEqual([[page.id], []])
    })

    it('are copied with pages', async () => {
      const [page, copy] = [await newPage(), await newPage()]
      const ownerId = anOwner()
      const [attached, named] = [await aFile({ ownerId }, page.id), await aFile({ ownerId })]
      await database.attachments.bindNamed(page.id, ownerId, [named.token], NOW)

      await database.attachments.copyBindings([{ pageId: page.id, copyId: copy.id }], later(5))

      expect((await database.attachments.ofPage(copy.id)).map(({ id }) => id)).toEqual([attached.id])
      expect(await pagesOf(named)).toEqual(expect.arrayContaining([page.id, copy.id]))
      await database.attachments.copyBindings([], NOW)
    })
  })

  describe('blobs', () => {
    it('are strays once they are due, unless an attachment was made of them', async () => {
      const [kept, lost, early] = [factsOf(), randomUUID(), randomUUID()]
      await database.attachments.expectBlob({ storage: 'local', key: kept.key }, NOW)
      await database.attachments.expectBlob({ storage: 'local', key: lost }, NOW)
      await database.attachments.expectBlob({ storage: 'local', key: early }, later(1))
      await database.attachments.insert(kept, null)

      const due = await strays()
      expect(due).toContain(lost)
      expect(due).not.toContain(kept.key)
      expect(due).not.toContain(early)
      expect(await database.attachments.strayBlobs('elsewhere', later(0), 1000)).toEqual([])

      await database.attachments.forgetBlob({ storage: 'local', key: lost })
      expect(await strays()).not.toContain(lost)
    })

    it('are strays at once when their attachment is deleted', async () => {
      const page = await newPage()
      const file = await aFile({ isOfHub: true }, page.id)

      await database.attachments.delete(file.id)

      expect(await strays()).toContain(file.key)
      expect(await database.attachments.ofPage(page.id)).toEqual([])
    })

    it('go with the last page that used them, for good, unless somebody keeps the file among their own', async () => {
      const item = await anItem(database)
      const [first, second, elsewhere] = [
        await aPage(database, item.id),
        await aPage(database, item.id),
        await newPage(),
      ]
      const [shared, used, own] = [
        await aFile({}, first.id),
        await aFile({}, first.id),
        await aFile({ isOfHub: true }, first.id),
      ]
      await database.attachments.attach(shared.id, second.id, NOW)
      await database.attachments.attach(used.id, elsewhere.id, NOW)

      await database.items.delete(item.id)

      expect(await database.attachments.byId(shared.id)).toBeNull()
      expect(await strays()).toContain(shared.key)
      expect(await pagesOf(used)).toEqual([elsewhere.id])
      expect(await pagesOf(own)).toEqual([])
      expect((await database.attachments.byId(own.id))?.wasBound).toBe(true)
    })
  })

  it('visits and traffic add up, by month', async () => {
    const ownerId = anOwner()
    const [first, second] = [await aFile({ ownerId }), await aFile({ ownerId })]
    const seen = (file: Attachment, visits: number, bytes: number) => ({
      attachmentId: file.id,
      ownerId,
      visits,
      bytes,
    })

    await database.attachments.addVisits([seen(first, 2, 3_000_000_000), seen(second, 0, 50)], '2026-03')
    await database.attachments.addVisits([seen(first, 1, 1)], '2026-03')
    await database.attachments.addVisits([seen(first, 1, 7)], '2026-04')
    await database.attachments.addVisits([], '2026-05')

    expect((await database.attachments.byId(first.id))?.visits).toBe(4)
    expect((await database.attachments.byId(second.id))?.visits).toBe(0)
    expect(await database.attachments.trafficOf(ownerId, '2026-03')).toBe(3_000_000_051)
    expect(await database.attachments.trafficOf(ownerId, '2026-04')).toBe(7)
    expect(await database.attachments.trafficOf(ownerId, '2026-05')).toBe(0)
  })
}
