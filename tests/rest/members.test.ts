import { bind, putMember } from '#tests/support/teams.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '#core/item/item.ts'
import { limits } from '#core/limits.ts'
import type { Person } from '#tests/support/people.ts'
import { site, type Browser, type Site } from './harness.ts'
import { codeOf, dataOf, type FormFields } from './replies.ts'

let here: Site
let owner: Browser
beforeAll(async () => {
  here = await site()
  owner = await here.browserOf(here.world.owner)
})
afterAll(() => here.close())

let people = 0
/** Somebody who is in nothing yet. */
const somebody = (name = ''): Promise<Person> => here.world.addUser(`person${(people += 1)}x`, { name })
/** A private item without members, with a page in each of two first-level catalogs and one in the root. */
async function privateItem() {
  const item = await here.world.addItem({ visitPassword: 'open sesame' })
  const { members } = here.world.product.database
  for (const { userId } of await members.ofItem(item.id)) await members.remove(item.id, userId)
  const inside = await here.world.addCatalog(item, { name: 'Guides' })
  const below = await here.world.addCatalog(item, { name: 'Deep', parentId: inside.id, level: 2 })
  const outside = await here.world.addCatalog(item, { name: 'Other' })
  const page = async (catalogId: number | null) => (await here.world.addPage(item, { catalogId })).id
  const pages = { inside: await page(inside.id), below: await page(below.id), outside: await page(outside.id), root: await page(null) } // prettier-ignore
  return { item, inside, below, outside, pages }
}
const save = (item: Item, person: Person, fields: FormFields) =>
  dataOf(owner, 'member/save', { item_id: item.id, username: person.username, ...fields })
const refusedSave = (item: Item, fields: FormFields) =>
  codeOf(owner, 'member/save', { item_id: item.id, member_group_id: 1, ...fields })
const listOf = (item: Item) => dataOf(owner, 'member/getList', { item_id: item.id })
const usernamesOf = async (item: Item) => (await listOf(item)).map((member: { username: string }) => member.username)
const edit = (browser: Browser, pageId: number) =>
  codeOf(browser, 'page/save', { page_id: pageId, page_title: 'Changed', page_content: 'changed' })
const read = (browser: Browser, pageId: number) => codeOf(browser, 'page/info', { page_id: pageId })
const infoOf = (browser: Browser, item: Item) => dataOf(browser, 'item/info', { item_id: item.id })

/** A team bound to the item, in which this person may do that. */
async function teamOn(item: Item, person: Person, role: 'reader' | 'editor' = 'editor', name = 'Core') {
  const { teams } = here.world.product.database
  const addedAt = here.world.clock.now()
  const team = await teams.insert({ name, ownerId: here.world.owner.id, createdAt: addedAt })
  const binding = await bind(teams, { teamId: team.id, itemId: item.id, addedAt })
  await putMember(teams, { teamId: team.id, userId: person.id, role: 'member', addedAt })
  const right = { role, catalogId: null, givenBy: team.ownerId, addedAt }
  await teams.putGrants([{ teamId: team.id, itemId: item.id, userId: person.id, ...right }])
  return { team, binding }
}

