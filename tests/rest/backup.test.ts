import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectTo } from '#adapters/database/copy.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { cuttableLine } from '#tests/support/cuttable-line.ts'
import { layDatabase } from '#tests/support/database.ts'
import { ended, launched } from '#tests/support/launched.ts'
import { call, tokenOn } from '#tests/support/rest-call.ts'

const MADE_BY = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password, RATE_LIMIT: '0' }
const NO_ADMIN = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '' }
const BACKUP_PASSPHRASE = '十二个字的口令放在这里啊啊'
const TEXT =
  'a\u2028b\u2029c\u0085d\re\u000bf\n\n# 数据字典\n\n| 字段 | 类型 |\n|---|---|\n| 姓名 🙂 | varchar(30) |\n\\N "quoted" {a,b} \'one\''
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** As somebody who saves on and on. Without a pause, the saves would hold up the backup that they are to be beside. */
const BETWEEN_SAVES_MS = 50
const KINDS = ['embedded', ...(POSTGRES_URL ? (['PostgreSQL'] as const) : [])] as const

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-backup-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

interface Written {
  readonly item_id: string
  readonly page_id: string
  readonly picture: string
}

describe.each(KINDS)('a backup of a site on %s', (kind) => {
  const inFolder = (name: string): string => path.join(directory, kind, name)
  let environment: Record<string, string> = {}
  let dropServer: (() => Promise<unknown>) | null = null
  let running: ReturnType<typeof launched>
  let url = ''
  let page: Written
  let archive = ''
  beforeAll(async () => {
    environment = { DATA_DIR: inFolder('site'), ...MADE_BY }
    if (kind === 'PostgreSQL') {
      const server = await newServerDatabase()
      dropServer = () => server.drop()
      environment = { ...environment, DATABASE_URL: server.url }
    } else await layDatabase(path.join(inFolder('site'), 'database'))
    await mkdir(path.join(inFolder('site'), 'plugins/noted'), { recursive: true })
    await writeFile(path.join(inFolder('site'), 'plugins/noted/note.txt'), 'kept')
    running = launched(environment)
    url = await running.url
    page = await written(url)
  })
  afterAll(async () => {
    running.child.kill('SIGTERM')
    await running.ended
    await dropServer?.()
  })

  const backUp = (...options: readonly string[]) =>
    ended({ ...environment, BACKUP_PASSPHRASE }, 'server/backup.ts', inFolder('backups'), ...options)
  const restoreInto = (place: Record<string, string>, file = archive) =>
    ended({ ...NO_ADMIN, BACKUP_PASSPHRASE, ...place }, 'server/restore.ts', file)

  it('is made while people write, and proves itself', async () => {
    const token = await tokenOn(url)
    const busy = { ...page, token, title: 'Busy' }
    await save(url, { ...busy, text: 'before' })
    const made = backUp()
    let saves = 0
    for (let isMade = false; !isMade; saves += 1) {
      await save(url, { ...busy, text: `${saves}` })
      isMade = await Promise.race([made.then(() => true), sleep(BETWEEN_SAVES_MS, false)])
    }

    const { code, text } = await made
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('is the same') as unknown })
    expect(text).not.toContain('not in it')
    const names = await readdir(inFolder('backups'))
    archive = path.join(inFolder('backups'), names.find((name) => name.endsWith('.tar.gz')) ?? '')
    expect(names.toSorted()).toEqual([path.basename(archive), `${path.basename(archive)}.receipt.json`])
    const receipt = JSON.parse(await readFile(`${archive}.receipt.json`, 'utf8')) as { readonly files: object }
    expect(receipt).toMatchObject({ isProved: true, files: { count: 1, bytes: PICTURE.length, missing: [] } })
    expect(await readdir(path.join(inFolder('site'))).then((all) => all.includes('restoring'))).toBe(false)
  }, 240_000)

  // On the other kind, because its proof was a restore into an embedded database, and an archive does not depend on its
  // source.
  it.each(KINDS.filter((target) => target !== kind || KINDS.length === 1))(
    'becomes the same site on %s',
    async (target) => {
      const server = target === 'PostgreSQL' ? await newServerDatabase() : null
      const place = { DATA_DIR: inFolder(`again-${target}`), ...(server && { DATABASE_URL: server.url }) }
      // As on a disk that was just made.
      await mkdir(path.join(place.DATA_DIR, 'lost+found'), { recursive: true })

      const restored = await restoreInto(place)

      expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('Each table was compared') as unknown })
      expect(await readFile(path.join(place.DATA_DIR, 'plugins/noted/note.txt'), 'utf8')).toBe('kept')
      const again = launched({ ...NO_ADMIN, ...place })
      expect(await readOn(await again.url, page)).toEqual({ text: TEXT, visit: 0, picture: PICTURE, next: 0 })
      again.child.kill('SIGTERM')
      await again.ended
      const refused = await restoreInto(place)
      expect(refused).toMatchObject({ code: 2, text: expect.stringContaining('is not empty') as unknown })
      await server?.drop()
    },
    240_000,
  )

  it('writes nothing over a database that holds something', async () => {
    if (kind !== 'PostgreSQL') return
    running.child.kill('SIGTERM')
    await running.ended
    const place = { DATA_DIR: inFolder('beside'), DATABASE_URL: environment['DATABASE_URL'] ?? '' }

    const refused = await restoreInto(place)

    expect(refused).toMatchObject({ code: 2, text: expect.stringContaining('the target is not empty') as unknown })
    running = launched(environment)
    url = await running.url
    expect(await readOn(url, page)).toMatchObject({ text: TEXT })
  }, 240_000)
})

