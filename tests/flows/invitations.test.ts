import { afterEach, describe, expect, it } from 'vitest'
import { invitationOperations } from '#core/account/invitation-operations.ts'
import { letterJobs } from '#core/account/letter-jobs.ts'
import { severalOperations } from '#core/account/several-operations.ts'
import { adminUserOperations } from '#core/account/admin-operations.ts'
import { accountOperations } from '#core/account/operations.ts'
import { siteRules } from '#core/access/site-rules.ts'
import { auditOperations } from '#core/audit/operations.ts'
import { writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { SmtpMail } from '#adapters/mail/smtp/smtp-mail.ts'
import { mailSink } from '#tests/support/mail/mail-sink.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { CONNECTABLE, twoConnections } from '#tests/support/two-connections.ts'
import { world, type World } from '#tests/support/world.ts'

const DAY_MS = 24 * 3_600_000
const PASSWORD = 'another horse battery'
const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

async function withMail() {
  const sink = await mailSink()
  const mail = new SmtpMail(`smtp://127.0.0.1:${sink.port}?tls=off`, 'https://docs.example.org/wiki')
  const people = await world({ mail, fresh: true })
  opened.push(sink, people)
  const { database, services } = people.product
  const deliver = async () => {
    const { jobTable } = database as Awaited<ReturnType<(typeof twoConnections)['embedded']>>['database']
    for (const { name, payload } of await jobTable.claim(new Date(), 1_000, 1_000))
      await letterJobs[name]?.({ store: database, services }, payload)
  }
  return { ...people, sink, deliver }
}
const tokenIn = (link: string): string => link.slice(link.indexOf('#') + 1).split(/\s/)[0] ?? ''
const accept = ({ visitor }: Pick<World, 'visitor'>, token: string, username: string) =>
  visitor.do(invitationOperations.accept, { token, username, password: PASSWORD, confirmPassword: PASSWORD })

describe('an invitation', () => {
  it('by link lets one person in, once, also where registration is closed', async () => {
    const people = await world()
    const { admin, product } = people
    await writeSettings(product.database, siteSettings, { registerOpen: false })

    const { link } = await admin.do(invitationOperations.add, { name: 'Ines Ruiz' })
    const made = await accept(people, tokenIn(link), 'ines-by-link')

    expect(made).toMatchObject({ username: 'ines-by-link', name: 'Ines Ruiz', email: '', siteRole: 'ordinary' })
    expect(made.loginToken).not.toBe('')
    expect(await outcomeOf(accept(people, tokenIn(link), 'second'))).toBe('linkNotGood')
    await writeSettings(product.database, siteSettings, {})
  })

  it('is neither made nor taken while nobody logs in with a password of the site, and is good again afterwards', async () => {
    const people = await withMail()
    const { admin, visitor, product } = people
    const token = tokenIn((await admin.do(invitationOperations.add, { name: 'Ines' })).link)
    await writeSettings(product.database, siteRules, { arePasswordsOn: false })

    expect(await outcomeOf(admin.do(invitationOperations.add, { name: 'Ines' }))).toBe('passwordsOff')
    expect(await outcomeOf(admin.do(invitationOperations.add, { email: 'ines@example.org' }))).toBe('passwordsOff')
    const table = [{ email: 'ines@example.org' }, { username: 'ines-added', password: PASSWORD }]
    const { rows } = await admin.do(severalOperations.previewSeveral, { people: table })
    expect(rows.map(({ problem }) => problem)).toEqual(['passwordsOff', ''])
    expect(await outcomeOf(admin.do(severalOperations.addSeveral, { people: table }))).toBe('passwordsOff')
    expect(await outcomeOf(visitor.do(invitationOperations.check, { token }))).toBe('passwordsOff')
    expect(await outcomeOf(visitor.do(invitationOperations.check, { token: 'another' }))).toBe('linkNotGood')
    expect(await outcomeOf(accept(people, token, 'ines-too-early'))).toBe('passwordsOff')

    await writeSettings(product.database, siteRules, {})
    expect(await accept(people, token, 'ines-in-time')).toMatchObject({ username: 'ines-in-time' })
  })

  it('by mail proves the address, and its letter leads to the address of the site', async () => {
    const people = await withMail()
    const { admin, sink, deliver } = people

    expect((await admin.do(invitationOperations.add, { email: 'ines@example.org', name: 'Ines' })).link).toBe('')
    await deliver()

    expect(sink.letters.map(({ to }) => to)).toEqual([['ines@example.org']])
    const text = sink.letters[0]?.text ?? ''
    expect(text).toContain('https://docs.example.org/wiki/user/register#')
    expect(await accept(people, tokenIn(text), 'ines')).toMatchObject({
      email: 'ines@example.org',
      isEmailVerified: true,
    })
  })

  it('ends by being withdrawn, after seven days, and by another one for the same address', async () => {
    const people = await withMail()
    const { admin, clock, sink, deliver } = people

    const withdrawn = await admin.do(invitationOperations.add, {})
    await admin.do(invitationOperations.withdraw, { id: withdrawn.id })
    expect(await outcomeOf(accept(people, tokenIn(withdrawn.link), 'one'))).toBe('linkNotGood')

    const old = await admin.do(invitationOperations.add, {})
    clock.advance(7 * DAY_MS)
    expect(await outcomeOf(accept(people, tokenIn(old.link), 'two'))).toBe('linkNotGood')
    expect((await admin.do(invitationOperations.list, {})).list).toEqual([])

    for (const name of ['first', 'second']) {
      await admin.do(invitationOperations.add, { email: 'twice@example.org', name })
      await deliver()
    }
    const [first, second] = sink.letters.map(({ text }) => tokenIn(text))
    expect(await outcomeOf(accept(people, first ?? '', 'three'))).toBe('linkNotGood')
    expect(await accept(people, second ?? '', 'four')).toMatchObject({ name: 'second' })
  })

  it('ends with the right of whoever made it, and is no longer listed', async () => {
    const people = await world({ fresh: true })
    opened.push(people)
    const { admin, owner, product } = people
    const { users } = product.database
    await users.update(owner.id, { isAdmin: true })
    const second = new Person(product, await users.byId(owner.id))
    const [one, two] = [await second.do(invitationOperations.add, {}), await second.do(invitationOperations.add, {})]
    const kept = await admin.do(invitationOperations.add, {})

    await users.update(owner.id, { isAdmin: false })
    expect(await outcomeOf(accept(people, tokenIn(one.link), 'back-again'))).toBe('linkNotGood')
    await users.update(owner.id, { isAdmin: true, isSwitchedOff: true })
    expect(await outcomeOf(accept(people, tokenIn(two.link), 'back-again'))).toBe('linkNotGood')
    const { list, total } = await admin.do(invitationOperations.list, { count: 1 })
    expect([list.map(({ id }) => id), total]).toEqual([[kept.id], 1])
    expect(await accept(people, tokenIn(kept.link), 'new-here')).toBeTruthy()
  })

  it('stays good when the username is taken, and lies nowhere as it is', async () => {
    const people = await world()
    const { admin, owner, product } = people
    const { link } = await admin.do(invitationOperations.add, {})
    const { username = '' } = (await product.database.users.byId(owner.id)) ?? {}

    expect(await outcomeOf(accept(people, tokenIn(link), username))).toBe('usernameTaken')
    const kept = await product.database.documents.collection('account.invitation-link').find({})
    expect(JSON.stringify(kept)).not.toContain(tokenIn(link))
    expect(JSON.stringify(await admin.do(auditOperations.list, {}))).not.toContain(tokenIn(link))
    expect(await accept(people, tokenIn(link), `${username}-again`)).toBeTruthy()
  })

  it('says that it is over before anything is filled in, and reveals nothing else', async () => {
    const people = await world()
    const { admin, visitor } = people
    const { id, link } = await admin.do(invitationOperations.add, { name: 'Ines Ruiz' })
    const check = (token: string) => visitor.do(invitationOperations.check, { token })

    expect(await check(tokenIn(link))).toEqual({})
    expect(await outcomeOf(check('guess'))).toBe('linkNotGood')
    await admin.do(invitationOperations.withdraw, { id })
    expect(await outcomeOf(check(tokenIn(link)))).toBe('linkNotGood')
  })

  it.each(['accept', 'check'] as const)('has guesses at tokens rest (%s)', async (by) => {
    const people = await world()
    const { link } = await people.admin.do(invitationOperations.add, {})
    const outcomes = []
    for (let guess = 0; guess < 30; guess += 1) {
      const token = `guess-${guess}`
      const guessed =
        by === 'accept' ? accept(people, token, 'guest') : people.visitor.do(invitationOperations.check, { token })
      outcomes.push(await outcomeOf(guessed))
    }

    expect(outcomes.at(0)).toBe('linkNotGood')
    expect(outcomes.at(-1)).toBe('tooManyFailures')
    expect(await outcomeOf(accept(people, tokenIn(link), 'guest'))).toBe('tooManyFailures')
  })

  it('is refused for an address somebody has, and without a mail server', async () => {
    const { admin, owner, product } = await world()
    const { email } = (await product.database.users.byId(owner.id)) ?? {}

    expect(await outcomeOf(admin.do(invitationOperations.add, { email: email ?? '' }))).toBe('emailTaken')
    expect(await outcomeOf(admin.do(invitationOperations.add, { email: 'new@example.org' }))).toBe('mailNotAvailable')
  })
})

it.each(CONNECTABLE)('makes one account however many use it at once (%s)', async (kind) => {
  const { database, other, drop } = await twoConnections[kind]()
  const here = await world({ database })
  const there = { visitor: new Person({ ...here.product, database: other }, null) }
  const { link } = await here.admin.do(invitationOperations.add, {})

  const outcomes = await Promise.all(
    [here, there, here, there].map((each, at) => outcomeOf(accept(each, tokenIn(link), `racer-${at}`))),
  )

  expect(outcomes.filter((outcome) => outcome === 'linkNotGood')).toHaveLength(3)
  expect((await here.admin.do(adminUserOperations.list, { username: 'racer-' })).total).toBe(1)
  await drop()
})

describe('several people at once', () => {
  const rows = [
    { username: 'sev-one', name: 'One', password: PASSWORD },
    { name: 'Two', email: 'two@example.org' },
  ]

  it('are shown before, and become accounts with a password to be changed, and invitations', async () => {
    const { admin, visitor, sink, deliver } = await withMail()

    expect(await admin.do(severalOperations.previewSeveral, { people: rows })).toEqual({
      invitationsLeft: 2_000,
      rows: [
        { deed: 'add', problem: '', problems: [], isFurtherInvitation: false },
        { deed: 'invite', problem: '', problems: [], isFurtherInvitation: true },
      ],
    })
    expect((await admin.do(adminUserOperations.list, { username: 'sev-' })).total).toBe(0)
    expect(await admin.do(severalOperations.addSeveral, { people: rows })).toEqual({ added: 1, invited: 1 })
    await deliver()
    expect(sink.letters.map(({ to }) => to)).toEqual([['two@example.org']])
    const login = { username: 'sev-one', password: PASSWORD }
    expect(await outcomeOf(visitor.do(accountOperations.login, login))).toBe('passwordMustChange')
  })

  it('say of each row why nothing can come of it', async () => {
    const { admin, owner, product } = await withMail()
    const { username = '', email } = (await product.database.users.byId(owner.id)) ?? {}
    const people = [
      { username: username.toUpperCase(), password: PASSWORD },
      { username: 'sev', password: '12345678' },
      { username: 'a,b', password: PASSWORD },
      { email: email ?? '' },
      { email: 'no address' },
      { name: 'Nobody' },
      { username: 'sev-same', password: PASSWORD },
      { username: 'SEV-same', password: PASSWORD },
      { email: 'same@example.org' },
      { email: 'Same@example.org' },
      { username: 'sev-long', name: 'n'.repeat(2_000), password: PASSWORD },
      { username: 'sev-nul', name: 'a\0b', password: PASSWORD },
      { username: 'sev-half', name: '\uD800', password: PASSWORD },
      { username: 'u'.repeat(300), password: PASSWORD },
    ]

    const { rows: planned } = await admin.do(severalOperations.previewSeveral, { people })

    expect(planned.map(({ problem }) => problem)).toEqual([
      'usernameTaken',
      'passwordTooWeak',
      'illegalUsername',
      'emailTaken',
      'invalidInput',
      'invalidInput',
      '',
      'usernameTaken',
      '',
      'emailTaken',
      'invalidInput',
      'invalidInput',
      'invalidInput',
      'invalidInput',
    ])
    expect(await outcomeOf(admin.do(severalOperations.addSeveral, { people: people.slice(-4, -3) }))).toBe(
      'invalidInput',
    )
  })

  it('say of each row all that is wrong with it, with the cell', async () => {
    const { admin, product } = await world()
    await writeSettings(product.database, siteRules, { mailDomains: ['example.org'] })
    const people = [
      { username: 'a,b', name: 'n'.repeat(2_000), email: 'no address', password: '12345678' },
      { username: 'sev-out', email: 'out@example.com', password: '12345678' },
      { email: 'out@example.com' },
      { name: 'Nobody' },
    ]

    const { rows: planned } = await admin.do(severalOperations.previewSeveral, { people })

    expect(planned.map(({ problems }) => problems.map(({ field, problem }) => `${field}: ${problem}`))).toEqual([
      ['username: illegalUsername', 'name: invalidInput', 'email: invalidInput', 'password: passwordTooWeak'],
      ['email: emailDomain', 'password: passwordTooWeak'],
      ['email: emailDomain', 'email: mailNotAvailable'],
      ['email: invalidInput', 'email: mailNotAvailable'],
    ])
    expect(planned.map(({ problem }) => problem)).toEqual([
      'illegalUsername',
      'emailDomain',
      'emailDomain',
      'invalidInput',
    ])
  })

  it('keep to the allowed domains of addresses, with a password as well', async () => {
    const { admin, product } = await withMail()
    await writeSettings(product.database, siteRules, { mailDomains: ['example.org'] })
    const people = [
      { username: 'sev-inside', email: 'inside@example.org', password: PASSWORD },
      { username: 'sev-outside', email: 'outside@example.com', password: PASSWORD },
    ]

    const { rows: planned } = await admin.do(severalOperations.previewSeveral, { people })

    expect(planned.map(({ problem }) => problem)).toEqual(['', 'emailDomain'])
    expect(await outcomeOf(admin.do(severalOperations.addSeveral, { people }))).toBe('emailDomain')
  })

  it('are shown as they will be done, up to the last open invitation and for any number of passwords', async () => {
    const { admin, clock, product } = await withMail()
    const kept = product.database.documents.collection('account.invitation')
    const open = (count: number, at: Date) =>
      kept.putAll(
        Array.from({ length: count }, (_, turn) => ({
          ...{ key: `${at.getTime()} ${turn}`, userId: admin.id, at },
          data: { email: `open${turn}@example.org`, name: '' },
        })),
      )
    const now = clock.now()
    // Those that are over count no more.
    await open(7, new Date(now.getTime() - 8 * DAY_MS))
    await open(1_998, now)
    const invited = (...names: readonly string[]) => names.map((name) => ({ email: `${name}@example.org` }))
    const both = async (people: readonly object[]) => {
      const { rows: planned } = await admin.do(severalOperations.previewSeveral, { people: [...people] })
      const problem = planned.find((row) => row.problem !== '')?.problem ?? 'nothing'
      return [problem, await outcomeOf(admin.do(severalOperations.addSeveral, { people: [...people] }))]
    }

    expect(await both(invited('one', 'open1', 'two', 'open2', 'three'))).toEqual(['tooMany', 'tooMany'])
    expect(await both(invited('one', 'open1', 'two', 'open2'))).toEqual(['nothing', 'nothing'])
    expect(await both(invited('open3', 'three'))).toEqual(['tooMany', 'tooMany'])
    expect(await both(invited('open3', 'two'))).toEqual(['nothing', 'nothing'])
    const added = Array.from({ length: 101 }, (_, at) => ({ username: `many-${at}`, password: PASSWORD }))
    expect(await outcomeOf(admin.do(severalOperations.previewSeveral, { people: added }))).toBe('tooMany')
    expect(await outcomeOf(admin.do(severalOperations.addSeveral, { people: added }))).toBe('tooMany')
  })

  it('are added all or not at all', async () => {
    const { admin } = await withMail()
    const people = [...rows, { username: 'sev-weak', password: '12345678' }]

    expect(await outcomeOf(admin.do(severalOperations.addSeveral, { people }))).toBe('passwordTooWeak')
    expect((await admin.do(adminUserOperations.list, { username: 'sev-' })).total).toBe(0)
    expect((await admin.do(invitationOperations.list, {})).total).toBe(0)
  })
})