describe('the members of an item over REST', () => {
  it('[MEM-01] [ISET-08] [ISET-09] [ISET-12] [API-066] [API-067] [ENT-MEM-01] [ENT-MEM-02] [ENT-MEM-03] [ENT-MEM-04] [ENT-MEM-05] [ENT-MEM-06] [ENT-MEM-07] are added and listed with their rights', async () => {
    const { item, inside } = await privateItem()
    const [reader, limited, manager] = [await somebody('Rob'), await somebody(), await somebody()]

    expect(await save(item, reader, { member_group_id: 0, cat_id: 0 })).toEqual({})
    await save(item, limited, { member_group_id: 1, cat_id: inside.id })
    await save(item, manager, { member_group_id: 2 })

    const row = { addtime: '2026-03-01 17:30:00', name: '', cat_id: 0, cat_name: 'all' }
    const [first, second, third] = await listOf(item)
    expect(first).toEqual({ ...row, item_member_id: first.item_member_id, username: reader.username, name: 'Rob', member_group_id: 0 }) // prettier-ignore
    expect(second).toMatchObject({ username: limited.username, member_group_id: 1, cat_id: inside.id, cat_name: 'Guides' }) // prettier-ignore
    expect(third).toMatchObject({ ...row, username: manager.username, member_group_id: 2 })
    expect(first.item_member_id).toBeGreaterThan(0)
  })

  it('[ISET-12] name the whole item in the language of the caller', async () => {
    const { item } = await privateItem()
    await save(item, await somebody(), { member_group_id: 0 })
    owner.cookies.set('language', 'zh-cn')

    const [member] = await listOf(item)
    owner.cookies.delete('language')

    expect(member.cat_name).toBe('全部')
  })

  it('[ISET-18] are added several at once', async () => {
    const { item } = await privateItem()
    const [a, b] = [await somebody(), await somebody()]

    await save(item, a, { username: `${a.username}, ${b.username}`, member_group_id: 1, cat_id: 0 })

    expect(await usernamesOf(item)).toEqual([a.username, b.username])
  })

  it('[ISET-18] are separated by whatever comma there is on the keyboard', async () => {
    const { item } = await privateItem()
    const [a, b, c] = [await somebody(), await somebody(), await somebody()]
    const username = `${a.username}，${b.username}, ,${c.username}，`

    await save(item, a, { username, member_group_id: 1, cat_id: 0 })

    expect(await usernamesOf(item)).toEqual([a.username, b.username, c.username])
    expect(await refusedSave(item, { username: '，, ,' })).toBe(10101)
  })

  it('[ISET-15] are not added when one of the usernames is unknown', async () => {
    const { item } = await privateItem()
    const { username, account } = await somebody()

    const reply = await owner.post('member/save', { item_id: item.id, username: `${username},nobody`, member_group_id: 1 }) // prettier-ignore

    expect([reply.error_code, reply.error_message]).toEqual([10101, 'There is no account with the username “nobody”.'])
    expect(await refusedSave(item, { username: account.email ?? '' })).toBe(10101)
    expect(await refusedSave(item, { username: '' })).toBe(10101)
    expect(await listOf(item)).toEqual([])
  })

  it('[ISET-16] are in the list once, with the right they were given last', async () => {
    const { item, inside } = await privateItem()
    const person = await somebody()
    await save(item, person, { member_group_id: 0, cat_id: 0 })
    const [{ item_member_id: memberId }] = await listOf(item)

    await save(item, person, { member_group_id: 1, cat_id: inside.id })
    await save(item, person, { username: `${person.username},${person.username.toUpperCase()}`, member_group_id: 1 })

    expect(await listOf(item)).toMatchObject([{ item_member_id: memberId, member_group_id: 1, cat_id: inside.id }])
  })

  it('do not include the owner', async () => {
    const { item } = await privateItem()
    const other = await somebody()

    expect(await refusedSave(item, { username: `${other.username},${here.world.owner.username}` })).toBe(10101)
    expect(await listOf(item)).toEqual([])
  })

  it('[ISET-13] [API-068] [PERM-07] lose their rights when they are removed', async () => {
    const { item, pages } = await privateItem()
    const person = await somebody()
    await save(item, person, { member_group_id: 2 })
    const [{ item_member_id: memberId }] = await listOf(item)
    const browser = await here.browserOf(person)
    expect(await edit(browser, pages.root)).toBe(0)

    await dataOf(owner, 'member/delete', { item_id: item.id, item_member_id: memberId })

    expect(await listOf(item)).toEqual([])
    expect([await read(browser, pages.root), await edit(browser, pages.root)]).toEqual([10303, 10103])
    expect(await dataOf(browser, 'item/myList')).toEqual([])
    expect(await codeOf(owner, 'member/delete', { item_id: item.id, item_member_id: memberId })).toBe(10101)
  })

  it('[PERM-15] are removed by a number of this item only', async () => {
    const [one, other] = [await privateItem(), await privateItem()]
    await save(other.item, await somebody(), { member_group_id: 0 })
    const [{ item_member_id: memberId }] = await listOf(other.item)

    expect(await codeOf(owner, 'member/delete', { item_id: one.item.id, item_member_id: memberId })).toBe(10101)
    expect(await listOf(other.item)).toHaveLength(1)
  })

  it('are at most as many as a request may name', async () => {
    const { item } = await privateItem()
    const names = Array.from({ length: limits.usernamesAtOnce + 1 }, (_, index) => `nobody${index}`)

    for (const comma of [',', '，']) {
      const reply = await owner.post('member/save', {
        item_id: item.id,
        username: names.join(comma),
        member_group_id: 1,
      })

      expect([reply.error_code, reply.error_message]).toEqual([10101, 'Please check your input: username'])
    }
  })
})

