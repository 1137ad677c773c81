import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectTo, type CopyPlace, type DirectConnection } from '#adapters/database/copy.ts'
import { AesSeals, keyIdOf } from '#adapters/system/seals.ts'
import { formerStorage } from '#core/attachment/former-storage.ts'
import type { SiteKeyNote } from '#server/compose/site-key.ts'
import { readConfig } from '#server/config.ts'
import { changeKey } from '#server/key-change.ts'
import { keyFrom } from '#server/secret-key.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { cuttableLine } from '#tests/support/cuttable-line.ts'
import { layDatabase } from '#tests/support/database.ts'
import { ended, launched } from '#tests/support/launched.ts'
import { call, tokenOn } from '#tests/support/rest-call.ts'
import { silentLog } from '#tests/support/services.ts'

const PASSWORD = 'open sesame'
const SEALING_PLUGIN = path.resolve(import.meta.dirname, '../plugins/sealing')
const NO_NEW_KEY = { NEW_SECRET_KEY: '' }

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

interface Site {
  readonly environment: Record<string, string>
  readonly place: CopyPlace
  readonly dataDirectory: string
}

/** @param atEnd what removes it; left out, each test does */
async function newSite(
  kind: 'embedded' | 'PostgreSQL',
  environment: Record<string, string> = {},
  atEnd = cleanups,
): Promise<Site> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'octavo-key-'))
  atEnd.push(() => rm(dataDirectory, { recursive: true, force: true }))
  await cp(SEALING_PLUGIN, path.join(dataDirectory, 'plugins/sealing'), { recursive: true })
  const own = {
    DATA_DIR: dataDirectory,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...environment,
  }
  if (kind === 'embedded') {
    const directory = path.join(dataDirectory, 'database')
    await layDatabase(directory)
    return { environment: own, place: { directory }, dataDirectory }
  }
  const server = await newServerDatabase()
  atEnd.push(() => server.drop())
  return { environment: { ...own, DATABASE_URL: server.url }, place: { url: server.url }, dataDirectory }
}

async function whileRunning<T>({ environment }: Site, work: (url: string) => Promise<T>): Promise<T> {
  const { child, url, ended: end } = launched(environment)
  const at = await Promise.race([url, end.then(({ text }) => Promise.reject(new Error(text)))])
  try {
    return await work(at)
  } finally {
    child.kill('SIGTERM')
    await end
  }
}

interface Written {
  readonly item_id: string
  readonly unique_key: string
  readonly api_key: string
  readonly api_token: string
}
/** A visit password, a link to a page, the token of an item, and what a dropped-in plugin seals. */
const write = (site: Site): Promise<Written> =>
  whileRunning(site, async (url) => {
    const user_token = await tokenOn(url)
    const added = await call(url, 'item/add', { user_token, item_type: '1', item_name: 'Keys', password: PASSWORD })
    const item_id = String(added.data['item_id'])
    const page = await call(url, 'page/save', { user_token, item_id, page_title: 'One', page_content: 'text' })
    const page_id = String(page.data['page_id'])
    const link = await call(url, 'page/createSinglePage', { user_token, page_id, isCreateSiglePage: '1' })
    const key = await call(url, 'item/getKey', { user_token, item_id })
    expect((await call(url, 'sealing/keep', { user_token })).error_code).toBe(0)
    return { item_id, unique_key: String(link.data['unique_key']), ...key.data } as Written
  })

/** Codes of what visitors and programs do with what they were given before, and what the plugin opens. */
const used = (site: Site, { item_id, unique_key, api_key, api_token }: Written): Promise<readonly unknown[]> =>
  whileRunning(site, async (url) => [
    (await call(url, 'item/pwd', { item_id, password: PASSWORD })).error_code,
    (await call(url, 'page/infoByKey', { unique_key })).error_code,
    (await call(url, 'item/updateByApi', { api_key, api_token, page_title: 'Two', page_content: 'x' })).error_code,
    (await call(url, 'sealing/open', { user_token: await tokenOn(url) })).data,
  ])
const ALL_IS_WELL = [0, 0, 0, { opened: ['hush named', 'hush unnamed', 'hush setting'], is_digest_same: 1 }]

