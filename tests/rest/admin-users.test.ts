import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import type { Person } from '#tests/support/people.ts'
import { site, type Browser, type Site } from './harness.ts'

const NEW_PASSWORD = 'a quieter owl at dawn'

let here: Site
let admin: Browser
let person: Person
beforeAll(async () => {
  here = await site()
  admin = await here.browserOf(here.world.admin)
})
afterAll(() => here.close())

let number = 0
beforeEach(async () => {
  person = await here.world.addUser(`person-${(number += 1)}-`)
})
const listed = async (username: string) => (await admin.post('adminUser/getList', { username })).data
const isIn = async (browser: Browser) => (await browser.post('user/info')).error_code === 0

describe('the list of accounts', () => {
  it('[ADMIN-03] [ADMIN-05] [ADMIN-06] [ENT-AUSER-01] [ENT-AUSER-02] [ENT-AUSER-03] [ENT-AUSER-04] [ENT-AUSER-05] [CONST-37] [ENT-AUSER-06] [ENT-AUSER-07] shows what the specification names, and nothing of a password', async () => {
    const { users, total } = await listed(person.username)

    expect(total).toBe(1)
    expect(users).toEqual([
      {
        uid: person.id,
        username: person.username,
        name: person.account.name,
        groupid: 2,
        reg_time: expect.stringMatching(/^2026-03-01 \d\d:\d\d:\d\d$/),
        last_login_time: '',
      },
    ])
    expect((await listed(here.world.admin.username)).users[0]).toMatchObject({ groupid: 1 })
  })

  it('[ADMIN-55] [ENT-AUSER-07] tells when somebody logged in last', async () => {
    await here.browserOf(person)
    const first = (await listed(person.username)).users[0].last_login_time
    here.world.clock.advance(3_600_000)
    await here.browserOf(person)

    const second = (await listed(person.username)).users[0].last_login_time

    expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(second > first).toBe(true)
  })

  it('[ADMIN-15] comes in pages, and counts all', async () => {
    const word = `paged${number}x`
    for (const letter of ['a', 'b', 'c']) await here.world.addUser(`${word}${letter}`)

    const first = (await admin.post('adminUser/getList', { username: word, page: 1, count: 2 })).data
    const second = (await admin.post('adminUser/getList', { username: word, page: 2, count: 2 })).data

    expect([first.total, second.total]).toEqual([3, 3])
    expect([...first.users, ...second.users].map(({ username }) => username.slice(0, word.length + 1))).toEqual([
      `${word}c`,
      `${word}b`,
      `${word}a`,
    ])
  })

  it('is narrowed to administrators or accounts that are switched off, and to nothing else', async () => {
    const word = `narrow${number}x`
    const [boss, off] = [await here.world.addUser(`${word}a`), await here.world.addUser(`${word}b`)]
    await here.world.addUser(`${word}c`)
    await admin.post('adminUser/makeAdministrator', { uid: boss.id })
    await admin.post('adminUser/switchOff', { uid: off.id })
    const namesOf = async (standing: string) => {
      const { data } = await admin.post('adminUser/getList', { username: word, standing })
      return data.users.map(({ username }: { username: string }) => username)
    }

    expect(await namesOf('administrators')).toEqual([boss.username])
    expect(await namesOf('switchedOff')).toEqual([off.username])
    expect((await admin.post('adminUser/getList', { standing: 'anything' })).error_code).toBe(10101)
  })

  it('takes what is searched for literally', async () => {
    expect((await listed('%')).total).toBe(0)
    expect((await listed('_______')).total).toBe(0)
  })
})

describe('adding an account', () => {
  it('[ADMIN-07] [REG-08] makes somebody who can log in and administers nothing', async () => {
    const username = `added${number}`

    const reply = await admin.post('adminUser/addUser', { username, password: NEW_PASSWORD, uid: 0, name: 'Ada L.' })

    expect(reply.error_code).toBe(0)
    const info = await here.browser().logIn(username, NEW_PASSWORD)
    expect(info).toMatchObject({ username, name: 'Ada L.', groupid: 2 })
  })

  it('[REG-09] refuses a name that is taken, whatever its case', async () => {
    const username = person.username.toUpperCase()

    expect((await admin.post('adminUser/addUser', { username, password: NEW_PASSWORD })).error_code).toBe(10212)
  })

  it.each([
    ['without a name', { username: '' }, 10218],
    ['with a comma in it', { username: 'a,b' }, 10218],
    ['without a password', { password: '' }, 10214],
    ['with a password everybody knows', { password: 'password123' }, 10214],
    ['with a longer name than there is room for', { name: 'x'.repeat(101) }, 10101],
  ])('refuses one %s, and nobody comes to be', async (_, wrong, code) => {
    const username = `refused${(number += 1)}`

    const reply = await admin.post('adminUser/addUser', { username, password: NEW_PASSWORD, ...wrong })

    expect(reply.error_code).toBe(code)
    expect((await listed(username)).total).toBe(0)
  })
})

