import { describe, expect, it, onTestFinished } from 'vitest'
import { endRecycledItems } from '#core/item/end-recycled.ts'
import { coreOperations } from '#core/operations.ts'
import { outcomeOf, outcomesOf } from '#tests/support/refusal.ts'
import { bind, putMember } from '#tests/support/teams.ts'
import { CONNECTABLE, twoConnections } from '#tests/support/two-connections.ts'
import { world, type World } from '#tests/support/world.ts'

const { adminItem, adminUser, audit, item: items, itemBin, page: pages, teamItem } = coreOperations
const DAY_MS = 24 * 3_600_000

const deletedBy = async (here: World, facts: Parameters<World['addItem']>[0] = {}) => {
  const item = await here.addItem(facts)
  await here.owner.do(items.delete, { itemId: item.id, password: here.password })
  return item
}
const jobContext = ({ product, services }: World) => ({ store: product.database, services })

describe('the bin of items', () => {
  it('gives back pages with their versions, catalogs, members, the domain and the visit password', async () => {
    const here = await world()
    const { owner, editor, reader, admin } = here
    const item = await here.addItem({ name: 'Payments', domain: 'binpay', visitPassword: 'sesame' })
    const catalog = await here.addCatalog(item, { name: 'Guides' })
    const page = await here.addPage(item, { title: 'Refunds', content: 'first', catalogId: catalog.id })
    await owner.do(pages.save, { pageId: page.id, pageTitle: 'Refunds', pageContent: 'second' })
    const { uniqueKey } = await owner.do(pages.share, { pageId: page.id, isShared: true })
    const whole = async () => ({
      info: await editor.do(items.info, { itemId: 'binpay' }),
      detail: await owner.do(items.detail, { itemId: item.id }),
      page: await reader.do(pages.info, { pageId: page.id }),
      versions: await editor.do(pages.history, { pageId: page.id }),
      shared: (await here.visitor.do(pages.infoByKey, { uniqueKey })).pageContent,
      found: (await owner.do(items.search, { itemId: item.id, keyword: 'second' })).pages,
    })
    const before = await whole()

    await owner.do(items.delete, { itemId: item.id, password: here.password })
    expect(
      await outcomesOf({
        info: editor.do(items.info, { itemId: item.id }),
        byDomain: editor.do(items.info, { itemId: 'binpay' }),
        page: reader.do(pages.info, { pageId: page.id }),
        save: owner.do(pages.save, { pageId: page.id, pageTitle: 'Refunds', pageContent: 'third' }),
        key: here.visitor.do(pages.infoByKey, { uniqueKey }),
        administrator: admin.do(adminItem.delete, { itemId: item.id }),
      }),
    ).toEqual({
      info: 'itemClosed',
      byDomain: 'itemClosed',
      page: 'itemClosed',
      save: 'notAllowed',
      key: 'notFound',
      administrator: 'notFound',
    })

    expect(await owner.do(itemBin.recover, { itemId: item.id })).toEqual({ itemId: item.id, lostDomain: '' })
    const { list } = await admin.do(audit.list, { count: 50 })
    expect(
      list.map(({ action }) => action).filter((action) => action.startsWith('item.') && !action.endsWith('Viewed')),
    ).toEqual(['item.recovered', 'item.deleted'])
    expect(await whole()).toEqual(before)
  })

  it('is seen whole by administrators, and by owners as far as they have deleted it themselves', async () => {
    const here = await world({ fresh: true })
    onTestFinished(here.close)
    const { owner, editor, stranger, visitor, admin } = here
    const mine = await deletedBy(here, { name: 'Mine' })
    const theirs = await here.addItem({ name: 'Theirs' })
    await admin.do(adminItem.delete, { itemId: theirs.id })
    const live = await here.addItem({ name: 'Live' })

    expect(await admin.do(itemBin.list, {})).toMatchObject({
      total: 2,
      items: expect.arrayContaining([
        expect.objectContaining({ itemId: mine.id, username: owner.username, deletedBy: owner.username, pageCount: 0 }),
        expect.objectContaining({ itemId: theirs.id, username: owner.username, deletedBy: admin.username }),
      ]) as unknown,
    })
    expect((await admin.do(itemBin.list, { itemName: 'THEIRS' })).items.map(({ itemId }) => itemId)).toEqual([
      theirs.id,
    ])
    const [shown] = (await owner.do(itemBin.listMine, {})).items
    expect(shown).toMatchObject({ itemId: mine.id })
    expect((shown?.endsAt.getTime() ?? 0) - (shown?.deletedAt.getTime() ?? 0)).toBe(30 * DAY_MS)
    expect(await editor.do(itemBin.listMine, {})).toEqual({ items: [], total: 0 })
    const recovering = (who: typeof owner, { id: itemId }: { readonly id: number }) =>
      who.do(itemBin.recover, { itemId })
    expect(
      await outcomesOf({
        lists: owner.do(itemBin.list, {}),
        visitor: recovering(visitor, mine),
        stranger: recovering(stranger, mine),
        member: recovering(editor, mine),
        ownerOfWhatOthersDeleted: recovering(owner, theirs),
        live: recovering(admin, live),
        ending: owner.do(itemBin.delete, { itemId: mine.id }),
        endingWhatLives: admin.do(itemBin.delete, { itemId: live.id }),
      }),
    ).toEqual({
      lists: 'notAllowed',
      visitor: 'loginRequired',
      stranger: 'notFound',
      member: 'notFound',
      ownerOfWhatOthersDeleted: 'notFound',
      live: 'notFound',
      ending: 'notAllowed',
      endingWhatLives: 'notFound',
    })
    await recovering(admin, theirs)
    expect(await owner.do(items.info, { itemId: theirs.id })).toMatchObject({ itemName: 'Theirs' })
  })

  it('leaves a domain with whoever has it by now, and says so', async () => {
    const here = await world()
    const item = await deletedBy(here, { domain: 'taken1by' })
    const other = await here.addItem({ domain: 'Taken1By' })

    expect(await here.owner.do(itemBin.recover, { itemId: item.id })).toMatchObject({ lostDomain: 'taken1by' })
    expect(await here.owner.do(items.detail, { itemId: item.id })).toMatchObject({ itemDomain: '' })
    expect(await here.owner.do(items.detail, { itemId: other.id })).toMatchObject({ itemDomain: 'Taken1By' })
  })

  it('makes room for texts at once, and counts them again for what comes back', async () => {
    const here = await world()
    const { textBytes } = here.product.database
    const item = await here.addItem()
    await here.owner.do(pages.save, { itemId: item.id, pageTitle: 'Long', pageContent: 'x'.repeat(5_000) })
    const before = await textBytes.byAuthor(here.owner.id)

    await here.owner.do(items.delete, { itemId: item.id, password: here.password })
    expect(await textBytes.byAuthor(here.owner.id)).toBe(before - 5_000)
    await here.owner.do(itemBin.recover, { itemId: item.id })
    expect(await textBytes.byAuthor(here.owner.id)).toBe(before)
  })

  it('gives what a deleted account owned in it to whoever deleted that account', async () => {
    const here = await world()
    const leaver = await here.addUser('leaver')
    const item = await here.addItem({ ownerId: leaver.id })
    await leaver.do(items.delete, { itemId: item.id, password: here.password })

    await here.admin.do(adminUser.delete, { userId: leaver.id })
    await here.admin.do(itemBin.recover, { itemId: item.id })

    expect(await here.admin.do(items.info, { itemId: item.id })).toMatchObject({ isOwner: true })
  })

  it('ends with what comes back the rights by teams of those whose word is gone', async () => {
    const here = await world()
    const { owner, manager, editor, admin } = here
    const { teams } = here.product.database
    const item = await here.addItem({ visitPassword: 'sesame' })
    const addedAt = here.clock.now()
    const { id: teamId } = await teams.insert({ name: 'Gateway', ownerId: manager.id, createdAt: addedAt })
    const boundBy = await here.addUser('voucher')
    await here.addMember(item, boundBy, 'manager')
    await putMember(teams, { teamId, userId: editor.id, role: 'member', addedAt })
    await bind(teams, { teamId, itemId: item.id, boundBy: boundBy.id, addedAt })
    await owner.do(items.delete, { itemId: item.id, password: here.password })
    await here.product.database.members.remove(item.id, boundBy.id)

    await admin.do(itemBin.recover, { itemId: item.id })

    expect(await owner.do(teamItem.list, { itemId: item.id })).toEqual([])
  })
})

