import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectTo } from '#adapters/database/copy.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from '#tests/support/database.ts'
import { ended, launched } from '#tests/support/launched.ts'
import { call, tokenOn, type RestReply } from '#tests/support/rest-call.ts'

let dataDirectory = ''
const database = (): string => path.join(dataDirectory, 'database')
beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'octavo-doctor-'))
  await layDatabase(database())
})
afterEach(() => rm(dataDirectory, { recursive: true, force: true }))

const doctor = (environment: Record<string, string> = {}, ...more: readonly string[]) =>
  ended({ DATA_DIR: dataDirectory, ...environment }, 'server/doctor.ts', '--database', ...more)

/** Writes rows, and gives the files in which the named things lie. */
async function filesAfter(sql: string, ...names: readonly string[]): Promise<readonly string[]> {
  const { client, close } = await connectTo({ directory: database() })
  await client.query(sql)
  await client.query('checkpoint')
  const files: string[] = []
  for (const name of names)
    files.push(
      (await client.query<{ readonly file: string }>(`select pg_relation_filepath(${name}) as file`)).rows[0]?.file ??
        '',
    )
  await close()
  return files.map((file) => path.join(database(), file))
}

const PEOPLE = `insert into "user" (username, name, is_email_verified, is_admin, registered_at)
  select 'user ' || n, 'User ' || n, false, false, now() from generate_series(1, 2000) n;`
// Random, so that it is too long for its row even when it is compressed.
const LONG = `insert into setting (section, value)
  select 'long ' || n, to_jsonb(array(select md5(n || ' ' || i) from generate_series(1, 2000) i)) from generate_series(1, 9) n;`

describe('the doctor of the embedded database', () => {
  it('finds a whole one whole, and names every table', async () => {
    await filesAfter(PEOPLE + LONG)

    const { code, text } = await doctor()

    expect(text).toMatch(/^ok {7}user: 2000 rows, 3 indexes$/m)
    expect(text).toMatch(/^ok {7}setting: 9 rows, 1 indexes$/m)
    expect(text).toMatch(/^All \d+ tables and their indexes are whole\.$/m)
    expect(text).not.toMatch(/DAMAGED|WRONG|database and key/)
    expect(code).toBe(0)
  })

  it.each([
    ['whole', 0],
    ['half', 8_192 * 8],
  ])(
    'finds that %s a table was cut off',
    async (_, bytes) => {
      const [file = ''] = await filesAfter(PEOPLE, `'"user"'`)
      await truncate(file, bytes)

      const { code, text } = await doctor()

      expect(text).toMatch(/^DAMAGED {2}user: /m)
      expect(text).toMatch(/^ok {7}page: /m)
      expect(text).toContain('restore your last backup')
      expect(code).toBe(2)
    },
    120_000,
  )

  it('finds that the end of a table was cut off of which no index knows', async () => {
    const [file = ''] = await filesAfter(
      `create table loose (n integer); insert into loose select generate_series(1, 9000); analyze loose`,
      `'loose'`,
    )
    await truncate(file, 8_192 * 3)

    const { code, text } = await doctor()

    expect(text).toMatch(/^DAMAGED {2}loose: the last \d+ blocks of loose are missing/m)
    expect(code).toBe(2)
  })

  it('names the rows whose long values are gone', async () => {
    const [file = ''] = await filesAfter(LONG, `(select reltoastrelid from pg_class where relname = 'setting')`)
    await truncate(file, 8_192 * 20)

    const { code, text } = await doctor()

    expect(text).toMatch(/^DAMAGED {2}setting: of 9 rows these cannot be read: section long \d/m)
    expect(code).toBe(2)
  })

  it('finds a table whose pages were overwritten', async () => {
    const [file = ''] = await filesAfter(PEOPLE, `'"user"'`)
    await writeFile(file, Buffer.alloc(8_192, 0x5a), { flag: 'r+' })

    const { code, text } = await doctor()

    expect(text).toMatch(/^DAMAGED {2}user: its rows cannot be read/m)
    expect(code).toBe(2)
  })

  it('tells a damaged index from lost rows', async () => {
    const [lost = '', emptied = ''] = await filesAfter(
      `${PEOPLE} insert into setting (section, value) select 's' || n, '{}' from generate_series(1, 2000) n;`,
      `'user_pkey'`,
      `'setting_pkey'`,
    )
    await truncate(lost, 0)
    // As it is when nothing was ever put into it.
    await truncate(emptied, 8_192 * 2)

    const { code, text } = await doctor()

    expect(text).toMatch(/^DAMAGED {2}user: .*user_pkey/m)
    expect(text).toMatch(/^DAMAGED {2}setting: .*setting_pkey/m)
    expect(text).toContain('Every row is there')
    expect(text).toMatch(/^ok {7}login: /m)
    expect(code).toBe(2)

    const mended = await doctor({}, '--rebuild-indexes')
    expect(mended.text).toMatch(/^rebuilt {2}the indexes of user$[^]*^ok {7}user: 2000 rows, 3 indexes$/m)
    expect(mended.code).toBe(0)
  })

  it('leaves a database alone that a server uses', async () => {
    const { child, url, ended: end } = launched({ DATA_DIR: dataDirectory, ADMIN_USERNAME: '', ADMIN_PASSWORD: '' })
    await url
    const { code, text } = await doctor()
    child.kill('SIGTERM')
    await end

    expect(code).toBe(3)
    expect(text).toContain('another Octavo is using the data directory')
  })
})

