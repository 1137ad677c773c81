import { beforeEach, describe, expect, it } from 'vitest'
import { accountOperations } from '#core/account/operations.ts'
import { recordPlugins } from '#core/audit/by-server.ts'
import { auditOperations } from '#core/audit/operations.ts'
import { DomainError } from '#core/errors.ts'
import { command } from '#core/operation.ts'
import { coreOperations } from '#core/operations.ts'
import { nothing } from '#core/schema.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { TEST_PASSWORD } from '#tests/support/services.ts'
import { Person, TestSession } from '#tests/support/people.ts'
import { world, type World } from '#tests/support/world.ts'

let all: World
let lastBefore = 0
beforeEach(async () => {
  all = await world({ hasLegibleCaptchas: true })
  const { list } = await all.admin.do(auditOperations.list, { count: 1 })
  lastBefore = list[0]?.id ?? 0
})

/** What was put on record in this test, oldest first. */
const recorded = async (filter: { readonly actorId?: number } = {}) => {
  const { list } = await all.admin.do(auditOperations.list, { count: 1000, ...filter })
  return list.filter(({ id }) => id > lastBefore).toReversed()
}
const elsewhere = (person: Person | null): Person =>
  new Person(all.product, person?.user ?? null, new TestSession('198.51.100.7'))