async function onDatabase<T>({ place }: Site, work: (client: DirectConnection['client']) => Promise<T>): Promise<T> {
  const { client, close } = await connectTo(place)
  try {
    return await work(client)
  } finally {
    await close()
  }
}

const keyIn = async ({ dataDirectory }: Site): Promise<Uint8Array> =>
  keyFrom((await readFile(path.join(dataDirectory, 'secret.key'), 'utf8')).trim())

const SECRET = 'setting:plugin.keys-test.secret'
const STORAGE = 's3://s3.example.org/docs'
/** A secret among the settings of a plugin that is not there, and a storage that was in use before. */
async function writeSecrets(site: Site): Promise<void> {
  const seals = new AesSeals(await keyIn(site))
  const sealed = seals.seal('hush', SECRET)
  const { name, sealed: address } = formerStorage(STORAGE, 's3://key:hush@s3.example.org/docs', {
    seals,
    leftAt: new Date(),
  })
  await onDatabase(site, async (client) => {
    await client.query('insert into setting (section, value) values ($1, $2)', [
      'plugin.keys-test',
      { secret: { sealed }, host: 'example.org' },
    ])
    await client.query('insert into former_storage (name, sealed, left_at) values ($1, $2, now())', [name, address])
  })
}

interface Opened {
  /** What all sealed texts say. */
  readonly plain: readonly string[]
  /** Ids of the keys they are sealed with. */
  readonly keyIds: ReadonlySet<string>
}
/** Opens every sealed text with the key of the file, and with what that key opens. */
async function openAll(site: Site): Promise<Opened> {
  const bytes = await keyIn(site)
  const file = new AesSeals(bytes)
  const keys = new Map([[keyIdOf(bytes), file]])
  const { rows, note } = await onDatabase(site, async (client) => ({
    note: (await client.query<{ value: SiteKeyNote }>(`select value from setting where section = 'site-key'`)).rows[0]
      ?.value,
    rows: (
      await client.query<{ readonly sealed: string; readonly purpose: string }>(`
        select visit_password_sealed as sealed, 'item:' || id as purpose from item where visit_password_sealed is not null
        union all select sealed, 'page link:' || page_id from page_link
        union all select sealed, 'former storage:' || name from former_storage
        union all select value -> 'secret' ->> 'sealed', '${SECRET}' from setting where section = 'plugin.keys-test'
        union all select value -> 'secret' ->> 'sealed', 'setting:plugin.sealing.secret' from setting
          where section = 'plugin.sealing'
        union all select data ->> 'named', 'sealing:note' from document where collection = 'sealing.note'
        union all select data ->> 'unnamed', 'plugin.sealing:note' from document where collection = 'sealing.note'
        union all select data ->> 'sealed', 'item-key:' || item_id from document where collection = 'open-api.key'`)
    ).rows,
  }))
  if (note?.next?.sealed.startsWith(`${keyIdOf(bytes)}.`)) {
    const next = keyFrom(file.open(note.next.sealed, 'next site key'))
    keys.set(keyIdOf(next), new AesSeals(next))
  }
  const idOf = (sealed: string): string => sealed.split('.')[0] ?? ''
  const plain = rows.map(({ sealed, purpose }) => {
    const seals = keys.get(idOf(sealed))
    if (!seals) throw new Error(`${purpose} is lost`)
    return seals.open(sealed, purpose)
  })
  return { plain: plain.toSorted(), keyIds: new Set(rows.map(({ sealed }) => idOf(sealed))) }
}

const rotate = (site: Site, environment: Record<string, string> = {}, ...more: readonly string[]) =>
  ended({ ...site.environment, ...NO_NEW_KEY, ...environment }, 'server/admin.ts', 'rotate-key', ...more)

const KINDS = ['embedded', ...(POSTGRES_URL ? (['PostgreSQL'] as const) : [])] as const

