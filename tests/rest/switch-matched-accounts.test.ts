import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectTo } from '#adapters/database/copy.ts'
import { sumOf, tablesOf } from '#adapters/database/whole-tables.ts'
import { newUser } from '#core/account/registration.ts'
import { MIGRATIONS } from '#migrations/all.ts'
import type { ComposedApplication } from '#server/application.ts'
import { matchedAccounts } from '#server/switch/matched-accounts.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { ended } from '#tests/support/launched.ts'
import { madeShowdoc } from '#tests/support/showdoc.ts'
import { emptySite } from './moved-site.ts'
import { PLACES, runFrom } from './site-of-moves.ts'

/** Ann and bob have names that are taken here; bob writes it otherwise. Two write that of eve in two ways. */
const SHOWDOC = `
  create table user (uid integer primary key, username text, name text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, password text default 'rowan');
  create table page (page_id integer primary key, item_id integer, page_title text, page_content text);
  insert into user (uid, username, name) values (1, 'showdoc', ''), (2, 'ann', 'Ann of there'), (3, 'BOB', ''), (4, 'cid', ''),
    (5, 'Eve', ''), (6, 'EVE', '');
  insert into item (item_id, item_name, uid) values (5, 'Private of ann', 2), (6, 'Private of bob', 3);
  insert into page values (7, 5, 'Page', 'Text'), (8, 6, 'Page', 'Text');`

const MATCHED = [
  { username: 'ann', name: 'Ann of there', usernameHere: 'ann', nameHere: 'Ann of here', isAdmin: true },
  { username: 'BOB', name: '', usernameHere: 'bob', nameHere: '', isAdmin: false },
]

async function siteWithPeople(environment: Readonly<Record<string, string>> = {}): Promise<ComposedApplication> {
  const application = await emptySite(environment)
  const { database: store, services } = application.product
  for (const username of ['ann', 'bob', 'eve']) {
    const user = await newUser({ store, services }, { username, password: 'a password for tests' })
    const isAnn = username === 'ann'
    await store.users.insert({ ...user, name: isAnn ? 'Ann of here' : '', isAdmin: isAnn })
  }
  return application
}

async function matchedIn(folder: string, application: ComposedApplication, only: number | null = null) {
  const showdoc = await openShowdoc(folder, only)
  try {
    return await matchedAccounts(showdoc, application)
  } finally {
    await showdoc.close()
  }
}

describe.each(PLACES)('accounts of a ShowDoc whose usernames are here already (%s)', (place) => {
  it('are told before anything is carried, and again before a later run', async () => {
    const server = place === 'PostgreSQL' ? await newServerDatabase() : null
    if (server) onTestFinished(() => server.drop(), 60_000)
    const { folder } = await madeShowdoc(SHOWDOC)
    const application = await siteWithPeople({ SHOWDOC_FOLDERS: folder, ...(server && { DATABASE_URL: server.url }) })
    onTestFinished(() => application.close(), 60_000)

    expect(await matchedIn(folder, application)).toEqual(MATCHED)
    expect(await matchedIn(folder, application, 6)).toEqual(MATCHED.slice(1))
    const tools = { signal: new AbortController().signal, progress: () => undefined }
    const look = await application.product.services.showdocMoves.look({ folder, only: null }, tools)
    expect([look.accountsHere, look.accounts]).toEqual([2, MATCHED])

    const { receipt } = await runFrom(folder, { application, isInto: true })

    const told = receipt.changed.filter(({ reason }) => reason === 'knownAccount')
    expect(told.map(({ id }) => id)).toEqual([2, 3])
    expect(await matchedIn(folder, application)).toEqual(MATCHED)
  }, 240_000)
})

it('are none where a ShowDoc becomes the whole site, nor where it has become that', async () => {
  const { folder } = await madeShowdoc(SHOWDOC)
  const application = await emptySite()
  onTestFinished(() => application.close(), 60_000)

  expect(await matchedIn(folder, application)).toEqual([])
  await runFrom(folder, { application })
  expect(await matchedIn(folder, application)).toEqual([])
}, 240_000)

