import { measure, type Measured } from './support/load.ts'
import { startPostgres } from './support/postgres.ts'
import { startProduct } from './support/product.ts'
import { figure, type Bench, type Figure } from './support/report.ts'
import { samplePage } from './support/sample-text.ts'

const PAGES = 50
// Not a multiple of the pages: a page never gets the same text twice in a row.
const BODIES = 509

/** Whole saves over REST: access check, new version, history, search index, one synced transaction each. */
export const saves: Bench = {
  name: 'saves',
  async run() {
    const postgres = await startPostgres()
    const onPostgres = await rateOfSaves('PostgreSQL', 1_000, 40, postgres.newDatabase('saves'))
    await postgres.stop()
    return [...onPostgres, ...(await rateOfSaves('embedded', 500, null))]
  },
}

async function rateOfSaves(
  name: string,
  perSecondGoal: number,
  p99GoalMs: number | null,
  databaseUrl?: string,
): Promise<readonly Figure[]> {
  const { perSecond, p50Ms, p99Ms } = await measuredSaves(databaseUrl)
  const isMet = perSecond >= perSecondGoal && (p99GoalMs === null || p99Ms <= p99GoalMs)
  const goal = p99GoalMs === null ? `≥ ${perSecondGoal}/s` : `≥ ${perSecondGoal}/s, p99 ≤ ${p99GoalMs} ms`
  return [
    figure(
      `page/save, ${name}, 8 connections`,
      `${Math.round(perSecond)}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms`,
      goal,
      isMet,
    ),
  ]
}

/** The embedded database when left out. */
export async function measuredSaves(databaseUrl?: string): Promise<Measured> {
  const { server, admin, itemId, pageIds } = await startProduct(PAGES, databaseUrl)
  // Created beforehand, so that generating the load does not take CPU time from the server.
  const bodies = Array.from({ length: BODIES }, (_, number) => bodyOf(itemId, pageIds[number % PAGES] ?? 0, number))
  let sent = 0
  const nextBody = (): string => bodies[sent++ % BODIES] ?? ''
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${admin.token}` }
  const measured = await measure({
    url: `${server.url}/api/page/save`,
    connections: 8,
    seconds: 10,
    method: 'POST',
    headers,
    nextBody,
  })
  await server.stop()
  if (measured.failures > 0) throw new Error(`${measured.failures} saves failed`)
  return measured
}

const bodyOf = (itemId: number, pageId: number, number: number): string =>
  new URLSearchParams({
    page_id: String(pageId),
    item_id: String(itemId),
    cat_id: '0',
    page_title: `Saved ${number}`,
    page_content: samplePage(number),
  }).toString()