const GONE = `
  create table gone_shelf (id serial primary key, name text collate "C" not null default '架', label text generated always as (upper(name)) stored);
  create table gone_book (
    id bigint generated always as identity primary key,
    shelf int not null references gone_shelf on delete cascade,
    title varchar(40) check (title <> ''),
    unique (shelf, title)
  );
  create index "gone book by Title" on gone_book (lower(title)) where title is not null;
  insert into gone_shelf (name) values ('first'), ('二'), ('third');
  delete from gone_shelf where name = 'third';
  insert into gone_book (shelf, title) values (2, 'a "b"'), (1, null);
  insert into plugin_migration (plugin_id, name) values ('gone', '0001'), ('gone', '0002');`

describe('a backup of a site with tables of a plugin that was taken away', () => {
  const at = (name: string): string => path.join(directory, 'gone', name)
  let held: Awaited<ReturnType<typeof goneIn>>
  let archive = ''
  beforeAll(async () => {
    await layDatabase(path.join(at('site'), 'database'))
    const site = await connectTo({ directory: path.join(at('site'), 'database') })
    await site.client.query(GONE)
    held = await goneIn(site)
    await site.close()
    const made = await ended({ DATA_DIR: at('site') }, 'server/backup.ts', at('backups'), '--no-proof')
    expect(made).toMatchObject({ code: 0 })
    const [name = ''] = (await readdir(at('backups'))).filter((each) => each.endsWith('.tar.gz'))
    archive = path.join(at('backups'), name)
  })

  it.each(KINDS)(
    'becomes the same site on %s',
    async (target) => {
      const server = target === 'PostgreSQL' ? await newServerDatabase() : null
      const place = { DATA_DIR: at(target), ...(server && { DATABASE_URL: server.url }) }

      const restored = await ended({ ...NO_ADMIN, ...place }, 'server/restore.ts', archive)

      expect(restored).toMatchObject({ code: 0 })
      const after = await connectTo(server ? { url: server.url } : { directory: path.join(at(target), 'database') })
      expect(await goneIn(after)).toEqual(held)
      const { rows } = await after.client.query('insert into gone_shelf default values returning id, label')
      expect(rows).toEqual([{ id: 4, label: '架' }])
      const next = await after.client.query(`insert into gone_book (shelf, title) values (4, 'c') returning id::int`)
      expect(next.rows).toEqual([{ id: 3 }])
      await expect(after.client.query('insert into gone_book (shelf) values (9)')).rejects.toThrow('foreign key')
      await after.close()
      await server?.drop()
    },
    240_000,
  )

  it('is not restored while the plugin is in it and cannot be loaded, whose migrations make all of its tables', async () => {
    await mkdir(path.join(at('site'), 'plugins/gone'), { recursive: true })
    await writeFile(path.join(at('site'), 'plugins/gone/plugin.js'), 'no JavaScript')
    const made = await ended({ DATA_DIR: at('site') }, 'server/backup.ts', at('broken'), '--no-proof')
    expect(made).toMatchObject({ code: 0 })
    const [name = ''] = (await readdir(at('broken'))).filter((each) => each.endsWith('.tar.gz'))

    const refused = await ended(
      { ...NO_ADMIN, DATA_DIR: at('refused') },
      'server/restore.ts',
      path.join(at('broken'), name),
    )

    expect(refused).toMatchObject({
      code: 2,
      text: expect.stringContaining('plugin gone lies in the backup') as unknown,
    })
    expect(await readdir(at('refused'))).not.toContain('database')
  }, 240_000)
})

