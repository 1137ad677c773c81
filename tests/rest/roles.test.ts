import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEST_PASSWORD } from '#tests/support/services.ts'
import { site, type Browser, type Site } from './harness.ts'

let here: Site
beforeAll(async () => {
  here = await site()
})
afterAll(() => here.close())

const codeOf = async (browser: Browser, path: string, fields: Readonly<Record<string, string | number>>) =>
  (await browser.post(path, fields)).error_code

it('[GEN-05] visitors see open items, and private ones after the visit password', async () => {
  const open = await here.world.addItem()
  const closed = await here.world.addItem({ visitPassword: 'sesame' })
  const visitor = here.browser()

  expect(await codeOf(visitor, 'item/info', { item_id: open.id })).toBe(0)
  expect(await codeOf(visitor, 'item/info', { item_id: closed.id })).toBe(10303)
  await visitor.post('item/pwd', { item_id: closed.id, password: 'sesame' })
  expect(await codeOf(visitor, 'item/info', { item_id: closed.id })).toBe(0)
})

it('[GEN-06] [PERM-06] a member reads, edits or manages as their group says, and the creator owns', async () => {
  const item = await here.world.addItem({ visitPassword: 'sesame' })
  const owner = await here.browserOf(here.world.owner)
  const person = await here.world.addUser('grouped')
  const member = await here.browserOf(person)
  const asMember = async (group: 0 | 1 | 2) => {
    const fields = { item_id: item.id, username: person.username, member_group_id: group }
    expect(await codeOf(owner, 'member/save', fields)).toBe(0)
    const { data } = await member.post('item/info', { item_id: item.id })
    const changed = await codeOf(member, 'item/update', { item_id: item.id, item_name: `by ${group}` })
    return [data.creator, data.item_edit, data.item_manage, changed]
  }

  expect(await codeOf(member, 'item/info', { item_id: item.id })).toBe(10303)
  expect(await asMember(0)).toEqual([0, false, false, 10303])
  expect(await asMember(1)).toEqual([0, true, false, 10303])
  expect(await asMember(2)).toEqual([0, true, true, 0])
  expect((await owner.post('item/info', { item_id: item.id })).data).toMatchObject({
    creator: 1,
    item_edit: true,
    item_manage: true,
  })
})

it('[GEN-07] people of a team are ordinary members or administrators of it', async () => {
  const owner = await here.browserOf(here.world.owner)
  const { data: team } = await owner.post('team/save', { team_name: 'Gateway' })
  const [ordinary, admin] = [await here.world.addUser('ordinary'), await here.world.addUser('teamadmin')]
  const add = (username: string, group: 1 | 2) =>
    owner.post('teamMember/save', { team_id: team.id, member_username: username, team_member_group_id: group })
  const manages = async (person: { readonly username: string }) => {
    const { data } = await (await here.browserOf(person)).post('team/getList')
    return data.find(({ id }: { id: number }) => id === team.id)?.team_manage
  }

  await add(ordinary.username, 1)
  await add(admin.username, 2)

  const { data: members } = await owner.post('teamMember/getList', { team_id: team.id })
  expect(members).toMatchObject([
    { member_username: ordinary.username, team_member_group_id: 1 },
    { member_username: admin.username, team_member_group_id: 2 },
  ])
  expect([await manages(ordinary), await manages(admin)]).toEqual([0, 1])
})

it('[GEN-08] [PERM-01] site administrators have group 1, others group 2', async () => {
  const { admin, reader } = here.world
  const groupOf = async (username: string) => (await here.browser().logIn(username, TEST_PASSWORD)).groupid

  expect([await groupOf(admin.username), await groupOf(reader.username)]).toEqual([1, 2])
})

it('[PERM-04] the owner alone transfers, archives and deletes, with the login password', async () => {
  const { owner, manager, admin, stranger } = here.world
  const item = await here.world.addItem()
  const calls = (password: string) =>
    [
      ['item/archive', { item_id: item.id, password }],
      ['item/attorn', { item_id: item.id, username: stranger.username, password }],
      ['item/delete', { item_id: item.id, password }],
    ] as const
  const codes = async (person: { readonly username: string }, password: string) => {
    const browser = await here.browserOf(person)
    return Promise.all(calls(password).map(([path, fields]) => codeOf(browser, path, fields)))
  }

  expect(await codes(manager, TEST_PASSWORD)).toEqual([10303, 10303, 10303])
  expect(await codes(admin, TEST_PASSWORD)).toEqual([10303, 10303, 10303])
  expect(await codes(owner, 'a wrong one')).toEqual([10216, 10216, 10216])
  const facts = await here.world.product.database.access.ofItem(item.id, null)
  expect(facts?.item).toMatchObject({ ownerId: owner.id, isArchived: false })
  expect(await codeOf(await here.browserOf(owner), ...calls(TEST_PASSWORD)[0])).toBe(0)
})