describe.runIf(POSTGRES_URL)('the command', () => {
  it.each([{ options: ['--into', '--dry-run'] }, { options: ['--into'] }])(
    'tells them first ($options)',
    async ({ options }) => {
      const server = await newServerDatabase()
      onTestFinished(() => server.drop(), 60_000)
      const data = await mkdtemp(path.join(tmpdir(), 'octavo-matched-'))
      onTestFinished(() => rm(data, { recursive: true, force: true }))
      const site = { DATABASE_URL: server.url, SECRET_KEY: 'a key of a site that two programs know' }
      await (await siteWithPeople(site)).close()
      const { folder } = await madeShowdoc(SHOWDOC)

      const { code, text } = await ended(
        { ...site, DATA_DIR: data, LANGUAGE: 'en' },
        'server/switch.ts',
        folder,
        ...options,
      )

      expect(code).toBe(0)
      const [before = '', after = ''] = text.split(/Carrying 4 accounts|Nothing was written/)
      for (const each of [
        '  ann (Ann of there), here ann (Ann of here), who administers this site',
        '  BOB, here bob\n',
      ])
        expect([before.includes(each), after.includes(each)]).toEqual([true, false])
      expect(text).not.toMatch(/cid|EVE, here/)
      expect(text.includes('All of it is here')).toBe(options.length === 1)
    },
    240_000,
  )

  it.each([
    { what: 'as it is', code: 0, words: /here ann \(Ann of here\)[^]*Nothing was written/, before: 'select' },
    {
      what: 'whose tables are those of an older version',
      code: 2,
      words: /has the tables of an older Octavo[^]*nothing was written[^]*Start this version once/,
      before: `delete from migration where name = '${MIGRATIONS.at(-1)?.name}'`,
    },
    {
      what: 'without tables',
      code: 2,
      words: /has no tables of an Octavo yet[^]*nothing was written/,
      before: 'drop schema public cascade; create schema public',
    },
  ])(
    'writes nothing when it only looks at a database $what',
    async ({ code, words, before }) => {
      const server = await newServerDatabase()
      onTestFinished(() => server.drop(), 60_000)
      const data = await mkdtemp(path.join(tmpdir(), 'octavo-matched-'))
      onTestFinished(() => rm(data, { recursive: true, force: true }))
      await (
        await siteWithPeople({ DATABASE_URL: server.url, SECRET_KEY: 'a key of a site that two programs know' })
      ).close()
      const { client, close } = await connectTo({ url: server.url })
      onTestFinished(close)
      await client.query(before)
      const { folder } = await madeShowdoc(SHOWDOC)
      const contents = async () => {
        const sums: Record<string, string> = {}
        for (const table of await tablesOf(client)) sums[table.name] = await sumOf(client, table)
        return sums
      }
      const [held, beside] = [await contents(), await readdir(data)]

      const { code: exit, text } = await ended(
        { DATABASE_URL: server.url, DATA_DIR: data, LANGUAGE: 'en' },
        ...['server/switch.ts', folder, '--into', '--dry-run'],
      )

      expect(text).toMatch(words)
      expect(exit).toBe(code)
      expect(await contents()).toEqual(held)
      expect(await readdir(data)).toEqual(beside)
    },
    240_000,
  )
})

it('looks for nobody where there is no database yet, and makes none', async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'octavo-matched-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  const { folder } = await madeShowdoc(SHOWDOC)

  const { code, text } = await ended(
    { DATA_DIR: data, LANGUAGE: 'en' },
    ...['server/switch.ts', folder, '--into', '--dry-run'],
  )

  expect([code, text]).toEqual([2, expect.stringContaining('there is no site in')])
  expect(await readdir(data)).toEqual([])
}, 240_000)
