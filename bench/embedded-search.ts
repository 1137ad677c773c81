import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#adapters/database/open.ts'
import { measure } from './support/load.ts'
import { addPages, startProduct } from './support/product.ts'
import { figure, percentile, type Bench, type Figure } from './support/report.ts'
import { fill, queries } from './search.ts'

const PAGES = 2_000
const MANY_ITEMS = 200

/**
 * Searches in the embedded database: of 2,000 pages over REST, with different histories of the server, and of 100,000.
 */
export const embeddedSearch: Bench = {
  name: 'embedded-search',
  async run() {
    return [
      await rateOfSearches('pages first', false),
      await rateOfSearches('searched while empty', true),
      await ofMany(),
    ]
  },
}

async function rateOfSearches(order: string, isSearchedFirst: boolean): Promise<Figure> {
  const { server, admin, itemId } = await startProduct(0)
  const early = isSearchedFirst ? 10 : 0
  for (let times = 0; times < early; times += 1) await admin.call('item/search', { item_id: itemId, keyword: 'token' })
  await addPages({ admin, itemId }, PAGES)
  const words = Object.values(queries(PAGES)).flat()
  let sent = 0
  const { perSecond, p50Ms, p99Ms, failures } = await measure({
    url: `${server.url}/api/item/search`,
    connections: 8,
    seconds: 10,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${admin.token}` },
    nextBody: () =>
      new URLSearchParams({ item_id: String(itemId), keyword: words[sent++ % words.length] ?? '' }).toString(),
  })
  await server.stop()
  if (failures > 0) throw new Error(`${failures} searches failed`)
  const value = `${Math.round(perSecond)}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms`
  return figure(`search, embedded, 2,000 pages, 8 connections, ${order}`, value, '≥ 300/s', perSecond >= 300)
}

async function ofMany(): Promise<Figure> {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-search-'))
  const database = await openDatabase({ location: { kind: 'directory', path: path.join(directory, 'database') } })
  const userId = await fill(database)
  const durations: number[] = []
  for (const word of Object.values(queries()).flat()) {
    const began = performance.now()
    await database.search.find([word], { userId }, 50)
    durations.push(performance.now() - began)
  }
  await database.close()
  await rm(directory, { recursive: true })
  const sorted = durations.toSorted((a, b) => a - b)
  const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)]
  const value = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  return figure(`search, embedded, 100,000 pages in ${MANY_ITEMS} items`, value, 'p99 ≤ 150 ms', p99 <= 150)
}