it('the doctor names settings that lead nowhere', async () => {
  const { code, text } = await ended(
    {
      DATA_DIR: dataDirectory,
      REDIS_URL: 'redis://:geheim@127.0.0.1:1',
      SMTP_URL: 'smtp://octavo:geheim@127.0.0.1:1',
      PUBLIC_URL: 'http://localhost:4000',
      STORAGE_URL: 's3://key:geheim@127.0.0.1:1/docs?tls=off',
      ...{ BACKUP_DIR: 's3://127.0.0.1:1/backups?tls=off', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'geheim' },
    },
    'server/doctor.ts',
  )

  expect(text).toMatch(/^ok {7}DATA_DIR=/m)
  // Silence would be taken for a key that is right.
  expect(text).toMatch(/^note {5}database and key: .*`npm run doctor -- --database`/m)
  for (const setting of ['REDIS_URL', 'SMTP_URL', 'STORAGE_URL'])
    expect(text).toMatch(new RegExp(`^WRONG    ${setting}: .*127.0.0.1:1.*ECONNREFUSED`, 'm'))
  expect(text).toMatch(/^WRONG {4}BACKUP_DIR=s3:.*127\.0\.0\.1:1.*ECONNREFUSED/m)
  expect(text).not.toContain('geheim')
  expect(code).toBe(2)
})

it.skipIf(!POSTGRES_URL)(
  'the doctor looks at PostgreSQL while servers use it',
  async () => {
    const server = await newServerDatabase()
    const admin = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password }
    const { child, url, ended: end } = launched({ DATA_DIR: dataDirectory, DATABASE_URL: server.url, ...admin })
    const { code, text } = await url.then(() => doctor({ DATABASE_URL: server.url }))
    const oss_setting = {
      oss_type: 's3_storage',
      endpoint: '127.0.0.1:1',
      bucket: 'docs',
      key: 'key',
      secret: 'geheim',
    }
    const saved = await call(await url, 'adminSetting/saveConfig', {
      ...{ user_token: await tokenOn(await url), oss_open: '1', oss_setting: JSON.stringify(oss_setting) },
    })
    const mail = { host: '127.0.0.1', port: 1, encryption: 'none', username: 'octavo', password: 'geheim' }
    const mailSaved = (await (
      await fetch(`${await url}/api/settings/write`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_token: await tokenOn(await url), section: 'mail', values: mail }),
      })
    ).json()) as RestReply
    const look = (more: Record<string, string>) =>
      ended({ DATA_DIR: dataDirectory, DATABASE_URL: server.url, ...more }, 'server/doctor.ts')
    const away = await look({})
    const withAddress = await look({ PUBLIC_URL: 'http://127.0.0.1:1' })
    const otherKey = await look({ SECRET_KEY: 'k'.repeat(40) })
    child.kill('SIGTERM')
    await end
    await server.drop()

    expect(text).toMatch(/^ok {7}page: 0 rows, \d+ indexes/m)
    expect(text).toContain('are whole.')
    expect(text).toMatch(/^ok {7}clock\nok {7}key$/m)
    expect(code).toBe(0)
    expect(saved.error_code).toBe(0)
    expect(away.text).toMatch(/^WRONG {4}object storage in the settings of the site: .*127\.0\.0\.1:1/m)
    expect(mailSaved.error_code).toBe(0)
    expect(away.text).toMatch(/^WRONG {4}mail server in the settings of the site: sends nothing/m)
    expect(withAddress.text).toMatch(
      /^WRONG {4}mail server in the settings of the site: .*127\.0\.0\.1:1.*ECONNREFUSED/m,
    )
    expect([away.code, `${away.text}${withAddress.text}`.includes('geheim')]).toEqual([2, false])
    expect(otherKey.text).toMatch(/^WRONG {4}key: SECRET_KEY is not the key/m)
    expect(otherKey.code).toBe(2)
  },
  120_000,
)
