import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { site, type Browser, type Site } from './harness.ts'

let here: Site
let admin: Browser
beforeAll(async () => {
  here = await site()
  admin = await here.browserOf(here.world.admin)
})
afterAll(() => here.close())

let number = 0
const nextName = () => `Billing ${(number += 1)} of everybody`
const listed = async (fields: Readonly<Record<string, string | number>>) =>
  (await admin.post('adminItem/getList', fields)).data

describe('the list of everybody’s items', () => {
  it('[ADMIN-17] [ADMIN-19] [ADMIN-20] [ENT-AITEM-01] [ENT-AITEM-02] [ENT-AITEM-03] [ENT-AITEM-04] [ENT-AITEM-05] [ENT-AITEM-06] shows private and open ones with their owners, and no visit password', async () => {
    const name = nextName()
    const open = await here.world.addItem({ name, description: 'How we bill' })
    const closed = await here.world.addItem({ name, visitPassword: 'sesame', ownerId: here.world.stranger.id })

    const data = await listed({ item_name: name.toUpperCase() })

    const facts = { item_name: name, addtime: expect.stringMatching(/^2026-03-01 /), is_archived: 0 }
    expect(data).toEqual({
      total: 2,
      items: [
        {
          ...{ item_id: closed.id, item_description: 'How we pay', password: '********' },
          ...{ username: here.world.stranger.username, ...facts },
        },
        {
          ...{ item_id: open.id, item_description: 'How we bill', password: '' },
          ...{ username: here.world.owner.username, ...facts },
        },
      ],
    })
    expect(await listed({ item_name: name, username: here.world.stranger.username })).toMatchObject({ total: 1 })
    expect(await listed({ item_name: name, page: 2, count: 1 })).toMatchObject({
      total: 2,
      items: [{ item_id: open.id }],
    })
    expect(await listed({ item_name: `${name}%` })).toEqual({ total: 0, items: [] })
  })
})

describe('giving an item to somebody else', () => {
  it('[ADMIN-21] makes that person the owner, without a password, and leaves the former one nothing', async () => {
    const item = await here.world.addItem({ visitPassword: 'sesame' })

    const reply = await admin.post('adminItem/attorn', { item_id: item.id, username: here.world.stranger.username })

    expect(reply).toMatchObject({ error_code: 0, data: { teams: [] } })
    const after = await here.browserOf(here.world.stranger)
    const before = await here.browserOf(here.world.owner)
    expect((await after.post('item/info', { item_id: item.id })).data.creator).toBe(1)
    expect((await before.post('item/info', { item_id: item.id })).error_code).toBe(10303)
  })

  it('[ADMIN-22] is refused for somebody who is not there, and for an item that is not', async () => {
    const item = await here.world.addItem()

    expect((await admin.post('adminItem/attorn', { item_id: item.id, username: 'nobody' })).error_code).toBe(10101)
    expect((await admin.post('adminItem/attorn', { item_id: item.id, username: '' })).error_code).toBe(10101)
    const { username } = here.world.stranger
    expect((await admin.post('adminItem/attorn', { item_id: 2_000_000, username })).error_code).toBe(10101)
    expect(await listed({ item_name: item.name, username: here.world.owner.username, count: 1000 })).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ item_id: item.id })]),
    })
  })
})

it('giving an item to somebody who is switched off is refused, with nothing changed', async () => {
  const item = await here.world.addItem({ name: nextName() })
  const { id, username } = await here.world.addUser('switched-off')
  await admin.post('adminUser/switchOff', { uid: id })

  const reply = await admin.post('adminItem/attorn', { item_id: item.id, username })

  expect([reply.error_code, reply.error_message]).toEqual([expect.any(Number), expect.stringContaining(username)])
  expect(reply.error_code).not.toBe(0)
  expect(await listed({ item_name: item.name })).toMatchObject({
    items: [{ username: here.world.owner.username }],
  })
})

describe('deleting an item', () => {
  it('[ADMIN-23] takes it away with everything in it, an archived one as well', async () => {
    const item = await here.world.addItem({ name: nextName(), isArchived: true })
    const page = await here.world.addPage(item)

    expect((await admin.post('adminItem/deleteItem', { item_id: item.id })).error_code).toBe(0)

    const owner = await here.browserOf(here.world.owner)
    expect((await owner.post('item/info', { item_id: item.id })).error_code).toBe(10303)
    expect((await owner.post('page/info', { page_id: page.id })).error_code).toBe(10303)
    expect(await listed({ item_name: item.name })).toEqual({ total: 0, items: [] })
    expect((await admin.post('adminItem/deleteItem', { item_id: item.id })).error_code).toBe(10101)
  })
})

it('puts on record who gave an item away or deleted it', async () => {
  const item = await here.world.addItem()
  await admin.post('adminItem/attorn', { item_id: item.id, username: here.world.stranger.username })
  await admin.post('adminItem/deleteItem', { item_id: item.id })

  const { list } = (await admin.post('audit/getList', { uid: here.world.admin.id, count: 2 })).data

  const about = { object_type: 'item', object_id: String(item.id), username: here.world.admin.username }
  expect(list).toMatchObject([
    { action: 'item.deleted', ...about },
    { action: 'item.transferred', concerned_uid: here.world.stranger.id, ...about },
  ])
})
