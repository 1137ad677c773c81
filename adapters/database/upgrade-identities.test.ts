import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteNamed } from '#plugins/oauth-login/person.ts'
import { earlierImage } from '#tests/support/earlier-database.ts'
import { openDatabase, type OpenDatabase } from './open.ts'

const BEFORE_NAMES_OF_SITES = '0024-lighter-saves'
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Accounts in order; the last login was this many days ago. */
const PEOPLE = [
  { externalId: 'http://login.example.org#1', daysAgo: 9 },
  { externalId: 'https://login.example.org#1', daysAgo: 1 },
  { externalId: 'https://login.example.org#2', daysAgo: 9 },
  { externalId: 'https://LOGIN.example.org:443/#2', daysAgo: 1 },
  { externalId: 'https://idp.example/realms/Main/#a#b/', daysAgo: 2 },
  { externalId: 'http://10.0.0.7:8080#x', daysAgo: 2 },
  { externalId: 'sha256:00ff', daysAgo: 2 },
  { externalId: 'https://gone.example/#3', daysAgo: null },
] as const

/** A database of the previous version, in which each account has a session for a hundred more days. */
const imageOfBefore = () =>
  earlierImage(BEFORE_NAMES_OF_SITES, async (pool) => {
    for (const [at, { externalId, daysAgo }] of PEOPLE.entries()) {
      await pool.query(
        `insert into "user" (username, name, is_email_verified, is_admin, registered_at, last_login_at)
       values ($1, '', false, false, now(), now() - make_interval(days => $2))`,
        [`person${at + 1}`, daysAgo ?? 0],
      )
      await pool.query(
        `insert into user_identity (method_id, external_id, user_id, linked_at) values ($1, $2, $3, now())`,
        ['oauth2', externalId, daysAgo === null ? null : at + 1],
      )
      await pool.query(
        `insert into login (user_id, token_digest, address, user_agent, created_at, seen_at, until)
       values ($1, $2, '', '', now(), now(), now() + interval '100 days')`,
        [at + 1, `of ${at + 1}`],
      )
    }
  })

describe('people of other sites who were there before their sites had one name', () => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await openDatabase({ location: { kind: 'memory', image: await imageOfBefore() } })
  })
  afterAll(() => database.close())
  const accountOf = async (externalId: string) =>
    (await database.identities.find({ methodId: 'oauth2', externalId }))?.username ?? null

  it.each([
    ['http://login.example.org', '1', 'person2'],
    ['https://Login.example.org:443/', '2', 'person4'],
    ['http://idp.example:80/realms/Main', 'a#b/', 'person5'],
    ['https://idp.example/realms/main', 'a#b/', null],
    ['https://10.0.0.7:8080/', 'x', 'person6'],
    ['https://10.0.0.7', 'x', null],
    ['https://gone.example', '3', null],
  ])('are found at %s as %s: %s, who logged in last', async (site, id, username) => {
    expect(await accountOf(`${siteNamed(site)}#${id}`)).toBe(username)
  })

  it('keep an id that does not show its site', async () => {
    expect(await accountOf('sha256:00ff')).toBe('person7')
  })

  it('stay logged in for a day, and people of the site as long as before', async () => {
    const lastingMs = async (userId: number): Promise<number> => {
      const [session] = await database.logins.ofUser(userId, new Date(), new Date(0))
      return (session?.until.getTime() ?? 0) - Date.now()
    }

    expect(await lastingMs(1)).toBeLessThanOrEqual(DAY)
    expect(await lastingMs(1)).toBeGreaterThan(DAY - HOUR)
    // Nobody vouches for an account without a link.
    expect(await lastingMs(8)).toBeGreaterThan(99 * DAY)
  })
})
