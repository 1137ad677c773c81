import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ComposedApplication } from '#server/application.ts'
import { createApp } from '#server/app.ts'
import { besideServers } from '#server/switch/beside-servers.ts'
import { carryWithReceipt, type WithReceipt } from '#server/switch/carry-with-receipt.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { emptyServerDatabase, newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { madeShowdoc, showdocHash } from '#tests/support/showdoc.ts'
import { Browser } from './harness.ts'
import { emptySite } from './moved-site.ts'

const SHOWDOC = `
  create table user (uid integer primary key, username text, password text, groupid int default 2, email text);
  create table item (item_id integer primary key, item_name text, uid integer, password text default '', addtime int);
  create table page (page_id integer primary key, item_id integer, cat_id int default 0, page_title text,
    page_content text, author_uid integer, is_del int default 0, addtime int, s_number int default 99);
  insert into user values (1, 'root', '${showdocHash('larch')}', 1, ''), (2, 'ann', '${showdocHash('birch')}', 2, '');
  insert into item values (5, 'Orders', 2, '', 1600000000), (6, 'Stock', 2, '', 1600000001);
  insert into page (page_id, item_id, page_title, page_content, author_uid, addtime) values
    (30, 5, 'Create', 'Create an order.', 2, 1600000100), (31, 5, 'List', 'All orders.', 2, 1600000101),
    (32, 6, 'Count', 'Count the stock.', 2, 1600000102);`
const PLACES = ['embedded' as const, ...(POSTGRES_URL ? ['PostgreSQL' as const] : [])]

describe.each(PLACES)('a ShowDoc that moves in while people work (%s)', (place) => {
  async function site(): Promise<ComposedApplication> {
    const server = place === 'PostgreSQL' ? await newServerDatabase() : null
    if (server) onTestFinished(() => server.drop())
    const application = await emptySite(server ? { DATABASE_URL: server.url } : {})
    onTestFinished(() => application.close())
    return application
  }

  /** @param before done right before each transaction that follows the first of an item */
  async function move(
    application: ComposedApplication,
    folder: string,
    before: (item: string) => Promise<void> = async () => undefined,
  ): Promise<WithReceipt> {
    const beside = await besideServers(application, new AbortController().signal)
    const showdoc = await openShowdoc(folder)
    let item = ''
    try {
      return await carryWithReceipt({
        ...{ showdoc, isInto: true, isBesideServers: true, say: () => undefined },
        application: {
          ...beside,
          carrying: {
            ...beside.carrying,
            async carry(work) {
              await before(item)
              return beside.carrying.carry(work)
            },
          },
        },
        progress: ({ name }) => void (item = name),
      })
    } finally {
      await showdoc.close()
    }
  }

  async function ann(application: ComposedApplication): Promise<Browser> {
    const app = await createApp(application, { hasPages: false })
    onTestFinished(() => app.close())
    const browser = new Browser([app], {}, '')
    await browser.logIn('ann', 'birch')
    return browser
  }

  it('never overwrites what somebody saves between the look at a page and the write', async () => {
    const application = await site()
    const { folder, file } = await madeShowdoc(SHOWDOC)
    await move(application, folder)
    const browser = await ann(application)
    const database = new DatabaseSync(file)
    database.exec(`update page set page_content = page_content || ' Anew.' where page_id in (30, 31)`)
    database.close()
    let saves = 0

    const { receipt } = await move(application, folder, async (item) => {
      if (item !== 'Orders' || saves > 0) return
      saves += 1
      const text = { item_id: 5, page_id: 30, page_title: 'Create', page_content: 'Written here.' }
      expect((await browser.post('page/save', text)).error_code).toBe(0)
    })

    expect(saves).toBe(1)
    const contentOf = async (page_id: number) => (await browser.post('page/info', { page_id })).data['page_content']
    expect([await contentOf(30), await contentOf(31)]).toEqual(['Written here.', 'All orders. Anew.'])
    expect(receipt.kept.map(({ table, id }) => `${table} ${id}`)).toEqual(['page 30'])
    expect(receipt.isWhole).toBe(true)
  }, 240_000)

  it('tells of pages that people write in as soon as they have come, and calls nothing a difference', async () => {
    const application = await site()
    const { folder } = await madeShowdoc(SHOWDOC)
    let browser: Browser | null = null

    const { receipt } = await move(application, folder, async (item) => {
      if (item !== 'Stock' || browser !== null) return
      browser = await ann(application)
      const text = { item_id: 5, page_id: 31, page_title: 'List', page_content: 'Written at once.' }
      expect((await browser.post('page/save', text)).error_code).toBe(0)
    })

    expect(browser).not.toBeNull()
    expect(receipt.kept.map(({ table, id }) => `${table} ${id}`)).toEqual(['page 31'])
    expect(receipt).toMatchObject({ isWhole: true, pages: { differing: [] } })
  }, 240_000)

  it('is written by the newest run alone, and by none that is to end', async () => {
    const application = await site()
    const stop = new AbortController()
    const first = await besideServers(application, new AbortController().signal)
    const users = (of: ComposedApplication) => of.carrying.carry((rows) => rows.idsOf('user'))
    await expect(users(first)).resolves.toEqual([])

    const second = await besideServers(application, stop.signal)

    await expect(users(first)).rejects.toThrow('changedMeanwhile')
    await expect(users(second)).resolves.toEqual([])
    const settings = application.product.database.settings
    const late = second.carrying.carry(async ({ store }) => {
      await store.settings.write('probe', 1)
      stop.abort(new Error('cancelled'))
    })
    await expect(late).rejects.toThrow('cancelled')
    expect(await settings.read('probe')).toBeNull()
  })

  it('lets the server start again before all of it has come', async () => {
    const application = await site()
    const { folder } = await madeShowdoc(SHOWDOC)
    const broken = move(application, folder, async (item) => {
      if (item === 'Stock') throw new Error('killed')
    })
    await expect(broken).rejects.toThrow('killed')
    const { assertNotSwitching } = await import('#server/switch/note.ts')

    await expect(assertNotSwitching(application.product.database)).resolves.toBeUndefined()

    expect((await move(application, folder)).receipt.isWhole).toBe(true)
  }, 240_000)
})

it.skipIf(POSTGRES_URL === undefined)(
  'gives no id to a row of a ShowDoc that somebody else gets meanwhile',
  async () => {
    const database = await emptyServerDatabase()
    onTestFinished(() => database.close())
    const others = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = new Client({ connectionString: database.url })
        await client.connect()
        return client
      }),
    )
    const ids = Array.from({ length: 3_000 }, (_, at) => at + 1)
    const taken: number[] = []
    const over = new AbortController()
    const drawing = others.map(async (client) => {
      while (!over.signal.aborted) {
        const { rows } = await client.query<{ id: string }>(
          `select nextval(pg_get_serial_sequence('page', 'id')) as id`,
        )
        taken.push(Number(rows[0]?.id))
      }
    })
    await expect.poll(() => taken.length).toBeGreaterThan(20)

    const records = await database.carry(async (rows) => {
      await rows.records(1).assign('page', ids, { isFresh: false, largest: 3_000 })
      return rows.records(1).of('page')
    })

    over.abort()
    await Promise.all(drawing)
    await Promise.all(others.map((client) => client.end()))
    const given = records.map(({ id }) => id)
    expect(new Set(given).size).toBe(ids.length)
    const known = new Set(taken)
    expect(given.filter((id) => known.has(id))).toEqual([])
  },
  60_000,
)
