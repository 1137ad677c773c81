import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/support/people.ts'
import { site, type Browser, type Site } from './harness.ts'
import { codeOf, dataOf } from './replies.ts'

interface GroupRow {
  readonly id: number
  readonly group_name: string
  readonly item_ids: string
  readonly s_number: number
}

let here: Site
beforeAll(async () => {
  here = await site()
})
afterAll(() => here.close())

let count = 0
/** Somebody new with a browser and three items: the newest of them comes first in the list. */
async function newcomer() {
  const person: Person = await here.world.addUser(`grouper${(count += 1)}`)
  const browser = await here.browserOf(person)
  const add = async (): Promise<number> => (await dataOf(browser, 'item/add', { item_type: 1, item_name: 'x' })).item_id
  return { person, browser, items: [await add(), await add(), await add()] as const }
}
const groupsOf = (browser: Browser): Promise<GroupRow[]> => dataOf(browser, 'itemGroup/getList')
const idsIn = async (browser: Browser, groupId: number): Promise<readonly number[]> =>
  (await dataOf(browser, 'item/myList', { item_group_id: groupId })).map((row: { item_id: number }) => row.item_id)
const addGroup = async (browser: Browser, name: string, itemIds = ''): Promise<number> =>
  (await dataOf(browser, 'itemGroup/save', { group_name: name, item_ids: itemIds })).id

describe('itemGroup', () => {
  it('[GRP-02] [GRP-04] [API-036] [API-037] [ENT-GRP-01] [ENT-GRP-02] [ENT-GRP-03] [ENT-GRP-04] adds groups, without an id or with 0', async () => {
    const { browser, items } = await newcomer()
    const [a, b] = items

    await dataOf(browser, 'itemGroup/save', { group_name: 'Payments', item_ids: `${b},${a}` })
    await dataOf(browser, 'itemGroup/save', { id: 0, group_name: '订单', item_ids: '' })

    expect(await groupsOf(browser)).toEqual([
      { id: expect.any(Number), group_name: 'Payments', item_ids: `${b},${a}`, s_number: 1 },
      { id: expect.any(Number), group_name: '订单', item_ids: '', s_number: 2 },
    ])
  })

  it('[GRP-03] changes the group with the id, in name and items', async () => {
    const { browser, items } = await newcomer()
    const id = await addGroup(browser, 'Old', `${items[0]}`)

    await dataOf(browser, 'itemGroup/save', { id, group_name: 'New', item_ids: `${items[1]},${items[2]}` })

    expect(await groupsOf(browser)).toMatchObject([
      { id, group_name: 'New', item_ids: `${items[1]},${items[2]}`, s_number: 1 },
    ])
  })

  it('[GRP-05] [API-038] deletes a group, its items stay', async () => {
    const { browser, items } = await newcomer()
    const id = await addGroup(browser, 'Gone', items.join(','))

    await dataOf(browser, 'itemGroup/delete', { id })

    expect(await groupsOf(browser)).toEqual([])
    expect(await idsIn(browser, 0)).toEqual(items.toReversed())
    expect(await codeOf(browser, 'itemGroup/delete', { id })).toBe(10101)
  })

  it('[GRP-06] [API-039] lists groups in the order that was saved', async () => {
    const { browser } = await newcomer()
    const [a, b, c] = [await addGroup(browser, 'A'), await addGroup(browser, 'B'), await addGroup(browser, 'C')]
    const places = [c, a, b].map((id, index) => ({ id, s_number: index + 1 }))

    await dataOf(browser, 'itemGroup/saveSort', { groups: JSON.stringify(places) })

    expect((await groupsOf(browser)).map(({ id, s_number: place }) => [id, place])).toEqual([
      [c, 1],
      [a, 2],
      [b, 3],
    ])
  })

  it('[GRP-09] calls a group without a name "default"', async () => {
    const { browser } = await newcomer()
    const id = await addGroup(browser, '')
    await dataOf(browser, 'itemGroup/save', { item_ids: '' })
    await dataOf(browser, 'itemGroup/save', { id, group_name: '  ' })

    expect((await groupsOf(browser)).map(({ group_name: name }) => name)).toEqual(['default', 'default'])
  })

  it('[GRP-11] answers for groups of others as for none, and leaves them as they are', async () => {
    const [mine, other] = [await newcomer(), await newcomer()]
    const id = await addGroup(mine.browser, 'Mine', mine.items.join(','))
    const own = await addGroup(other.browser, 'Own')
    const before = await groupsOf(mine.browser)
    const attempts = (groupId: number) =>
      [
        ['itemGroup/save', { id: groupId, group_name: 'Taken', item_ids: '' }],
        ['itemGroup/delete', { id: groupId }],
        ['itemGroup/saveSort', { groups: JSON.stringify([own, groupId].map((each) => ({ id: each, s_number: 7 }))) }],
        ['item/sort', { item_group_id: groupId, data: JSON.stringify({ [mine.items[0]]: 1 }) }],
      ] as const

    for (const groupId of [id, 999_999]) {
      for (const [path, fields] of attempts(groupId)) {
        const reply = await other.browser.post(path, fields)
        expect([path, reply]).toEqual([path, { ...reply, error_code: 10101, data: {} }])
      }
      expect(await idsIn(other.browser, groupId)).toEqual([])
    }

    expect(await groupsOf(mine.browser)).toEqual(before)
    expect(await groupsOf(other.browser)).toMatchObject([{ id: own, s_number: 1 }])
  })

  it('takes in no item that is not in the list, open or not (D69)', async () => {
    const { browser, items } = await newcomer()
    const [open, closed] = [await here.world.addItem(), await here.world.addItem({ visitPassword: 'secret' })]

    const id = await addGroup(browser, 'Mixed', [open.id, items[0], closed.id, 999_999].join(','))
    expect(await groupsOf(browser)).toMatchObject([{ item_ids: `${items[0]}` }])
    await dataOf(browser, 'itemGroup/save', { id, group_name: 'Mixed', item_ids: `${closed.id},${items[1]}` })

    expect(await groupsOf(browser)).toMatchObject([{ item_ids: `${items[1]}` }])
    expect(await idsIn(browser, id)).toEqual([items[1]])
  })

  it('loses sight of an item with the right to it (threats A4)', async () => {
    const { person, browser, items } = await newcomer()
    const shared = await here.world.addItem()
    await here.world.addMember(shared, person, 'reader')
    const id = await addGroup(browser, 'Both', `${shared.id},${items[0]}`)
    expect(await idsIn(browser, id)).toContain(shared.id)

    await here.world.product.database.members.remove(shared.id, person.id)

    expect(await idsIn(browser, id)).toEqual([items[0]])
    expect(await groupsOf(browser)).toMatchObject([{ item_ids: `${items[0]}` }])
  })

  it('refuses what it cannot read, and visitors', async () => {
    const { browser } = await newcomer()
    const id = await addGroup(browser, 'Kept')

    expect(await codeOf(browser, 'itemGroup/save', { id, group_name: 'x'.repeat(101) })).toBe(10101)
    expect(await codeOf(browser, 'itemGroup/save', { group_name: 'x', item_ids: 'one,two' })).toBe(10101)
    expect(await codeOf(browser, 'itemGroup/saveSort', { groups: JSON.stringify([{ id, s_number: -1 }]) })).toBe(10101)
    expect(await codeOf(browser, 'itemGroup/saveSort', { groups: 'x' })).toBe(10101)
    expect(await groupsOf(browser)).toHaveLength(1)
    for (const [path, fields] of [
      ['itemGroup/getList', {}],
      ['itemGroup/save', { group_name: 'x' }],
      ['itemGroup/delete', { id }],
      ['itemGroup/saveSort', { groups: '[]' }],
    ] as const)
      expect(await codeOf(here.browser(), path, fields)).toBe(10102)
  })
})

