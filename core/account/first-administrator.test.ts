import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#core/ports/store.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { testServices } from '#tests/support/services.ts'
import { createAdministrator, prepareSetup } from './first-administrator.ts'
import { accountOperations } from './operations.ts'
import { newUser } from './registration.ts'

const { services } = testServices()
const PASSWORD = 'correct horse battery'
const form = (token: string, username = 'ada') => ({ token, username, password: PASSWORD, confirmPassword: PASSWORD })
const setUpAt = (database: Database, input: ReturnType<typeof form>, person?: Person) =>
  (person ?? visitorOf(database)).do(accountOperations.setUp, input)
const visitorOf = (database: Database): Person =>
  new Person({ database, services, operations: {}, within: [], after: [] }, null)

describe('a site without an administrator', () => {
  let database: Database
  beforeAll(async () => {
    database = await emptyDatabase()
  })
  afterAll(() => database.close())

  it('makes none for a token that was guessed or left out', async () => {
    await prepareSetup(database, services)

    for (const token of ['', 'guess']) expect(await outcomeOf(setUpAt(database, form(token)))).toBe('setupClosed')
    expect(await database.users.countAll()).toBe(0)
  })

  it('takes the token of each of the servers that started', async () => {
    const tokens = await Promise.all([prepareSetup(database, services), prepareSetup(database, services)])

    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens)
      expect(await outcomeOf(setUpAt(database, { ...form(token ?? ''), confirmPassword: 'x' }))).toBe('passwordsDiffer')
    const weak = { password: '12345678', confirmPassword: '12345678' }
    for (const token of tokens)
      expect(await outcomeOf(setUpAt(database, { ...form(token ?? ''), ...weak }))).toBe('passwordTooWeak')
  })

  it('leaves the token good when the form has to be corrected', async () => {
    const token = (await prepareSetup(database, services)) ?? ''
    const weak = { ...form(token), password: '12345678', confirmPassword: '12345678' }

    const outcomes = [
      await outcomeOf(setUpAt(database, weak)),
      await outcomeOf(setUpAt(database, { ...form(token), confirmPassword: 'another' })),
      await outcomeOf(setUpAt(database, form(token, 'a@b.example'))),
      await outcomeOf(setUpAt(database, weak)),
    ]

    expect(outcomes).toEqual(['passwordTooWeak', 'passwordsDiffer', 'illegalUsername', 'passwordTooWeak'])
  })

  it('refuses a weak password in the configuration as well', async () => {
    const named = { username: 'ada', password: 'admin123' }

    expect(await outcomeOf(createAdministrator(database, services, named))).toBe('passwordTooWeak')
  })
})

describe('the first administrator', () => {
  let database: Database
  beforeAll(async () => {
    database = await emptyDatabase()
  })
  afterAll(() => database.close())

  it('is one, whoever comes with the token at the same time, and closes the set-up', async () => {
    // Somebody who registers first does not shut the operator out.
    await database.users.insert(await newUser({ store: database, services }, { username: 'rita', password: PASSWORD }))
    const token = (await prepareSetup(database, services)) ?? ''
    const people = ['ada', 'eve', 'ivy'].map((username) => ({ username, person: visitorOf(database) }))

    const outcomes = await Promise.allSettled(
      people.map(({ username, person }) => setUpAt(database, form(token, username), person)),
    )

    const made = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value)
    expect(made).toMatchObject([{ siteRole: 'admin' }])
    expect(people.map(({ person }) => person.session.token)).toContain(made[0]?.loginToken)
    expect(await database.users.countAdmins()).toBe(1)
    expect(await outcomeOf(setUpAt(database, form(token, 'zoe')))).toBe('setupClosed')
    expect(await prepareSetup(database, services)).toBeNull()
  })

  it('is not made a second time by the configuration', async () => {
    expect(await createAdministrator(database, services, { username: 'eve2', password: PASSWORD })).toBeNull()
  })
})

it('is made once by servers that start at the same moment with the same configuration', async () => {
  const database = await emptyDatabase()
  const named = { username: 'ada', password: PASSWORD }

  const made = await Promise.all([1, 2, 3].map(() => createAdministrator(database, services, named)))

  expect(made.filter((each) => each !== null)).toMatchObject([{ username: 'ada', isAdmin: true }])
  expect(await database.users.countAll()).toBe(1)
  await database.close()
})

it('is made by the configuration when there is none', async () => {
  const database = await emptyDatabase()

  const made = await createAdministrator(database, services, { username: 'ada', password: PASSWORD })

  expect(made).toMatchObject({ username: 'ada', isAdmin: true })
  expect(await services.passwords.matches(PASSWORD, made?.passwordHash ?? null)).toBe(true)
  expect(await prepareSetup(database, services)).toBeNull()
  await database.close()
})
