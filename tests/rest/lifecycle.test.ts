import { bind, putMember } from '#tests/support/teams.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '#core/item/item.ts'
import type { Person } from '#tests/support/people.ts'
import { site, type Browser, type Site } from './harness.ts'
import { codeOf, dataOf } from './replies.ts'

let here: Site
let owner: Browser
let heir: Person
let heirs: Browser
beforeAll(async () => {
  here = await site()
  owner = await here.browserOf(here.world.owner)
  heir = await here.world.addUser('heike')
  heirs = await here.browserOf(heir)
})
afterAll(() => here.close())

const shared = (pageId: number, isShared: 0 | 1) => ({ page_id: pageId, isCreateSiglePage: isShared })
const infoOf = (browser: Browser, { id }: Item) => dataOf(browser, 'item/info', { item_id: id })
const attorn = (browser: Browser, { id }: Item, username: string, password = here.world.password) =>
  codeOf(browser, 'item/attorn', { item_id: id, username, password })
const archive = (browser: Browser, { id }: Item, password = here.world.password) =>
  codeOf(browser, 'item/archive', { item_id: id, password })
const isListed = async (browser: Browser, { id }: Item): Promise<boolean> =>
  (await dataOf(browser, 'item/myList')).some((row: { item_id: number }) => row.item_id === id)

describe('item/attorn', () => {
  it('[ISET-21] [API-029] [D52] makes somebody else the owner', async () => {
    const item = await here.world.addItem()

    expect(await attorn(owner, item, heir.username)).toBe(0)

    expect(await infoOf(heirs, item)).toMatchObject({ creator: 1, item_edit: true, item_manage: true })
    expect(await isListed(heirs, item)).toBe(true)
  })

  it('[ISET-24] leaves the former owner no right at all, from their next request on', async () => {
    const item = await here.world.addItem({ visitPassword: 'secret' })

    await attorn(owner, item, heir.username)

    expect(await codeOf(owner, 'item/info', { item_id: item.id })).toBe(10303)
    expect(await codeOf(owner, 'item/detail', { item_id: item.id })).toBe(10303)
    expect(await archive(owner, item)).toBe(10303)
    expect(await codeOf(owner, 'item/delete', { item_id: item.id, password: here.world.password })).toBe(10303)
    expect(await attorn(owner, item, here.world.owner.username)).toBe(10303)
    expect(await isListed(owner, item)).toBe(false)
  })

  it('to somebody who is switched off is refused, naming them, and changes nothing', async () => {
    const item = await here.world.addItem()
    const { username } = await here.world.addUser('switched-off-heir', { isSwitchedOff: true })
    const wish = { item_id: item.id, username, password: here.world.password }

    const { error_code: code, error_message: message } = await owner.post('item/attorn', wish)

    expect([code, message]).toEqual([10101, expect.stringContaining(username)])
    expect(await infoOf(owner, item)).toMatchObject({ creator: 1 })
  })

  it('leaves the former owner what a team gives them', async () => {
    const { world } = here
    const item = await world.addItem()
    const { teams } = world.product.database
    const at = world.clock.now()
    const team = await teams.insert({ name: 'Payments', ownerId: heir.id, createdAt: at })
    const people = { teamId: team.id, userId: world.owner.id }
    await putMember(teams, { ...people, role: 'member', addedAt: at })
    await bind(teams, { teamId: team.id, itemId: item.id, addedAt: at })
    const right = { role: 'editor', catalogId: null, givenBy: heir.id, addedAt: at } as const
    await teams.putGrants([{ ...people, itemId: item.id, ...right }])

    await attorn(owner, item, heir.username)

    expect(await infoOf(owner, item)).toMatchObject({ creator: 0, item_edit: true, item_manage: false })
  })

  it('makes a member the owner and nothing besides', async () => {
    const { world } = here
    const item = await world.addItem()

    await attorn(owner, item, world.reader.username)

    const members = await world.product.database.members.ofItem(item.id)
    expect(members.map(({ userId }) => userId)).not.toContain(world.reader.id)
    expect(await infoOf(await here.browserOf(world.reader), item)).toMatchObject({ creator: 1, item_manage: true })
  })

  it('[ISET-22] with a wrong login password changes nothing', async () => {
    const item = await here.world.addItem()

    expect(await attorn(owner, item, heir.username, 'wrong')).toBe(10216)

    expect(await infoOf(owner, item)).toMatchObject({ creator: 1 })
    expect(await isListed(heirs, item)).toBe(false)
  })

  it('[ISET-23] to a username that nobody has changes nothing, nor to an e-mail address', async () => {
    const item = await here.world.addItem()

    expect(await attorn(owner, item, 'nobody-at-all')).toBe(10101)
    expect(await attorn(owner, item, heir.account.email ?? '')).toBe(10101)

    expect(await infoOf(owner, item)).toMatchObject({ creator: 1 })
  })

  it('to oneself changes nothing', async () => {
    const item = await here.world.addItem()

    expect(await attorn(owner, item, here.world.owner.username)).toBe(0)
    expect(await infoOf(owner, item)).toMatchObject({ creator: 1, item_manage: true })
  })
})