describe('the audit record (threats G5)', () => {
  it('says who logged in from where, and keeps a login that failed', async () => {
    const browser = elsewhere(null)
    const { username, id } = all.owner
    const login = coreOperations.account.login

    await outcomeOf(browser.do(login, { username, password: 'a wrong one' }))
    await outcomeOf(browser.do(login, { username: 'nobody', password: 'a wrong one' }))
    await browser.do(login, { username, password: TEST_PASSWORD })

    const address = '198.51.100.7'
    const account = { objectType: 'account', objectId: String(id) }
    expect(await recorded()).toMatchObject([
      { action: 'account.login', actorId: 0, address, ...account, result: 'wrongLogin', operation: 'account.login' },
      { action: 'account.login', actorId: 0, address, objectType: '', objectId: '', result: 'wrongLogin' },
      { action: 'account.login', actorId: id, username, address, ...account, result: 'done', requestId: 'a request' },
    ])
  })

  it('knows browsers again by a digest of their names', async () => {
    const browser = elsewhere(null)
    const { username } = all.owner

    await browser.do(accountOperations.login, { username, password: TEST_PASSWORD })

    const [entry] = await recorded()
    expect(entry?.agentDigest).toBe(all.services.keys.digest(browser.session.userAgent))
  })

  it('has what people do to their accounts', async () => {
    const browser = elsewhere(null)
    const password = 'a quiet owl at noon'
    const drawn = await browser.do(coreOperations.site.captcha, {})
    const captcha = new TextDecoder().decode(drawn.bytes)
    const account = { username: 'newcomer', password, confirmPassword: password, captcha }
    const { userId } = await browser.do(accountOperations.register, account)
    const newcomer = elsewhere(new Person(all.product, await all.product.database.users.byId(userId)))
    await newcomer.do(accountOperations.changePassword, { password, newPassword: 'a louder owl at noon' })
    await newcomer.do(accountOperations.logout, { confirm: true })

    expect((await recorded({ actorId: userId })).map(({ action }) => action)).toEqual([
      'account.registered',
      'account.passwordChanged',
      'account.logout',
    ])
  })

  it('has what is done to items, and says when a visit password was looked at', async () => {
    const item = await all.addItem({ visitPassword: 'sesame' })
    const { detail, update } = coreOperations.item
    const about = { itemId: item.id, itemName: item.name }

    await all.manager.do(detail, { itemId: item.id })
    await all.manager.do(update, { ...about, password: 'another' })
    await all.manager.do(update, { ...about, itemName: 'Renamed' })
    await all.manager.do(update, { ...about, password: '' })
    await all.manager.do(update, { ...about, password: 'sesame' })
    await all.owner.do(coreOperations.item.delete, { itemId: item.id, password: TEST_PASSWORD })

    const entries = await recorded()
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['item.visitPasswordViewed', all.manager.id],
      ['item.visitPasswordChanged', all.manager.id],
      ['item.madeOpen', all.manager.id],
      ['item.madePrivate', all.manager.id],
      ['item.deleted', all.owner.id],
    ])
    expect(entries.every(({ objectType, objectId }) => objectType === 'item' && objectId === String(item.id))).toBe(
      true,
    )
    expect(JSON.stringify(entries)).not.toMatch(/sesame|another/)
  })

  it('keeps a refusal although the command is undone, with what was wanted of what', async () => {
    const item = await all.addItem({ visitPassword: 'sesame' })
    const page = await all.addPage(item)
    const gone = await all.addPage(item, { deletion: { byId: all.owner.id, at: all.clock.now() } })
    const { page: pages, item: items } = coreOperations

    await outcomeOf(all.reader.do(pages.delete, { pageId: page.id }))
    await outcomeOf(all.stranger.do(items.info, { itemId: item.id }))
    await outcomeOf(all.owner.do(items.delete, { itemId: item.id, password: 'a wrong one' }))
    await outcomeOf(all.stranger.do(auditOperations.list, {}))
    await outcomeOf(all.visitor.do(items.list, {}))
    await outcomeOf(all.editor.do(pages.info, { pageId: gone.id }))

    expect(await recorded()).toMatchObject([
      { action: 'access.refused', actorId: all.reader.id, operation: 'page.delete', objectId: String(page.id) },
      { actorId: all.stranger.id, operation: 'item.info', objectType: 'item', result: 'itemClosed' },
      { actorId: all.owner.id, operation: 'item.delete', result: 'wrongPassword' },
      { actorId: all.stranger.id, objectType: '', result: 'notAllowed' },
    ])
  })

  it('has nothing of a start page that asks whether there are samples to lead to', async () => {
    const [open, closed] = [await all.addItem({ domain: 'help' }), await all.addItem({ visitPassword: 'sesame' })]
    const answers = async (person: World['visitor']) =>
      Promise.all(
        ['help', open.id, closed.id, 'nothing-here', 4_000_000].map(
          async (itemId) => (await person.do(coreOperations.item.isReadable, { itemId })).isReadable,
        ),
      )

    expect(await answers(all.visitor)).toEqual([true, true, false, false, false])
    expect(await answers(all.owner)).toEqual([true, true, true, false, false])
    expect(await recorded()).toEqual([])
  })

  it('takes thirty refusals of a caller in ten minutes, however many there are', async () => {
    const page = await all.addPage(await all.addItem())
    const refused = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) await outcomeOf(all.reader.do(coreOperations.page.delete, { pageId: page.id }))
    }

    await refused(35)
    await outcomeOf(all.stranger.do(coreOperations.page.delete, { pageId: page.id }))
    expect([(await recorded({ actorId: all.reader.id })).length, (await recorded()).length]).toEqual([30, 31])

    all.clock.advance(10 * 60_000)
    await refused(1)
    expect(await recorded({ actorId: all.reader.id })).toHaveLength(31)
  })

  it('takes no more than three hundred logins by a link from one address in ten minutes, right or not', async () => {
    const byLink = command({
      summary: 'Refuses whoever asks.',
      audience: 'anyone',
      input: nothing(),
      output: nothing(),
      run(ctx) {
        ctx.audit({ action: 'account.login', result: 'linkNotGood' })
        throw new DomainError('invalidInput', { field: 'token' })
      },
    })

    for (let n = 0; n < 305; n += 1) await outcomeOf(elsewhere(null).do(byLink, {}))
    await outcomeOf(all.visitor.do(byLink, {}))

    const addresses = (await recorded()).map(({ address }) => address)
    expect(addresses).toHaveLength(301)
    expect(addresses.filter((address) => address === '198.51.100.7')).toHaveLength(300)
  })

  it('says which plugins run since a start of the server, and which no longer', async () => {
    const { database, services } = all.product
    const start = (...ids: string[]) => recordPlugins(database, services, ids)
    await start()
    const { id: before = 0 } = (await recorded()).at(-1) ?? {}

    await start('templates', 'format-tools')
    await start('templates', 'format-tools')
    await start('templates')

    const entries = (await recorded()).filter(({ id }) => id > before)
    expect(entries.map(({ action, objectId, actorId }) => [action, objectId, actorId])).toEqual([
      ['plugin.enabled', 'templates', 0],
      ['plugin.enabled', 'format-tools', 0],
      ['plugin.disabled', 'format-tools', 0],
    ])
  })

  it('has who had all files moved, and who had strays removed, once for each task', async () => {
    const { siteConfig, attachment } = coreOperations
    for (const start of [siteConfig.moveFiles, siteConfig.moveFiles, attachment.removeStrays, attachment.removeStrays])
      await all.admin.do(start, {})
    await all.admin.do(attachment.examine, {})

    const actorId = all.admin.id
    expect(await recorded()).toMatchObject([
      { action: 'attachment.moveStarted', actorId, detail: 'local' },
      { action: 'attachment.strayRemovalStarted', actorId, detail: '' },
    ])
  })

  it('has nothing of what was undone', async () => {
    const item = await all.addItem()
    await all.addItem({ domain: 'takenbefore' })
    const { update } = coreOperations.item

    const wishes = { itemId: item.id, itemName: item.name, password: 'sesame', itemDomain: 'takenbefore' }
    expect(await outcomeOf(all.manager.do(update, wishes))).toBe('domainTaken')

    expect(await recorded()).toEqual([])
  })

  it('is listed for site administrators by actor, action and time', async () => {
    const { username, id: userId } = all.owner
    const { login, logout } = accountOperations
    const logIn = () => elsewhere(null).do(login, { username, password: TEST_PASSWORD })
    await logIn()
    all.clock.advance(60_000)
    const from = all.clock.now().toISOString()
    await logIn()
    await all.owner.do(logout, { confirm: true })
    const { list } = auditOperations
    const totalOf = async (filter: object) => (await all.admin.do(list, { actorId: userId, ...filter })).total

    expect(await totalOf({})).toBe(3)
    expect(await totalOf({ action: 'account.login' })).toBe(2)
    expect(await totalOf({ action: 'account.login', from })).toBe(1)
    expect(await totalOf({ to: from })).toBe(1)
    expect(await all.admin.do(list, { actorId: userId, page: 2, count: 2 })).toMatchObject({
      total: 3,
      list: [{ actorId: userId }],
    })
    expect(await outcomeOf(all.admin.do(list, { count: 1001 }))).toBe('invalidInput')
  })

  it('is listed by the beginning of the address it came from', async () => {
    const { username } = all.owner
    const before = lastBefore
    const from = (address: string) =>
      new Person(all.product, null, new TestSession(address)).do(accountOperations.login, {
        username,
        password: TEST_PASSWORD,
      })
    for (const address of ['10.1.2.3', '10.1.20.4', '10.11.2.3', '2001:db8:1::']) await from(address)
    const addressesOf = async (address: string) =>
      (await all.admin.do(auditOperations.list, { address })).list
        .filter(({ id }) => id > before)
        .map((entry) => entry.address)

    expect(await addressesOf('10.1.')).toEqual(['10.1.20.4', '10.1.2.3'])
    expect(await addressesOf(' 2001:db8: ')).toEqual(['2001:db8:1::'])
    // Taken literally.
    expect(await addressesOf('10_1')).toEqual([])
    expect(await addressesOf('%')).toEqual([])
  })

  it('is listed by a person, as typed or by the number of an account that is gone', async () => {
    const person = await all.addUser('leaver')
    const { list } = auditOperations
    const before = lastBefore
    await outcomeOf(elsewhere(null).do(accountOperations.login, { username: person.username, password: 'wrong' }))
    await all.admin.do(coreOperations.adminUser.switchOff, { userId: person.id })
    const actionsOf = async (filter: object) =>
      (await all.admin.do(list, filter)).list.filter(({ id }) => id > before).map(({ action }) => action)

    const both = ['account.switchedOff', 'account.login']
    expect(await actionsOf({ username: ` ${person.username.toUpperCase()} ` })).toEqual(both)
    expect(await actionsOf({ username: 'nobody at all' })).toEqual([])
    expect(await actionsOf({ username: person.username, action: 'account.login' })).toEqual(['account.login'])
    await all.admin.do(coreOperations.adminUser.delete, { userId: person.id })
    expect(await actionsOf({ username: person.username })).toEqual([])
    expect(await actionsOf({ personId: person.id })).toEqual(['account.deleted', ...both])
  })
})
