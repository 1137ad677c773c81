import { afterAll, describe, expect, it } from 'vitest'
import { DomainError } from '#core/errors.ts'
import { coreOperations } from '#core/operations.ts'
import type { SampleItem } from '#core/ports/samples.ts'
import mock from '#plugins/mock/plugin.ts'
import spreadsheet from '#plugins/spreadsheet/plugin.ts'
import tryIt from '#plugins/try-it/plugin.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { CONNECTABLE, twoConnections, type TwoConnections } from '#tests/support/two-connections.ts'
import { world, type World, type WorldOptions } from '#tests/support/world.ts'

const { sample, item: items, itemBin, page: pages } = coreOperations

/** With spreadsheets, which a plugin brings. */
const site = (options: WorldOptions = {}) => world({ contributes: spreadsheet.contributes, ...options })

const opened: TwoConnections[] = []
afterAll(async () => {
  for (const each of opened) await each.drop()
})

const namesOf = async (person: Person) => (await person.do(items.list, {})).map(({ itemName }) => itemName).toSorted()
const samplesOf = async (person: Person) => (await person.do(sample.list, {})).items.map(({ itemName }) => itemName)
/** Somebody new, who has nothing yet. */
const newcomer = (here: World) => here.addUser('nora')

describe('sample content of one’s own', () => {
  it('comes in the language of whoever asks, with pages in order and for members only', async () => {
    const here = await site()
    const [nora, wei] = [await newcomer(here), await here.addUser('wei')]
    wei.session.language = 'zh-cn'

    const { itemIds } = await nora.do(sample.add, {})
    await wei.do(sample.add, {})

    expect(await namesOf(nora)).toEqual(['Orders API', 'Shop data dictionary', 'Shop stock'])
    expect(await namesOf(wei)).toEqual(['商城库存', '商城数据字典', '订单接口'].toSorted())
    const [ordersId = 0] = itemIds
    const { menu } = await nora.do(items.info, { itemId: ordersId })
    expect(menu.catalogs.map(({ catalogName }) => catalogName)).toEqual(['Begin', 'Basics', 'Orders', 'Notifications'])
    expect(menu.catalogs[0]?.pages.map(({ pageTitle }) => pageTitle)).toContain('Octavo in five minutes')
    expect(menu.catalogs[1]?.pages.map(({ pageTitle }) => pageTitle)).toEqual([
      'Quick start',
      'Authentication',
      'Error codes',
    ])
    for (const itemId of itemIds) {
      expect(await nora.do(items.detail, { itemId })).toMatchObject({ visibility: 'members', itemDomain: '' })
      expect(await outcomeOf(here.visitor.do(items.info, { itemId }))).toBe('itemClosed')
      expect(await outcomeOf(wei.do(items.info, { itemId }))).toBe('itemClosed')
    }
  })

  it('answers for a call and lets it be tried, with an environment that goes with it unless it was changed', async () => {
    const here = await site({ contributes: [...spreadsheet.contributes, ...mock.contributes, ...tryIt.contributes] })
    const nora = await newcomer(here)
    const { environments, keepEnvironments } = tryIt.operations.tryIt
    const own = { name: 'Own', variables: [], hosts: [] }
    await nora.do(keepEnvironments, { environments: [own], before: [] })

    const [ordersId = 0] = (await nora.do(sample.add, {})).itemIds

    const { menu } = await nora.do(items.info, { itemId: ordersId })
    const all = menu.catalogs.flatMap((catalog) => catalog.pages)
    const pageId = all.find(({ pageTitle }) => pageTitle === 'Ship an order')?.pageId ?? 0
    expect(await nora.do(mock.operations.mock.infoByPageId, { pageId })).toMatchObject({
      method: 'POST',
      isPrivate: true,
    })
    const shop = { name: 'shop', value: `https://docs.example.org/mock-path/${ordersId}&path=` }
    const [kept, added] = (await nora.do(environments, {})).environments
    expect(kept).toEqual(own)
    expect(added).toMatchObject({ name: 'Mock', hosts: ['docs.example.org'] })
    expect(added?.variables).toContainEqual(shop)

    await nora.do(sample.remove, {})
    expect((await nora.do(environments, {})).environments).toEqual([own])
  })

  it('is there once, however often it is asked for, and again once it is gone', async () => {
    const here = await site()
    const nora = await newcomer(here)
    const first = await nora.do(sample.add, {})

    expect(await nora.do(sample.add, {})).toEqual(first)
    expect(await samplesOf(nora)).toHaveLength(3)

    await nora.do(items.delete, { itemId: first.itemIds[0] ?? 0, password: here.password })
    expect(await samplesOf(nora)).toHaveLength(2)
    await nora.do(sample.remove, {})
    const again = await nora.do(sample.add, {})
    expect(again.itemIds).toHaveLength(3)
    expect(first.itemIds).not.toContain(again.itemIds[0])
  })

  it('is made as a whole or not at all', async () => {
    const here = await site()
    const [whole] = await here.services.samples.itemsIn('en')
    const broken = {
      ...whole,
      get catalogs(): never {
        throw new DomainError('busy')
      },
    } as SampleItem
    const services = { ...here.services, samples: { itemsIn: async () => (whole ? [broken, whole] : []) } }
    const nora = new Person({ ...here.product, services }, (await newcomer(here)).account)

    expect(await outcomeOf(nora.do(sample.add, {}))).toBe('busy')

    expect(await namesOf(nora)).toEqual([])
    expect(await samplesOf(nora)).toEqual([])
  })

  it('is removed to be brought back, and what somebody wrote in stays', async () => {
    const here = await site()
    const nora = await newcomer(here)
    const { itemIds } = await nora.do(sample.add, {})
    const [ordersId = 0, dataId = 0, stockId = 0] = itemIds
    const { menu } = await nora.do(items.info, { itemId: dataId })
    const pageId = menu.catalogs[0]?.pages[0]?.pageId ?? 0
    await nora.do(pages.save, { pageId, pageTitle: 'Tables', pageContent: 'our own tables' })

    const { removed, kept } = await nora.do(sample.remove, {})

    expect(removed.map(({ itemId }) => itemId)).toEqual([ordersId, stockId])
    expect(kept.map(({ itemId }) => itemId)).toEqual([dataId])
    expect(await namesOf(nora)).toEqual(['Shop data dictionary'])
    expect((await nora.do(pages.info, { pageId })).pageContent).toBe('our own tables')
    expect(await samplesOf(nora)).toEqual([])
    await nora.do(itemBin.recover, { itemId: ordersId })
    expect(await namesOf(nora)).toEqual(['Orders API', 'Shop data dictionary'])
    // It is an item like any other now.
    expect(await nora.do(sample.remove, {})).toEqual({ removed: [], kept: [] })
  })

  it('stays when a page was added to it, and goes when pages were only taken away', async () => {
    const here = await site()
    const nora = await newcomer(here)
    const [ordersId = 0, dataId = 0] = (await nora.do(sample.add, {})).itemIds
    await nora.do(pages.save, { itemId: ordersId, pageId: 0, pageTitle: 'Refunds', pageContent: 'ours' })
    const { menu } = await nora.do(items.info, { itemId: dataId })
    await nora.do(pages.delete, { pageId: menu.catalogs[0]?.pages[0]?.pageId ?? 0 })

    const { kept } = await nora.do(sample.remove, {})

    expect(kept.map(({ itemId }) => itemId)).toEqual([ordersId])
  })

  it('that was handed over belongs to its new owner, whom nobody takes it from', async () => {
    const here = await site()
    const [nora, wei] = [await newcomer(here), await here.addUser('wei')]
    const [ordersId = 0] = (await nora.do(sample.add, {})).itemIds
    const { username } = wei.user ?? { username: '' }
    await nora.do(items.transfer, { itemId: ordersId, username, password: here.password })

    const { removed } = await nora.do(sample.remove, {})

    expect(removed.map(({ itemId }) => itemId)).not.toContain(ordersId)
    expect(await namesOf(wei)).toEqual(['Orders API'])
  })

  it('has no spreadsheet where nothing reads one', async () => {
    const here = await world()
    const nora = await newcomer(here)

    await nora.do(sample.add, {})

    expect(await namesOf(nora)).toEqual(['Orders API', 'Shop data dictionary'])
  })

  it('is for people who are logged in', async () => {
    const here = await site()

    expect(await outcomeOf(here.visitor.do(sample.add, {}))).toBe('loginRequired')
  })

  it.each(CONNECTABLE)('is made once by two who ask at the same time (%s)', async (kind) => {
    const connections = await twoConnections[kind]()
    opened.push(connections)
    const here = await site({ database: connections.database })
    for (let round = 0; round < 4; round += 1) {
      const nora = await here.addUser(`nora${round}`)
      const elsewhere = new Person({ ...here.product, database: connections.other }, nora.account)

      const [first, second] = await Promise.all([nora.do(sample.add, {}), elsewhere.do(sample.add, {})])

      expect(first).toEqual(second)
      expect(await namesOf(nora)).toHaveLength(3)
      const removals = await Promise.all([nora.do(sample.remove, {}), elsewhere.do(sample.remove, {})])
      expect(removals.flatMap(({ removed }) => removed)).toHaveLength(3)
      expect(await namesOf(nora)).toEqual([])
    }
  })
})