async function goneIn({ client }: Awaited<ReturnType<typeof connectTo>>) {
  const read = async (text: string) => (await client.query<object>(text)).rows
  return {
    shelves: await read('select * from gone_shelf order by id'),
    collations: await read(
      `select column_name, collation_name from information_schema.columns where table_name = 'gone_shelf' order by 1`,
    ),
    books: await read('select id::int, shelf, title from gone_book order by id'),
    migrations: await read(`select name from plugin_migration where plugin_id = 'gone' order by name`),
    constraints: await read(
      `select conname, pg_get_constraintdef(oid) as is from pg_constraint
       where conrelid::regclass::text like 'gone%' and contype <> 'n' order by conname`,
    ),
    indexes: await read(
      `select indexname, regexp_replace(indexdef, 'ON \\w+\\.', 'ON ') as is from pg_indexes
       where tablename like 'gone%' order by indexname`,
    ),
  }
}

describe('a backup of a site that no server uses', () => {
  let archive = ''
  let site = ''
  let page: Written
  beforeAll(async () => {
    site = path.join(directory, 'stopped')
    await layDatabase(path.join(site, 'database'))
    const running = launched({ DATA_DIR: site, ...MADE_BY })
    page = await written(await running.url)
    running.child.kill('SIGTERM')
    await running.ended
    const made = await ended(
      { DATA_DIR: site },
      'server/backup.ts',
      path.join(directory, 'stopped-backups'),
      '--no-proof',
    )
    expect(made).toMatchObject({ code: 0, text: expect.stringContaining('key is not in it') as unknown })
    const [name = ''] = (await readdir(path.join(directory, 'stopped-backups'))).filter((each) => each.endsWith('.gz'))
    archive = path.join(directory, 'stopped-backups', name)
  })

  it('says which key it needs, and takes no other one', async () => {
    const place = path.join(directory, 'other-key')
    await mkdir(place)
    await writeFile(path.join(place, 'secret.key'), 'k'.repeat(64))

    const wrong = await ended({ DATA_DIR: place, ...NO_ADMIN }, 'server/restore.ts', archive)
    const without = await ended({ DATA_DIR: path.join(directory, 'no-key'), ...NO_ADMIN }, 'server/restore.ts', archive)

    expect(wrong).toMatchObject({ code: 2, text: expect.stringContaining('is not the key of the site') as unknown })
    expect(without).toMatchObject({
      code: 0,
      text: expect.stringMatching(/put secret\.key \(its id is [\w-]+\)/) as unknown,
    })
    await cp(path.join(site, 'secret.key'), path.join(directory, 'no-key/secret.key'))
    const again = launched({ DATA_DIR: path.join(directory, 'no-key'), ...NO_ADMIN })
    await again.url
    again.child.kill('SIGTERM')
    expect((await again.ended).code).toBe(0)
  }, 240_000)

  it('is asked for by its right name', async () => {
    const place = path.join(directory, 'nothing')
    for (const name of ['missing.tar.gz', 'stopped-backups']) {
      const { code, text } = await ended({ DATA_DIR: place }, 'server/restore.ts', path.join(directory, name))
      expect({ code, text }).toMatchObject({
        code: 2,
        text: expect.stringContaining('there is no backup at') as unknown,
      })
    }
    await expect(stat(place)).rejects.toThrow('ENOENT')
  })

  it('writes nothing of a backup that is not whole', async () => {
    const place = path.join(directory, 'of-a-half')
    const half = path.join(directory, 'half.tar.gz')
    await cp(archive, half)
    await truncate(half, Math.floor((await stat(half)).size * 0.8))

    const { code, text } = await ended({ DATA_DIR: place, ...NO_ADMIN }, 'server/restore.ts', half)

    expect({ code, text }).toMatchObject({ code: 2, text: expect.stringContaining('damaged or not whole') as unknown })
    expect(text).not.toMatch(/\n {4}at /)
    expect(await readdir(place)).toEqual(['octavo.lock'])
  }, 240_000)

  it('leaves nothing that would start when it is killed, and is begun again', async () => {
    const place = path.join(directory, 'killed')
    const killed = launched({ DATA_DIR: place, ...NO_ADMIN }, 'server/restore.ts', archive)
    await expect
      .poll(() => readdir(path.join(place, 'restoring')).catch(() => []), { interval: 20, timeout: 60_000 })
      .toContain('database')
    killed.child.kill('SIGKILL')
    await killed.ended

    const started = await ended({ DATA_DIR: place, ...NO_ADMIN })
    const again = await ended({ DATA_DIR: place, ...NO_ADMIN }, 'server/restore.ts', archive)

    expect(started).toMatchObject({ code: 2, text: expect.stringContaining('was begun and has not ended') as unknown })
    expect(again.code).toBe(0)
    expect((await readdir(place)).toSorted()).toEqual(['database', 'files', 'octavo.lock'])
  }, 240_000)

  it.skipIf(!POSTGRES_URL).each([
    ['while rows are written', ['insert into "page"'], 'before'],
    ['before they are there for good', ['insert into "page"', 'commit'], 'before'],
    ['after that, but before anybody is told', ['insert into "page"', 'commit'], 'after'],
  ] as const)(
    'says so when PostgreSQL goes away %s, and is begun again',
    async (name, words, when) => {
      const server = await newServerDatabase()
      await using line = await cuttableLine(server.url, 5432)
      const place = { DATA_DIR: path.join(directory, name), DATABASE_URL: line.url, ...NO_ADMIN }
      line.cutAt(words, when)

      const broken = await ended(place, 'server/restore.ts', archive)
      await line.mend()
      const started = await ended(place)
      const again = await ended(place, 'server/restore.ts', archive)

      expect(broken).toMatchObject({ code: 1, text: expect.stringContaining('Run the same command again') as unknown })
      expect(broken.text).not.toMatch(/\n {4}at /)
      expect(started).toMatchObject({ code: 2, text: expect.stringContaining('was begun and has not') as unknown })
      expect(again).toMatchObject({
        code: 0,
        text: expect.stringMatching(/Each table was compared|had ended/) as unknown,
      })
      const { client, close } = await connectTo({ url: server.url })
      const { rows } = await client.query('select content from page where id = $1', [page.page_id])
      await close()
      expect(rows).toEqual([{ content: TEXT }])
      expect((await readdir(place.DATA_DIR)).toSorted()).toEqual(['files', 'octavo.lock'])
      await server.drop()
    },
    400_000,
  )

  it('is made of the right key and of all files, or says so', async () => {
    const folder = path.join(directory, 'gaps')
    const wrong = await ended(
      { DATA_DIR: site, BACKUP_PASSPHRASE, SECRET_KEY: 'k'.repeat(40) },
      ...['server/backup.ts', folder, '--no-proof'],
    )
    await rename(path.join(site, 'files'), path.join(site, 'elsewhere'))
    const without = await ended({ DATA_DIR: site }, 'server/backup.ts', folder, '--no-proof', '--keep', '0,0,0')
    await rename(path.join(site, 'elsewhere'), path.join(site, 'files'))
    const inside = await ended({ DATA_DIR: site }, 'server/backup.ts', path.join(site, 'backups'))

    expect(wrong).toMatchObject({ code: 2, text: expect.stringContaining('is not the one of this site') as unknown })
    expect(without).toMatchObject({ code: 2, text: expect.stringContaining('1 of 1 files were not there') as unknown })
    expect(inside).toMatchObject({ code: 2, text: expect.stringContaining('lies in DATA_DIR') as unknown })
  }, 240_000)
})

