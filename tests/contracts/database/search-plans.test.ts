import { afterEach, expect, it } from 'vitest'
import type { Pool } from 'pg'
import { startEngine, type Engine } from '#adapters/database/embedded/engine.ts'
import { ormOn } from '#adapters/database/orm.ts'
import { embeddedPool } from '#adapters/database/pools.ts'
import { PoolSession } from '#adapters/database/session.ts'
import { storeOn } from '#adapters/database/store.ts'
import type { Store } from '#core/ports/store.ts'
import { databaseImage } from '#tests/support/database.ts'
import { anItem, pageFacts } from './things.ts'

const PAGES = 600
const WORDS = ['数据库', 'getrecord1', '登录', 'abc', 'zz']

interface Site {
  readonly store: Store
  readonly pool: Pool
  readonly item: { readonly id: number; readonly ownerId: number }
}
const engines: Engine[] = []
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.kill()
})

async function aSite(): Promise<Site> {
  const engine = await startEngine({ directory: null, image: await databaseImage() })
  engines.push(engine)
  const pool = embeddedPool(engine, () => undefined)
  const session = new PoolSession(pool, (await ormOn(pool)).em.fork())
  const texts = { arePlain: true, textOf: async () => null }
  const doNothing = () => undefined
  const store = storeOn(session, {
    onEnqueue: doNothing,
    requireSettings: doNothing,
    requireDocuments: doNothing,
    onUnindexed: doNothing,
    texts,
  })
  return { store, pool, item: await anItem(store) }
}

async function searchAll({ store, item }: Site): Promise<void> {
  for (const word of WORDS) {
    await store.search.find([word], { itemId: item.id, topCatalogIds: null }, 50)
    await store.search.find([word], { userId: item.ownerId }, 50)
  }
}

async function addPages({ store, item }: Site): Promise<void> {
  const contents = ['数据库连接', '用户登录之后', 'abcdef 接口', 'nothing of it']
  const pages = Array.from({ length: PAGES }, (_, index) =>
    pageFacts(item.id, {
      title: `getRecord${index}`,
      // Beyond what lies in the row itself, as on real pages.
      content: `${contents[index % contents.length]} ${index} `.repeat(40),
    }),
  )
  await store.pages.insertAll(pages)
}

/** What a round of searches visits: rows by reading the whole table, and entries of each of its indexes. */
async function visited(site: Site): Promise<Readonly<Record<string, number>>> {
  const before = await visits(site.pool)
  await searchAll(site)
  const after = await visits(site.pool)
  return Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]))
}

async function visits(pool: Pool): Promise<Readonly<Record<string, number>>> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ name: string; count: string }>(
    `select relname as name, seq_tup_read as count from pg_stat_user_tables where relname in ('page', 'page_search')
     union all
     select indexrelname, idx_tup_read from pg_stat_user_indexes where relname = 'page_search'
     union all
     -- Two of its indexes find a page by its id, and are as good as each other.
     select 'page by an index', sum(idx_tup_read) from pg_stat_user_indexes where relname = 'page'`,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
}

const WAYS: Readonly<Record<string, (site: Site) => Promise<unknown>>> = {
  'searched while it was empty': async (site) => {
    // As often as it takes until a plan is kept.
    for (let times = 0; times < 8; times += 1) await searchAll(site)
    await addPages(site)
  },
  'known to be empty': async (site) => {
    await site.pool.query('vacuum analyze page, page_search')
    await addPages(site)
  },
  'known as it is': async (site) => {
    await addPages(site)
    await site.pool.query('analyze page, page_search')
  },
}

it('law: a search goes the same way however the database came to its pages', async () => {
  const plain = await aSite()
  await addPages(plain)
  const expected = await visited(plain)

  expect(expected).toMatchObject({ page: 0, page_search: 0 })
  expect(expected['page_search_tokens']).toBeGreaterThan(0)
  for (const [name, lead] of Object.entries(WAYS)) {
    const site = await aSite()
    await lead(site)
    expect(await visited(site), name).toEqual(expected)
  }
})