describe.each(KINDS)('the key of a site on %s', (kind) => {
  it('is changed by as many starts as it takes, never beside a server, and at every moment all can be opened', async () => {
    const site = await newSite(kind)
    const written = await write(site)
    const busy = await whileRunning(site, () => rotate(site))
    expect(busy.code).toBe(kind === 'embedded' ? 3 : 2)
    expect(busy.text).toMatch(/another Octavo is using|an Octavo is using .*: stop it first/)
    await writeSecrets(site)
    const before = await openAll(site)
    expect(before.plain).toHaveLength(8)

    // Each start of the embedded database takes seconds, so it is killed after every fourth step only: never after the
    // last one of all, behind which another change would begin.
    const steps = kind === 'embedded' ? 4 : 1
    const seen: number[] = []
    for (let isDone = false; !isDone && seen.length < 20;) {
      const { code } = await ended(site.environment, 'tests/kill/key-change-child.ts', String(steps))
      const now = await openAll(site)
      expect(now.plain).toEqual(before.plain)
      seen.push(now.keyIds.size)
      isDone = code === 0
      if (!isDone) expect(code).toBeNull()
      if (kind !== 'embedded' && now.keyIds.size === 2 && seen.filter((size) => size === 2).length === 1) {
        const refused = await ended(site.environment)
        expect(refused).toMatchObject({ code: 2, text: expect.stringContaining('rotate-key` again') as unknown })
      }
    }

    expect(seen.filter((size) => size === 2).length).toBeGreaterThanOrEqual(kind === 'embedded' ? 1 : 3)
    const after = await openAll(site)
    expect(after.keyIds).toEqual(new Set([keyIdOf(await keyIn(site))]))
    expect(after.keyIds).not.toEqual(before.keyIds)
    const { mode } = await stat(path.join(site.dataDirectory, 'secret.key'))
    expect(mode & 0o777).toBe(0o600)
    expect((await readdir(site.dataDirectory)).filter((name) => name.startsWith('secret.key.'))).toEqual([
      expect.stringMatching(/^secret\.key\.before-/),
    ])
    expect(await used(site, written)).toEqual(ALL_IS_WELL)
  }, 400_000)
})

/** Odd, so that it is cut before and after what is sent in turn. */
const STEP = process.env['OCTAVO_CUTS'] === 'all' ? 1 : 3

/** Changes the key, and gives why that failed; null when it did not. */
const changed = (environment: Record<string, string>): Promise<unknown> =>
  changeKey(readConfig(environment), { log: silentLog, say: () => undefined, atOnce: 1 }).then(
    () => null,
    (error: unknown) => error,
  )

it.skipIf(!POSTGRES_URL)(
  'a change of the key during which PostgreSQL goes away at whatever moment says so, goes on, and loses nothing',
  async () => {
    const site = await newSite('PostgreSQL')
    const written = await write(site)
    await writeSecrets(site)
    const { plain } = await openAll(site)
    await using line = await cuttableLine('url' in site.place ? site.place.url : '', 5432)
    const through = { ...site.environment, DATABASE_URL: line.url }
    /** @returns whether it was cut */
    const brokenAt = async (sent: number, from?: string): Promise<boolean> => {
      line.cutAtSent(sent, sent % 2 === 0 ? 'before' : 'after', from)
      const failure = await changed(through)
      const { isCut } = line
      if (isCut) await line.mend()
      // A cut while it closes its connections comes after its work.
      if (failure !== null) expect((failure as Error).name).toMatch(/^(ConnectionBroken|DatabaseAbsent)$/)
      expect((await openAll(site)).plain).toEqual(plain)
      return isCut
    }
    const endsWell = async (): Promise<void> => {
      expect(await changed(site.environment)).toBeNull()
      expect(await openAll(site)).toEqual({ plain, keyIds: new Set([keyIdOf(await keyIn(site))]) })
    }

    // While it looks whether the tables are of this version.
    for (let early = 1; early < 70 && (await brokenAt(early)); early += 6);
    await endsWell()
    // From the note that it has begun.
    let sent = 1
    for (; await brokenAt(sent, 'insert into setting'); sent += STEP) {
      // Two that go on at once may be in each other's way, and harm nothing.
      if (sent % 12 === 1)
        for (const hindered of await Promise.all([changed(site.environment), changed(site.environment)]))
          if (hindered !== null) expect((hindered as Error).message).toMatch(/stop it first|wait for it/)
      await endsWell()
    }
    expect(sent).toBeGreaterThan(20)
    expect(await used(site, written)).toEqual(ALL_IS_WELL)
  },
  900_000,
)