async function save(
  url: string,
  { item_id, token, title, text }: { item_id: string; token: string; title: string; text: string },
): Promise<string> {
  const saved = await call(url, 'page/save', { item_id, user_token: token, page_title: title, page_content: text })
  expect(saved.error_code).toBe(0)
  return String(saved.data['page_id'])
}

async function written(url: string): Promise<Written> {
  const token = await tokenOn(url)
  const item = await call(url, 'item/add', {
    ...{ user_token: token, item_type: '1', item_name: '备份', password: 'open sesame' },
  })
  const item_id = String(item.data['item_id'])
  const page_id = await save(url, { item_id, token, title: '字典', text: TEXT })
  const form = new FormData()
  for (const [name, value] of Object.entries({ user_token: token, item_id, page_id })) form.set(name, value)
  form.set('file', new File([PICTURE], '图.png', { type: 'image/png' }))
  const uploaded = await fetch(`${url}/api/page/upload`, { method: 'POST', body: form })
  const { data } = (await uploaded.json()) as { readonly data?: { readonly url?: string } }
  const picture = data?.url ?? ''
  expect(picture).not.toBe('')
  return { item_id, page_id, picture: new URL(picture, url).pathname + new URL(picture, url).search }
}

/** What visitors and people see, whether the key fits, and whether the next id is free. */
async function readOn(url: string, { item_id, page_id, picture }: Written) {
  const token = await tokenOn(url)
  const info = await call(url, 'page/info', { page_id, user_token: token })
  const visit = await call(url, 'item/pwd', { item_id, password: 'open sesame' })
  const file = await fetch(url + picture, { headers: { authorization: `Bearer ${token}` } })
  const next = await call(url, 'page/save', { item_id, user_token: token, page_title: 'Next', page_content: 'x' })
  return {
    text: info.data['page_content'],
    visit: visit.error_code,
    picture: Buffer.from(await file.arrayBuffer()),
    next: next.error_code,
  }
}