describe('changing an account', () => {
  it('[ADMIN-08] [ADMIN-10] changes the name, keeps a password that is left blank, and never renames', async () => {
    const browser = await here.browserOf(person)
    const fields = { uid: person.id, username: 'another', name: 'Grace', password: '' }

    expect((await admin.post('adminUser/addUser', fields)).error_code).toBe(0)

    expect((await listed(person.username)).users[0]).toMatchObject({ username: person.username, name: 'Grace' })
    expect((await listed('another')).total).toBe(0)
    expect(await isIn(browser)).toBe(true)
    expect(await here.browser().logIn(person.username, here.world.password)).toMatchObject({ name: 'Grace' })
  })

  it('[ADMIN-09] sets a new password, with which the former one and every session are over (threats T2)', async () => {
    const [desk, phone] = [await here.browserOf(person), await here.browserOf(person)]

    await admin.post('adminUser/addUser', { uid: person.id, username: person.username, password: NEW_PASSWORD })

    expect([await isIn(desk), await isIn(phone)]).toEqual([false, false])
    const former = { username: person.username, password: here.world.password }
    expect((await here.browser().post('user/login', former)).error_code).toBe(10204)
    await here.browser().logIn(person.username, NEW_PASSWORD)
    expect((await listed(person.username)).users[0].name).toBe(person.account.name)
  })

  it('gives nobody a password who logs in elsewhere, unless that is said, and changes the name all the same', async () => {
    const { users } = here.world.product.database
    await users.update(person.id, { passwordHash: null })
    const fields = { uid: person.id, password: NEW_PASSWORD, name: 'Changed' }

    const refused = await admin.post('adminUser/addUser', fields)

    expect(refused).toMatchObject({ error_code: 10227, error_message: expect.stringContaining(person.username) })
    expect(await users.byId(person.id)).toMatchObject({ passwordHash: null, name: person.account.name })
    expect((await admin.post('adminUser/addUser', { ...fields, password: '' })).error_code).toBe(0)
    expect(await users.byId(person.id)).toMatchObject({ passwordHash: null, name: 'Changed' })

    expect((await admin.post('adminUser/addUser', { ...fields, replaces_other_login: 1 })).error_code).toBe(0)
    await here.browser().logIn(person.username, NEW_PASSWORD)
  })

  it('refuses a weak password whole, and says that an account is not there', async () => {
    const weak = { uid: person.id, name: 'Changed', password: 'short' }

    expect((await admin.post('adminUser/addUser', weak)).error_code).toBe(10214)
    expect((await listed(person.username)).users[0].name).toBe(person.account.name)
    expect((await admin.post('adminUser/addUser', { uid: 2_000_000, name: 'x' })).error_code).toBe(10101)
  })

  it('leaves the window open in which administrators set their own password', async () => {
    const other = await here.world.addUser(`second-${number}`, { isAdmin: true })
    const [browser, elsewhere] = [await here.browserOf(other), await here.browserOf(other)]

    await browser.post('adminUser/addUser', { uid: other.id, password: NEW_PASSWORD })

    expect([await isIn(browser), await isIn(elsewhere)]).toEqual([true, false])
  })
})