describe('what a member may do', () => {
  it('[MEM-02] [PERM-07] is reading, for a read-only member', async () => {
    const { item, pages } = await privateItem()
    const person = await somebody()
    await save(item, person, { member_group_id: 0, cat_id: 0 })
    const browser = await here.browserOf(person)

    expect(await infoOf(browser, item)).toMatchObject({ item_edit: false, item_manage: false })
    expect([await read(browser, pages.root), await edit(browser, pages.root)]).toEqual([0, 10103])
    expect(await codeOf(browser, 'item/detail', { item_id: item.id })).toBe(10303)
  })

  it('[MEM-03] [PERM-07] is editing everything, for an editor without a catalog', async () => {
    const { item, pages } = await privateItem()
    const person = await somebody()
    await save(item, person, { member_group_id: 1, cat_id: 0 })
    const browser = await here.browserOf(person)

    expect(await infoOf(browser, item)).toMatchObject({ item_edit: true, item_manage: false })
    for (const pageId of Object.values(pages)) expect(await edit(browser, pageId)).toBe(0)
  })

  it('[MEM-04] [MEM-07] [PERM-07] is editing in one catalog and below it, and seeing nothing else', async () => {
    const { item, inside, pages } = await privateItem()
    const person = await somebody()
    await save(item, person, { member_group_id: 1, cat_id: inside.id })
    const browser = await here.browserOf(person)

    const { menu, item_edit: mayEdit } = await infoOf(browser, item)

    expect(mayEdit).toBe(true)
    expect(menu.pages).toEqual([])
    expect(menu.catalogs).toMatchObject([{ cat_id: inside.id, catalogs: [{ pages: [{ page_id: pages.below }] }] }])
    expect([await edit(browser, pages.inside), await edit(browser, pages.below)]).toEqual([0, 0])
    for (const pageId of [pages.outside, pages.root])
      expect([await read(browser, pageId), await edit(browser, pageId)]).toEqual([10303, 10103])
  })

  it('[MEM-10] is seeing one catalog, for a read-only member limited to it', async () => {
    const { item, inside, pages } = await privateItem()
    const person = await somebody()
    await save(item, person, { member_group_id: 0, cat_id: inside.id })
    const browser = await here.browserOf(person)

    const { menu, item_edit: mayEdit } = await infoOf(browser, item)

    expect(mayEdit).toBe(false)
    expect([menu.pages, menu.catalogs.map(({ cat_id: id }: { cat_id: number }) => id)]).toEqual([[], [inside.id]])
    expect([await read(browser, pages.below), await edit(browser, pages.below)]).toEqual([0, 10103])
    expect(await read(browser, pages.outside)).toBe(10303)
  })

  it('[MEM-05] [MEM-06] [PERM-07] is managing everything, for an item administrator, whatever catalog was sent', async () => {
    const { item, inside, pages } = await privateItem()
    const person = await somebody()
    await save(item, person, { member_group_id: 2, cat_id: inside.id })
    const browser = await here.browserOf(person)

    expect(await infoOf(browser, item)).toMatchObject({ item_edit: true, item_manage: true })
    expect(await edit(browser, pages.outside)).toBe(0)
    expect(await codeOf(browser, 'item/detail', { item_id: item.id })).toBe(0)
    expect(await listOf(item)).toMatchObject([{ member_group_id: 2, cat_id: 0, cat_name: 'all' }])
  })

  it('[MEM-09] is never limited to a catalog of a deeper level, or to one of another item', async () => {
    const { item, below } = await privateItem()
    const { inside: foreign } = await privateItem()
    const { username } = await somebody()

    const deeper = await owner.post('member/save', { item_id: item.id, username, member_group_id: 1, cat_id: below.id })

    expect([deeper.error_code, deeper.error_message]).toEqual([10101, 'A right can be limited to a first-level catalog only.']) // prettier-ignore
    expect(await refusedSave(item, { username, cat_id: foreign.id })).toBe(10101)
    expect(await listOf(item)).toEqual([])
  })
})

describe('the catalogs that rights are limited to', () => {
  it('[PERM-13] are told to those who may move them, with the number of people', async () => {
    const { item, inside } = await privateItem()
    const [limited, teamMember, whole] = [await somebody(), await somebody(), await somebody()]
    await save(item, limited, { member_group_id: 1, cat_id: inside.id })
    await save(item, whole, { member_group_id: 1, cat_id: 0 })
    const { team } = await teamOn(item, teamMember)
    const { teams } = here.world.product.database
    await putMember(teams, { teamId: team.id, userId: limited.id, role: 'member', addedAt: here.world.clock.now() })
    const grant = { teamId: team.id, itemId: item.id, role: 'reader', addedAt: here.world.clock.now() } as const
    await teams.putGrants([
      { ...grant, userId: teamMember.id, catalogId: inside.id, givenBy: null },
      { ...grant, userId: limited.id, catalogId: inside.id, givenBy: null },
    ])

    const limits = await dataOf(await here.browserOf(whole), 'member/getLimits', { item_id: item.id })

    expect(limits).toEqual([{ cat_id: inside.id, people_count: 2 }])
    expect(await codeOf(await here.browserOf(limited), 'member/getLimits', { item_id: item.id })).toBe(10103)
  })
})

