import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectTo, type CopyPlace } from '#adapters/database/copy.ts'
import type { Receipt } from '#server/switch/receipt.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from '#tests/support/database.ts'
import { launched, type Launched } from '#tests/support/launched.ts'
import { call, tokenOn } from '#tests/support/rest-call.ts'
import { layShowdoc } from '#tests/support/showdoc.ts'

const PLACES = ['embedded' as const, ...(POSTGRES_URL ? ['PostgreSQL' as const] : [])]
const ITEMS = 60
const PAGES_EACH = 40
const VERSIONS_EACH = 3
/** A job that was under way when its server was killed comes back after a minute. */
const POLL = { interval: 100, timeout: 600_000 }
const PATIENCE_MS = 1_200_000
const SHOWDOC = `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, addtime int);
  create table page (page_id integer primary key, item_id integer, page_title text, page_content text, author_uid integer,
    addtime int);
  create table page_history (page_history_id integer primary key, page_id int, page_title text, page_content text,
    author_uid int, addtime int);
  insert into user values (1, 'root', 'x', 1), (2, 'ann', 'x', 2);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ITEMS})
    insert into item select i, 'Item ' || i, 2, 1600000000 + i from n;
  with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ITEMS * PAGES_EACH - 1})
    insert into page select i + 1, i / ${PAGES_EACH} + 1, 'Page ' || i,
      'Text of page ' || i || replace(hex(zeroblob(1000)), '0', ' words'), 2, 1600000000 + i from n;
  with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ITEMS * PAGES_EACH * VERSIONS_EACH - 1})
    insert into page_history select i + 1, i / ${VERSIONS_EACH} + 1, 'Page', 'Version ' || i, 2, 1500000000 + i from n;`

describe.each(PLACES)('a move from ShowDoc in a running site (%s)', (place) => {
  const cleanups: (() => Promise<unknown>)[] = []
  let folder = ''
  let environment: Record<string, string> = {}
  let where: CopyPlace
  let servers: readonly Launched[] = []
  let url = ''
  let user_token = ''
  beforeAll(async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'octavo-showdoc-killed-'))
    cleanups.push(() => rm(directory, { recursive: true, force: true }))
    folder = await mkdtemp(path.join(directory, 'showdoc-'))
    layShowdoc(folder, SHOWDOC)
    const data = path.join(directory, 'data')
    environment = {
      ...{ DATA_DIR: data, SHOWDOC_FOLDERS: folder, RATE_LIMIT: '0', LANGUAGE: 'en' },
      ...{ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
    }
    where = { directory: path.join(data, 'database') }
    if (place === 'embedded') await layDatabase(path.join(data, 'database'))
    else {
      const server = await newServerDatabase()
      cleanups.push(() => server.drop())
      environment['DATABASE_URL'] = server.url
      where = { url: server.url }
    }
    servers = [launched(environment)]
    await servers[0]?.url
    if (place === 'PostgreSQL') servers = [...servers, launched(environment)]
    await useLast()
    user_token = await tokenOn(url)
  }, PATIENCE_MS)
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGKILL')
    for (const { ended } of servers) await ended
    for (const clean of cleanups.reverse()) await clean()
  }, PATIENCE_MS)

  async function useLast(): Promise<void> {
    url = (await servers.at(-1)?.url) ?? ''
  }
  async function ask(name: string, fields: Record<string, string> = {}): Promise<Readonly<Record<string, unknown>>> {
    const reply = await call(url, name, { user_token, ...fields })
    expect([name, reply.error_code, reply.error_message]).toEqual([name, 0, reply.error_message])
    return reply.data
  }
  const status = (task_id: string) => ask('task/status', { task_id })
  const begin = async () => String((await ask('showdoc/carry', { folder }))['task_id'])
  async function outcome(task_id: string): Promise<Readonly<Record<string, unknown>>> {
    await expect.poll(async () => (await status(task_id))['state'], POLL).not.toMatch(/waiting|running|stopping/)
    return status(task_id)
  }
  async function expectWholeItems(): Promise<number> {
    const { client, close } = await connectTo(where)
    try {
      const { rows } = await client.query<{ pages: number; versions: number }>(
        `select count(distinct p.id)::int as pages, count(v.id)::int as versions from item i
         left join page p on p.item_id = i.id left join page_version v on v.page_id = p.id
         where i.name like 'Item %' group by i.id`,
      )
      for (const { pages, versions } of rows)
        expect([pages, versions]).toEqual([PAGES_EACH, PAGES_EACH * VERSIONS_EACH])
      return rows.length
    } finally {
      await close()
    }
  }

  it(
    'goes on after a kill while people write, and no item is ever there by half',
    async () => {
      const item_id = String((await ask('item/add', { item_type: '1', item_name: 'Ours' }))['item_id'])
      const page_id = String(
        (await ask('page/save', { item_id, page_id: '0', page_title: 'Ours', page_content: 'save 0' }))['page_id'],
      )
      const task = await begin()
      expect((await call(url, 'showdoc/carry', { user_token, folder })).error_code).toBe(10490)
      let saved = 0
      const save = async (): Promise<void> => {
        const text = { item_id, page_id, page_title: 'Ours', page_content: `save ${saved + 1}` }
        await ask('page/save', text)
        saved += 1
      }
      await expect
        .poll(async () => {
          await save()
          return Number((await status(task))['done'])
        }, POLL)
        .toBeGreaterThan(2)

      servers[0]?.child.kill('SIGKILL')
      await servers[0]?.ended
      const atKill = await expectWholeItems()
      expect(atKill).toBeGreaterThan(0)
      if (place === 'embedded') {
        servers = [launched(environment)]
        await useLast()
      }
      await expect
        .poll(async () => {
          await save()
          return (await status(task))['state']
        }, POLL)
        .not.toMatch(/waiting|running/)

      expect(await status(task)).toMatchObject({ state: 'done', failure: '' })
      expect(await itemsThere()).toBe(ITEMS)
      expect((await ask('page/info', { page_id }))['page_content']).toBe(`save ${saved}`)
      const reply = await fetch(`${url}/api/showdoc/receipt?kind=json`, {
        headers: { authorization: `Bearer ${user_token}` },
      })
      const receipt = (await reply.json()) as Receipt
      expect(receipt).toMatchObject({ isWhole: true, pages: { compared: ITEMS * PAGES_EACH, differing: [] }, left: [] })
    },
    PATIENCE_MS,
  )

  /** Nobody else can open the embedded database while its server runs. */
  async function itemsThere(): Promise<number> {
    if (place === 'PostgreSQL') return expectWholeItems()
    return Number((await ask('adminItem/getList', { item_name: 'Item ', count: '1' }))['total'])
  }

  it(
    'writes nothing when it is done again, and ends when it is cancelled',
    async () => {
      const again = await outcome(await begin())
      expect(again).toMatchObject({
        state: 'done',
        result_text: expect.stringMatching(/had come before|此前均已搬入/) as unknown,
      })

      const cancelled = await begin()
      await ask('task/cancel', { task_id: cancelled })

      expect(await outcome(cancelled)).toMatchObject({ state: 'cancelled' })
      const { list } = (await ask('audit/getList', { count: '30' })) as { list: readonly { readonly action: string }[] }
      const actions = list.map(({ action }) => action)
      expect(actions).toEqual(expect.arrayContaining(['showdoc.carryStarted', 'showdoc.carried']))
    },
    PATIENCE_MS,
  )
})