describe('item/archive', () => {
  it('[ISET-25] [ITEM-17] [ITEM-19] [API-028] makes the item read-only for everybody, and still readable', async () => {
    const { world } = here
    const item = await world.addItem()
    const page = await world.addPage(item)

    expect(await archive(owner, item)).toBe(0)

    for (const person of [world.owner, world.manager, world.editor, world.admin]) {
      const browser = await here.browserOf(person)
      expect(await infoOf(browser, item)).toMatchObject({ is_archived: 1, item_edit: false, item_manage: false })
      expect(await dataOf(browser, 'page/info', { page_id: page.id })).toMatchObject({ can_edit: 0 })
    }
    expect(await dataOf(here.browser(), 'page/info', { page_id: page.id })).toMatchObject({ page_title: 'Welcome' })
  })

  it('[ISET-26] with a wrong login password changes nothing', async () => {
    const item = await here.world.addItem()

    expect(await archive(owner, item, 'wrong')).toBe(10216)
    expect(await infoOf(owner, item)).toMatchObject({ is_archived: 0, item_edit: true })
  })

  it('[ITEM-20] cannot be undone', async () => {
    const item = await here.world.addItem()
    await archive(owner, item)

    expect(await archive(owner, item)).toBe(0)
    expect(await codeOf(owner, 'item/update', { item_id: item.id, item_name: 'x', is_archived: 0 })).toBe(10103)

    expect(await infoOf(owner, item)).toMatchObject({ is_archived: 1 })
  })

  it('[ITEM-18] [D14] lets nothing be changed any more', async () => {
    const { world } = here
    const item = await world.addItem()
    const { id: catId } = await world.addCatalog(item)
    const { id: pageId } = await world.addPage(item, { catalogId: catId })
    const { id: recycledId } = await world.addPage(item)
    await dataOf(owner, 'page/delete', { page_id: recycledId })
    await archive(owner, item)

    const changes = {
      'page/save': { page_id: pageId, page_title: 'x', page_content: 'x' },
      'page/delete': { page_id: pageId },
      'page/sort': { item_id: item.id, pages: JSON.stringify({ [pageId]: 1 }) },
      'catalog/save': { item_id: item.id, cat_name: 'x' },
      'catalog/delete': { item_id: item.id, cat_id: catId },
      'member/save': { item_id: item.id, username: heir.username, member_group_id: 0, cat_id: 0 },
      'recycle/recover': { item_id: item.id, page_id: recycledId },
      'item/update': { item_id: item.id, item_name: 'x', password: 'another secret' },
    }
    const codes = await Promise.all(
      Object.entries(changes).map(async ([path, fields]) => [path, await codeOf(owner, path, fields)] as const),
    )

    expect(Object.fromEntries(codes)).toEqual(Object.fromEntries(Object.keys(changes).map((path) => [path, 10103])))
  })

  it('[D80] lets everything be taken away that people may do in it', async () => {
    const { world } = here
    const { teams } = world.product.database
    const item = await world.addItem({ visitPassword: 'sesame' })
    const { id: pageId } = await world.addPage(item)
    const team = await teams.insert({ name: 'Core', ownerId: heir.id, createdAt: world.clock.now() })
    const binding = await bind(teams, { teamId: team.id, itemId: item.id, boundBy: world.owner.id, addedAt: world.clock.now() }) // prettier-ignore
    const { unique_key: uniqueKey } = await dataOf(owner, 'page/createSinglePage', shared(pageId, 1))
    const visitor = here.browser()
    await dataOf(visitor, 'item/pwd', { item_id: item.id, password: 'sesame' })
    await archive(owner, item)
    const memberOf = async ({ username }: Person) =>
      (await dataOf(owner, 'member/getList', { item_id: item.id })).find((each: { username: string }) => each.username === username) // prettier-ignore

    const less = { item_id: item.id, username: world.editor.username, member_group_id: 0 }
    await dataOf(owner, 'member/save', less)
    await dataOf(owner, 'member/delete', { item_id: item.id, item_member_id: (await memberOf(world.reader)).item_member_id }) // prettier-ignore
    await dataOf(owner, 'teamItem/delete', { id: binding.id })
    await dataOf(owner, 'page/createSinglePage', shared(pageId, 0))
    await dataOf(owner, 'item/update', { item_id: item.id, item_name: item.name, password: 'another secret' })

    expect(await memberOf(world.editor)).toMatchObject({ member_group_id: 0 })
    expect(await codeOf(await here.browserOf(world.reader), 'item/info', { item_id: item.id })).toBe(10303)
    expect(await dataOf(owner, 'teamItem/getList', { item_id: item.id })).toEqual([])
    expect(await codeOf(visitor, 'page/infoByKey', { page_id: pageId, unique_key: uniqueKey })).toBe(10101)
    expect(await codeOf(visitor, 'item/info', { item_id: item.id })).toBe(10303)
    const back = {
      'member/save': { ...less, member_group_id: 1 },
      'teamItem/save': { team_id: team.id, item_id: item.id },
      'page/createSinglePage': shared(pageId, 1),
      'item/update': { item_id: item.id, item_name: item.name, password: '' },
    }
    for (const [path, fields] of Object.entries(back)) expect(await codeOf(owner, path, fields), path).toBe(10103)
  })

  it('[ITEM-21] [ITEM-22] [D14] lets its owner copy, hand over and delete it', async () => {
    const item = await here.world.addItem()
    await here.world.addPage(item)
    await archive(owner, item)

    const copy = await dataOf(owner, 'item/add', { copy_item_id: item.id, item_name: 'alive' })
    expect(await dataOf(owner, 'item/info', copy)).toMatchObject({ is_archived: 0, item_edit: true })
    expect(await attorn(owner, item, heir.username)).toBe(0)
    expect(await infoOf(heirs, item)).toMatchObject({ creator: 1, is_archived: 1, item_edit: false })
    expect(await codeOf(heirs, 'item/delete', { item_id: item.id, password: here.world.password })).toBe(0)
    expect(await codeOf(heirs, 'item/info', { item_id: item.id })).toBe(10303)
  })
})

describe('items of type 3', () => {
  it('[ITEM-23] [ITEM-24] [D15] have parameters for all their calls, and are edited by nobody', async () => {
    const { item_id: id } = await dataOf(owner, 'item/add', { item_name: 'Calls', item_type: 3 })

    expect(await dataOf(owner, 'item/info', { item_id: id })).toMatchObject({
      item_edit: false,
      item_manage: true,
      global_param: { query: [], body: [], header: [] },
    })
    expect(await codeOf(owner, 'page/save', { item_id: id, page_title: 'x', page_content: 'x' })).toBe(10103)
  })
})