describe('everybody in an item over REST', () => {
  it('[MEM-08] [API-069] [ENT-ALLM-01] [ENT-ALLM-02] is its owner, its members and those who come by teams, each once', async () => {
    const { item } = await privateItem()
    const [member, teamMember] = [await somebody('Rob'), await somebody()]
    await save(item, member, { member_group_id: 1, cat_id: 0 })
    await teamOn(item, member)
    await teamOn(item, teamMember, 'reader')

    const everybody = await dataOf(await here.browserOf(member), 'member/getAllList', { item_id: item.id })

    expect(everybody).toEqual([
      { uid: here.world.owner.id, username_name: `${here.world.owner.username} (olivia)` },
      { uid: member.id, username_name: `${member.username} (Rob)` },
      { uid: teamMember.id, username_name: teamMember.username },
    ])
  })
})

describe('the teams of an item over REST', () => {
  it('[TEAM-24] [ISET-17] [API-078] [ENT-TI-01] [ENT-TI-02] [ENT-TI-03] [ENT-TI-05] [ENT-TI-06] are listed with their bindings', async () => {
    const { item } = await privateItem()
    const { team, binding } = await teamOn(item, await somebody(), 'editor', 'Platform')

    const teams = await dataOf(owner, 'teamItem/getList', { item_id: item.id })

    expect(teams).toEqual([
      {
        ...{ id: binding.id, team_id: team.id, item_id: item.id, team_name: 'Platform' },
        ...{ addtime: '2026-03-01 17:30:00', bound_by: here.world.owner.username },
      },
    ])
  })
})

describe('leaving an item over REST', () => {
  it('[ILIST-10] [API-020] takes it from the list and ends the rights of a member', async () => {
    const { item, pages } = await privateItem()
    const person = await somebody()
    await save(item, person, { member_group_id: 1, cat_id: 0 })
    const browser = await here.browserOf(person)
    expect(await dataOf(browser, 'item/myList')).toMatchObject([{ item_id: item.id }])

    expect(await dataOf(browser, 'item/exitItem', { item_id: item.id })).toEqual({})

    expect(await dataOf(browser, 'item/myList')).toEqual([])
    expect([await read(browser, pages.root), await edit(browser, pages.root)]).toEqual([10303, 10103])
    expect(await codeOf(browser, 'item/exitItem', { item_id: item.id })).toBe(10101)
  })

  it('[TEAM-42] ends what a team gave in this item; the team and its other items stay', async () => {
    const [{ item, pages }, other] = [await privateItem(), await privateItem()]
    const person = await somebody()
    const { team } = await teamOn(item, person)
    const { teams } = here.world.product.database
    const addedAt = here.world.clock.now()
    await bind(teams, { teamId: team.id, itemId: other.item.id, addedAt })
    await teams.putGrants([
      {
        ...{ teamId: team.id, itemId: other.item.id, userId: person.id },
        ...{ role: 'editor', catalogId: null, givenBy: null, addedAt },
      },
    ])
    await teamOn(item, person, 'reader', 'Second')
    await save(item, person, { member_group_id: 0, cat_id: 0 })
    const browser = await here.browserOf(person)

    await dataOf(browser, 'item/exitItem', { item_id: item.id })

    expect(await dataOf(browser, 'item/myList')).toMatchObject([{ item_id: other.item.id }])
    expect([await read(browser, pages.root), await edit(browser, other.pages.root)]).toEqual([10303, 0])
    expect((await teams.membersOf(team.id)).map(({ userId }) => userId)).toEqual([person.id])
    expect(await listOf(item)).toEqual([])
  })

  it('[ILIST-10] is not for its owner, nor for those who are not in it', async () => {
    const { item } = await privateItem()
    await teamOn(item, here.world.owner)
    const stranger = await here.browserOf(await somebody())

    const refusal = await owner.post('item/exitItem', { item_id: item.id })

    expect([refusal.error_code, refusal.error_message]).toEqual([
      10101,
      'You own this item. Transfer it to somebody else before you leave.',
    ])
    expect(await codeOf(stranger, 'item/exitItem', { item_id: item.id })).toBe(10101)
    expect(await codeOf(stranger, 'item/exitItem', { item_id: 2_000_000_000 })).toBe(10101)
  })

  it('works in an archived item as well', async () => {
    const item = await here.world.addItem({ isArchived: true })
    const reader = await here.browserOf(here.world.reader)

    expect(await codeOf(reader, 'item/exitItem', { item_id: item.id })).toBe(0)
    expect(await codeOf(owner, 'member/save', { item_id: item.id, username: here.world.stranger.username, member_group_id: 0 })).toBe(10103) // prettier-ignore
  })
})