describe('deleting an account', () => {
  it('[ADMIN-12] takes it off the list and ends its sessions, and what the person wrote stays readable', async () => {
    const browser = await here.browserOf(person)
    const item = await here.world.addItem()
    await here.world.addMember(item, person, 'editor')
    const page = await here.world.addPage(item, { authorId: person.id, content: '# Written by one who left' })

    expect((await admin.post('adminUser/deleteUser', { uid: person.id })).error_code).toBe(0)

    expect((await listed(person.username)).total).toBe(0)
    expect(await isIn(browser)).toBe(false)
    const login = { username: person.username, password: here.world.password }
    expect((await here.browser().post('user/login', login)).error_code).toBe(10204)
    const reader = await here.browserOf(here.world.reader)
    expect((await reader.post('page/info', { page_id: page.id })).data).toMatchObject({
      page_content: '# Written by one who left',
      author_username: '',
    })
  })

  it('ends locks, and memberships with what stands on the person’s word', async () => {
    const { owner, stranger } = here.world
    const item = await here.world.addItem({ visitPassword: 'sesame' })
    await here.world.addMember(item, person, 'manager')
    const page = await here.world.addPage(item)
    const browser = await here.browserOf(person)
    await browser.post('page/setLock', { page_id: page.id, item_id: item.id })
    // A team of the owner’s, which only the one who leaves has bound to this item.
    const { id: teamId } = await owner.do(coreOperations.team.save, { teamName: 'Core' })
    for (const { username } of [person, stranger])
      await owner.do(coreOperations.teamMember.save, { teamId, memberUsername: [username], role: 'admin' })
    await person.do(coreOperations.teamItem.bind, { teamId, itemIds: [item.id] })
    const outsider = await here.browserOf(stranger)
    expect((await outsider.post('page/info', { page_id: page.id })).error_code).toBe(0)

    await admin.post('adminUser/deleteUser', { uid: person.id })

    expect((await outsider.post('page/info', { page_id: page.id })).error_code).toBe(10303)
    const editor = await here.browserOf(here.world.editor)
    expect((await editor.post('page/isLock', { page_id: page.id })).data.lock).toBe(0)
    const { data: left } = await (await here.browserOf(owner)).post('member/getList', { item_id: item.id })
    expect(left.map(({ username }: { username: string }) => username)).not.toContain(person.username)
  })

  it('[ADMIN-13] is refused for administrators, and for the one who asks', async () => {
    const other = await here.world.addUser(`admin-${number}`, { isAdmin: true })

    for (const { id } of [other, here.world.admin])
      expect((await admin.post('adminUser/deleteUser', { uid: id })).error_code).toBe(10101)
    expect((await listed(other.username)).total).toBe(1)
    expect(await isIn(admin)).toBe(true)
  })

  it('is refused as long as the person owns an item or a team, and says so (D27)', async () => {
    await here.world.addItem({ ownerId: person.id })
    const withItem = await admin.post('adminUser/deleteUser', { uid: person.id })
    const other = await here.world.addUser(`leader-${number}`)
    await other.do(coreOperations.team.save, { teamName: 'Core' })
    const withTeam = await admin.post('adminUser/deleteUser', { uid: other.id })

    expect(withItem).toMatchObject({ error_code: 10101, error_message: expect.stringContaining('1 items') })
    expect(withTeam).toMatchObject({ error_code: 10101, error_message: expect.stringContaining('1 teams') })
    expect((await listed(person.username)).total).toBe(1)
  })

  it('says that there is no such account', async () => {
    expect((await admin.post('adminUser/deleteUser', { uid: 2_000_000 })).error_code).toBe(10101)
    expect((await admin.post('adminUser/deleteUser')).error_code).toBe(10101)
  })
})

it('puts on record who did what to whom, without a password', async () => {
  await admin.post('adminUser/addUser', { uid: person.id, name: 'Grace', password: NEW_PASSWORD })
  await admin.post('adminUser/deleteUser', { uid: person.id })

  const { list } = (await admin.post('audit/getList', { uid: here.world.admin.id, count: 3 })).data

  const about = { username: here.world.admin.username, object_type: 'account', object_id: String(person.id) }
  expect(list).toMatchObject([
    { action: 'account.deleted', detail: person.username, ...about },
    { action: 'account.passwordSet', ...about },
    { action: 'account.renamed', ...about },
  ])
  expect(JSON.stringify(list)).not.toContain(NEW_PASSWORD)
})

describe('[ADMIN-51] [ADMIN-52] [PERM-02] whoever is no administrator', () => {
  it.each([
    ['adminUser/getList', {}],
    ['adminUser/addUser', { username: 'stowaway', password: NEW_PASSWORD }],
    ['adminUser/deleteUser', { uid: 1 }],
    ['adminItem/getList', {}],
    ['adminItem/attorn', { item_id: 1, username: 'x' }],
    ['adminItem/deleteItem', { item_id: 1 }],
    ['adminSetting/loadConfig', {}],
    ['adminSetting/saveConfig', { register_open: 0 }],
    ['attachment/getAllList', {}],
  ])('is refused %s', async (call, fields) => {
    const browser = await here.browserOf(here.world.owner)

    expect((await browser.post(call, fields)).error_code).toBe(10103)
    expect((await here.browser().post(call, fields)).error_code).toBe(10102)
  })
})