describe('the end of what lies in the bin', () => {
  it('comes after thirty days by the nightly job, and takes everything with it', async () => {
    const here = await world({ fresh: true })
    onTestFinished(here.close)
    const { database } = here.product
    const item = await here.addItem()
    const page = await here.addPage(item)
    await here.owner.do(items.delete, { itemId: item.id, password: here.password })
    const late = await deletedBy(here, { name: 'Later' })
    here.clock.advance(30 * DAY_MS)
    await endRecycledItems(jobContext(here))
    expect(await outcomeOf(here.owner.do(itemBin.recover, { itemId: late.id }))).toBe('nothing')

    here.clock.advance(1)
    await endRecycledItems(jobContext(here))

    expect(await outcomeOf(here.admin.do(itemBin.recover, { itemId: item.id }))).toBe('notFound')
    expect(await database.pages.byIds(item.id as never, [page.id])).toEqual([])
    expect(await database.access.ofRecycled(item.id)).toBeNull()
    expect(await here.owner.do(items.info, { itemId: late.id })).toMatchObject({ itemName: 'Later' })
    const { list } = await here.admin.do(audit.list, { count: 1 })
    expect(list).toMatchObject([{ action: 'item.purged', objectId: String(item.id), actorId: 0 }])
  })

  it('comes by hand for administrators', async () => {
    const here = await world()
    const item = await deletedBy(here)

    await here.admin.do(itemBin.delete, { itemId: item.id })

    expect(await outcomeOf(here.admin.do(itemBin.recover, { itemId: item.id }))).toBe('notFound')
    const { list } = await here.admin.do(audit.list, { count: 1 })
    expect(list).toMatchObject([{ action: 'item.purged', objectId: String(item.id), detail: item.name }])
  })

  it.each(CONNECTABLE)('and being brought back at the same moment leave an item whole or gone, on %s', async (kind) => {
    const { database, other, drop } = await twoConnections[kind]()
    try {
      const here = await world({ database })
      const elsewhere = { ...here.product, database: other }
      const ends = { gone: 0, back: 0 }
      for (let round = 0; round < 12; round += 1) {
        const item = await here.addItem({ name: `Round ${round}` })
        const page = await here.addPage(item, { content: 'kept whole' })
        await here.owner.do(items.delete, { itemId: item.id, password: here.password })
        const now = here.clock.now().getTime() + 31 * DAY_MS
        const clock = { now: () => new Date(now) }
        const job = { store: elsewhere.database, services: { ...here.services, clock } }

        const [recovered] = await Promise.all([
          outcomeOf(here.owner.do(itemBin.recover, { itemId: item.id })),
          endRecycledItems(job),
          round % 3 === 0 ? outcomeOf(here.admin.do(itemBin.recover, { itemId: item.id })) : null,
        ])

        const left = await outcomeOf(here.owner.do(pages.info, { pageId: page.id }))
        if (left === 'nothing') ends.back += 1
        else ends.gone += 1
        expect(recovered === 'nothing' || recovered === 'notFound').toBe(true)
        if (recovered === 'nothing') expect(left).toBe('nothing')
        const rest = (await database.access.ofRecycled(item.id)) === null
        expect(rest).toBe(true)
      }
      expect(ends.gone + ends.back).toBe(12)
    } finally {
      await drop()
    }
  })
})