describe('a key that the environment names', () => {
  const atEnd: (() => Promise<unknown>)[] = []
  let site: Site
  let written: Written
  beforeAll(async () => {
    site = await newSite('embedded', { SECRET_KEY: 'o'.repeat(40) }, atEnd)
    written = await write(site)
  }, 240_000)
  afterAll(async () => {
    for (const clean of atEnd.reverse()) await clean()
  })
  const givenIn = ({ text }: { readonly text: string }) => /^SECRET_KEY=(.+)$/m.exec(text)?.[1] ?? ''
  /** From now on the environment names this key. */
  const named = (key: string) => (site = { ...site, environment: { ...site.environment, SECRET_KEY: key } })

  it('is told once more until a server has started with the new one', async () => {
    const former = site
    const first = await rotate(site)
    const given = givenIn(first)
    const refused = await ended(site.environment)
    const again = await rotate(site)

    expect(first.code).toBe(0)
    expect(given).toMatch(/^[\w+/]{43}=$/)
    expect(refused).toMatchObject({
      code: 2,
      text: expect.stringContaining('SECRET_KEY is the key from before') as unknown,
    })
    expect([again.code, givenIn(again)]).toEqual([0, given])
    expect(await used(named(given), written)).toEqual(ALL_IS_WELL)
    const late = await rotate(former)
    expect(late).toMatchObject({ code: 2, text: expect.stringContaining('is not the key this site') as unknown })
  }, 240_000)

  it('becomes the one that NEW_SECRET_KEY names, which must be another', async () => {
    const NEW_SECRET_KEY = 'n'.repeat(40)

    const same = await rotate(site, { NEW_SECRET_KEY: site.environment['SECRET_KEY'] ?? '' })
    const short = await rotate(site, { NEW_SECRET_KEY: 'short' })
    const changed = await rotate(site, { NEW_SECRET_KEY })
    const other = await rotate(site, { NEW_SECRET_KEY: 'p'.repeat(40) })

    expect(same).toMatchObject({ code: 2, text: expect.stringContaining('the key the site has already') as unknown })
    expect(short).toMatchObject({
      code: 2,
      text: expect.stringContaining('NEW_SECRET_KEY: must have at least 32') as unknown,
    })
    expect(changed.code).toBe(0)
    expect(other).toMatchObject({ code: 2, text: expect.stringContaining('is not the new key') as unknown })
    expect(await used(named(NEW_SECRET_KEY), written)).toEqual(ALL_IS_WELL)
  }, 240_000)

  it('is not changed while nobody can seal some texts anew, which are named, without leave to lose them', async () => {
    const sealed = new AesSeals(keyFrom(site.environment['SECRET_KEY'] ?? '')).seal('x', 'gone')
    await onDatabase(site, (client) =>
      client.query(`insert into document (collection, at, data, bytes) values ('gone.secrets', now(), $1, 0)`, [
        { deep: [{ sealed }] },
      ]),
    )

    const refused = await rotate(site)
    const left = await rotate(site, {}, '--leave', 'gone.secrets')

    expect(refused).toMatchObject({
      code: 2,
      text: expect.stringContaining('gone.secrets (rows: 1): no plugin here') as unknown,
    })
    expect(left.code).toBe(0)
    expect(await used(named(givenIn(left)), written)).toEqual(ALL_IS_WELL)
  }, 240_000)
})

it('a change of the key that finds no site makes none', async () => {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'octavo-key-'))
  cleanups.push(() => rm(dataDirectory, { recursive: true, force: true }))
  await writeFile(path.join(dataDirectory, 'note'), '')

  const { code, text } = await ended({ DATA_DIR: dataDirectory }, 'server/admin.ts', 'rotate-key')

  expect(code).toBe(2)
  expect(text).toContain(`there is no site in ${dataDirectory}`)
  expect(await readdir(dataDirectory)).not.toContain('database')
})