describe('item/myList and item/sort within a group', () => {
  it('[ILIST-07] [CONST-26] shows the items of the group; without a group, or with 0, all', async () => {
    const { browser, items } = await newcomer()
    const [a, b, c] = items
    const id = await addGroup(browser, 'Two', `${a},${c}`)

    expect(await idsIn(browser, id)).toEqual([c, a])
    expect(await idsIn(browser, 0)).toEqual([c, b, a])
    const all = await dataOf(browser, 'item/myList')
    expect(all.map((row: { item_id: number }) => row.item_id)).toEqual([c, b, a])
  })

  it('[ILIST-19] [ILIST-21] [API-019] keeps an order per group, which no other group and nobody else has', async () => {
    const { person, browser, items } = await newcomer()
    const [a, b, c] = items
    for (const itemId of items) {
      const facts = await here.world.product.database.access.ofItem(itemId, person.id)
      if (facts) await here.world.addMember(facts.item, here.world.stranger, 'reader')
    }
    const stranger = await here.browserOf(here.world.stranger)
    const [first, second] = [await addGroup(browser, '1', `${a},${b},${c}`), await addGroup(browser, '2', `${a},${b}`)]
    const theirs = await addGroup(stranger, 'theirs', `${a},${b},${c}`)

    await dataOf(browser, 'item/sort', { item_group_id: first, data: JSON.stringify({ [b]: 1, [a]: 2, [c]: 3 }) })

    expect(await idsIn(browser, first)).toEqual([b, a, c])
    expect(await idsIn(browser, second)).toEqual([b, a])
    expect(await idsIn(browser, 0)).toEqual([c, b, a])
    expect(await idsIn(stranger, theirs)).toEqual([c, b, a])
    expect((await idsIn(stranger, 0)).slice(0, 3)).toEqual([c, b, a])

    await dataOf(browser, 'item/sort', { item_group_id: second, data: JSON.stringify({ [a]: 1, [b]: 2 }) })
    await dataOf(browser, 'item/sort', { data: JSON.stringify({ [a]: 1, [c]: 2, [b]: 3 }) })

    expect([await idsIn(browser, first), await idsIn(browser, second), await idsIn(browser, 0)]).toEqual([
      [b, a, c],
      [a, b],
      [a, c, b],
    ])
    const rows = await dataOf(browser, 'item/myList', { item_group_id: first })
    expect(rows.map((row: { s_number: number }) => row.s_number)).toEqual([1, 2, 3])
  })

  it('drops positions of items that are not in the group, or not in the list', async () => {
    const { browser, items } = await newcomer()
    const foreign = await here.world.addItem()
    const id = await addGroup(browser, 'One', `${items[0]}`)

    await dataOf(browser, 'item/sort', {
      item_group_id: id,
      data: JSON.stringify({ [foreign.id]: 1, [items[1]]: 2, [items[0]]: 3 }),
    })

    expect(await idsIn(browser, id)).toEqual([items[0]])
    await dataOf(browser, 'itemGroup/save', { id, group_name: 'Two', item_ids: `${items[0]},${items[1]}` })
    expect(await idsIn(browser, id)).toEqual([items[0], items[1]])
  })

  it('is refused with numbers that no id can be (threats J1)', async () => {
    const { browser, items } = await newcomer()

    for (const key of ['2147483648', '9999999999', '0', '01', '1.5', 'x'])
      expect(await codeOf(browser, 'item/sort', { data: JSON.stringify({ [key]: 1 }) })).toBe(10101)
    expect(await codeOf(browser, 'item/sort', { data: JSON.stringify({ 2147483647: 1, [items[0]]: 2 }) })).toBe(0)
  })
})
