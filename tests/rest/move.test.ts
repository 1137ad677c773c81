import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectTo } from '#adapters/database/copy.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { startServer } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from '#tests/support/database.ts'
import { ended, launched } from '#tests/support/launched.ts'
import { call, tokenOn } from '#tests/support/rest-call.ts'

const NO_ADMIN = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '' }
const TEXT = '# 数据字典\n\n| 字段 | 类型 |\n|---|---|\n| 姓名 🙂 | varchar(30) |\n\\N "quoted" {a,b} \'one\''

describe.skipIf(!POSTGRES_URL)('a move to PostgreSQL and back', () => {
  let directory = ''
  let server: Awaited<ReturnType<typeof newServerDatabase>>
  let from = ''
  let key = ''
  let page: { readonly item_id: string; readonly page_id: string }
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-move-'))
    server = await newServerDatabase()
    from = path.join(directory, 'from')
    await layDatabase(path.join(from, 'database'))
    const running = await startServer({ dataDirectory: from })
    page = await written(running.url)
    await running.stop()
    key = await readFile(path.join(from, 'secret.key'), 'utf8')
  })
  afterAll(async () => {
    await server.drop()
    await rm(directory, { recursive: true, force: true })
  })

  it('carries everything, and a site goes on on both sides', async () => {
    const there = await ended({ DATA_DIR: from, MOVE_TO: server.url }, 'server/move.ts')
    expect(there).toMatchObject({ code: 0, text: expect.stringContaining('each table was compared') as unknown })
    expect(await readOn({ DATA_DIR: from, DATABASE_URL: server.url })).toBe(TEXT)

    const back = path.join(directory, 'back')
    const here = await ended({ DATA_DIR: from, DATABASE_URL: server.url }, 'server/move.ts', '--to', back)
    expect(here.code).toBe(0)
    // Its key stays where it was, and is the same.
    await cp(path.join(from, 'secret.key'), path.join(back, 'secret.key'))
    expect(await readOn({ DATA_DIR: back })).toBe(TEXT)
  }, 240_000)

  it('repeats no address, in which a password may stand', async () => {
    for (const address of [
      'postgresql://octavo:s3cret@host:port/octavo',
      'postgresql://octavo:s3cret@127.0.0.1:1/octavo',
    ]) {
      const { code, text } = await ended({ DATA_DIR: from, MOVE_TO: address }, 'server/move.ts')
      expect([code === 0, text.includes('s3cret'), text === '']).toEqual([false, false, false])
    }
  })

  it('lets nothing work by mistake on the embedded database that the site has left', async () => {
    for (const command of [['server/main.ts'], ['server/admin.ts', 'rotate-key'], ['server/doctor.ts', '--database']]) {
      const { code, text } = await ended({ DATA_DIR: from }, ...command)

      expect(code).toBe(2)
      expect(text).toContain('is not used any more: since')
    }
    expect(await readFile(path.join(from, 'secret.key'), 'utf8')).toBe(key)
  })

  it('writes into no database that holds something', async () => {
    await rm(path.join(from, 'database.unused'))
    const { code, text } = await ended({ DATA_DIR: from }, 'server/move.ts', '--to', server.url)

    expect(code).toBe(2)
    expect(text).toContain('nothing was copied: the target is not empty')
  })

  it('leaves a database alone on which a server works', async () => {
    const busy = launched({ DATA_DIR: from, DATABASE_URL: server.url })
    await busy.url
    const { code, text } = await ended(
      { DATA_DIR: from, DATABASE_URL: server.url },
      ...['server/move.ts', '--to', path.join(directory, 'never')],
    )
    busy.child.kill('SIGTERM')
    await busy.ended

    expect(code).toBe(2)
    expect(text).toMatch(/nothing was copied: an Octavo is using .*: stop it first/)
  })

  it('leaves tables, keys, triggers and indexes as migrations make them', async () => {
    const fresh = await newServerDatabase()
    const made = launched({ DATABASE_URL: fresh.url, DATA_DIR: path.join(directory, 'fresh'), ...NO_ADMIN })
    await made.url
    made.child.kill('SIGTERM')
    await made.ended

    expect(await schemaOf(server.url)).toEqual(await schemaOf(fresh.url))
    await fresh.drop()
  })

  async function readOn(environment: Record<string, string>): Promise<string> {
    const { child, url, ended: end } = launched({ ...NO_ADMIN, LOG_LEVEL: 'info', ...environment })
    const token = await tokenOn(await url)
    const { data } = await call(await url, 'page/info', { ...page, user_token: token })
    // The next id must be free.
    const { error_code } = await call(await url, 'page/save', {
      ...{ item_id: page.item_id, user_token: token, page_title: `After ${Object.keys(environment).length}` },
      page_content: 'more',
    })
    child.kill('SIGTERM')
    await end
    expect(error_code).toBe(0)
    return String(data['page_content'])
  }
})

async function written(url: string) {
  const user_token = await tokenOn(url)
  const item = await call(url, 'item/add', { user_token, item_type: '1', item_name: '搬家' })
  const item_id = String(item.data['item_id'])
  const saved = await call(url, 'page/save', { user_token, item_id, page_title: '字典', page_content: TEXT })
  return { item_id, page_id: String(saved.data['page_id']) }
}

async function schemaOf(url: string): Promise<readonly string[]> {
  const { client, close } = await connectTo({ url })
  const { rows } = await client.query<{ readonly line: string }>(`
    select indexdef as line from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by line`)
  await close()
  return rows.map(({ line }) => line)
}
