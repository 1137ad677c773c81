import pg from 'pg'
import { openDatabase } from '#adapters/database/open.ts'
import { startPostgres } from './support/postgres.ts'
import { figure, percentile, type Bench } from './support/report.ts'
import { randomFrom, samplePage } from './support/sample-text.ts'
import { aUser } from '#tests/contracts/database/things.ts'

const ITEMS = 200
const PAGES_PER_ITEM = 500
const QUERIES_PER_CLASS = 60

/**
 * Search over 100,000 pages of 4 KB in 200 items of one person: speed by kind of word, and recall compared with a plain
 * scan.
 */
export const search: Bench = {
  name: 'search',
  async run() {
    const postgres = await startPostgres()
    const url = postgres.newDatabase('search')
    const database = await openDatabase({ location: { kind: 'postgres', url } })
    const userId = await fill(database)
    const direct = new pg.Client({ connectionString: url })
    await direct.connect()
    await direct.query('vacuum analyze')
    const figures = []
    for (const [name, words] of Object.entries(queries())) {
      const durations: number[] = []
      for (const word of words) {
        const began = performance.now()
        await database.search.find([word], { userId }, 50)
        durations.push(performance.now() - began)
      }
      const p99 = percentile(
        durations.toSorted((a, b) => a - b),
        0.99,
      )
      figures.push(
        figure(
          `search in 100,000 pages, ${name}`,
          `p50 ${percentile(
            durations.toSorted((a, b) => a - b),
            0.5,
          ).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
          'p99 ≤ 100 ms',
          p99 <= 100,
        ),
      )
    }
    const { found, expected } = await recall(database, direct, userId)
    figures.push(figure('recall of the gold queries', `${found} of ${expected} pages`, '100 %', found === expected))
    await direct.end()
    await database.close()
    await postgres.stop()
    return figures
  },
}

type Opened = Awaited<ReturnType<typeof openDatabase>>

/** Adds 100,000 pages. @returns their owner */
export async function fill(database: Opened): Promise<number> {
  const now = new Date('2026-01-01T00:00:00Z')
  const user = await aUser(database, { username: 'bench', registeredAt: now })
  for (let number = 0; number < ITEMS; number += 1) {
    const item = await database.items.insert({
      name: `Item ${number}`,
      description: '',
      domain: null,
      type: 'regular',
      ownerId: user.id,
      visitPassword: null,
      isMembersOnly: false,
      visitGeneration: 0,
      isArchived: false,
      globalParams: { query: [], body: [], header: [] },
      createdAt: now,
      updatedAt: now,
    })
    const pages = Array.from({ length: PAGES_PER_ITEM }, (_, index) => {
      const seed = number * PAGES_PER_ITEM + index
      const savedAt = new Date(now.getTime() + seed * 1_000)
      return {
        itemId: item.id,
        catalogId: null,
        title: `接口 ${seed}`,
        content: samplePage(seed),
        order: 99,
        authorId: user.id,
        revision: 1,
        createdAt: savedAt,
        savedAt,
        deletion: null,
      }
    })
    await database.transaction((store) => store.pages.insertAll(pages))
  }
  return user.id
}

/** Words from random pages, so that every query has hits. */
export function queries(pages = ITEMS * PAGES_PER_ITEM): Record<string, readonly string[]> {
  const random = randomFrom(7)
  const cut = (pattern: RegExp, length: number): readonly string[] =>
    Array.from({ length: QUERIES_PER_CLASS }, () => {
      const runs = samplePage(Math.floor(random() * pages)).match(pattern) ?? ['']
      const run = runs[Math.floor(random() * runs.length)] ?? ''
      const start = Math.floor(random() * Math.max(1, run.length - length + 1))
      return run.slice(start, start + length)
    })
  return {
    'Chinese, 2 characters': cut(/[\u4e00-\u9fff]{2,}/g, 2),
    'Chinese, 3 characters': cut(/[\u4e00-\u9fff]{3,}/g, 3),
    'English words': cut(/\b[a-z]{4,12}\b/g, 12),
  }
}

/** Rare words have few enough hits to be compared completely with a scan of every page. */
async function recall(
  database: Opened,
  direct: pg.Client,
  userId: number,
): Promise<{ found: number; expected: number }> {
  const random = randomFrom(11)
  let found = 0
  let expected = 0
  const rare = Array.from({ length: 12 }, (_, index) => {
    const seed = Math.floor(random() * ITEMS * PAGES_PER_ITEM)
    const run = samplePage(seed).match(/(?<=。)[\u4e00-\u9fff]{6}(?=。)/g)?.[0] ?? ''
    return [run.slice(1, 4), `getRecord${seed}`, `cord_${seed}`][index % 3] ?? run
  })
  for (const word of rare) {
    const { rows } = await direct.query<{ id: number }>(
      'select id from page where title ilike $1 or content ilike $1',
      [`%${word.replaceAll('_', '\\_')}%`],
    )
    const hits = new Set((await database.search.find([word], { userId }, 5_000)).map(({ pageId }) => pageId))
    expected += rows.length
    found += rows.filter(({ id }) => hits.has(id)).length
  }
  return { found, expected }
}
