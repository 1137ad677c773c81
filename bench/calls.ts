import { spawn } from 'node:child_process'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { freePort } from '#tests/e2e/support/running-server.ts'
import { measure } from './support/load.ts'
import { startPostgres } from './support/postgres.ts'
import { startProduct } from './support/product.ts'
import { figure, type Bench } from './support/report.ts'

const CONNECTIONS = 8
const SECONDS = 6
const ROUNDS = 3
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Reading calls compared with a bare route on the same PostgreSQL, interleaved so that conditions are equal. */
export const calls: Bench = {
  name: 'calls',
  async run() {
    const postgres = await startPostgres()
    const databaseUrl = postgres.newDatabase('calls')
    const { server, itemId, pageIds } = await startProduct(300, databaseUrl)
    const port = await freePort()
    const bare = spawn(
      process.execPath,
      [path.join(import.meta.dirname, 'support/bare-route.ts'), databaseUrl, String(port)],
      { stdio: 'inherit' },
    )
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const page = pageIds[0] ?? 0
    const trpcInput = encodeURIComponent(JSON.stringify({ 0: { pageId: page } }))
    const loads = {
      bare: { url: `http://127.0.0.1:${port}/page/${page}` },
      page: { url: `${server.url}/api/page/info`, method: 'POST' as const, headers: FORM, body: `page_id=${page}` },
      trpc: { url: `${server.url}/trpc/page.info?batch=1&input=${trpcInput}` },
      item: { url: `${server.url}/api/item/info`, method: 'POST' as const, headers: FORM, body: `item_id=${itemId}` },
    }
    const rates: Record<keyof typeof loads, number[]> = { bare: [], page: [], trpc: [], item: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, load] of Object.entries(loads)) {
        const { perSecond, failures } = await measure({ connections: CONNECTIONS, seconds: SECONDS, ...load })
        if (failures > 0) throw new Error(`${failures} failures in ${name}`)
        rates[name as keyof typeof loads].push(perSecond)
      }
    }
    const reply = await fetch(loads.item.url, { method: 'POST', headers: FORM, body: loads.item.body }).then(
      (response) => response.text(),
    )
    const bytes = gzipSync(reply).length
    bare.kill()
    await server.stop()
    await postgres.stop()
    const rate = {
      bare: median(rates.bare),
      page: median(rates.page),
      trpc: median(rates.trpc),
      item: median(rates.item),
    }
    const share = (part: number, whole: number): string =>
      `${Math.round(part)}/s, ${Math.round((part / whole) * 100)} %`
    return [
      figure('bare Fastify route, one prepared select', `${Math.round(rate.bare)}/s`, '–', true),
      figure(
        'page/info over REST, anonymous, 4 KB',
        share(rate.page, rate.bare),
        '≥ 60 % of bare',
        rate.page >= 0.6 * rate.bare,
      ),
      figure('page.info over tRPC', share(rate.trpc, rate.page), '≥ 60 % of REST', rate.trpc >= 0.6 * rate.page),
      figure('item/info with 300 pages', share(rate.item, rate.bare), '≥ 40 % of bare', rate.item >= 0.4 * rate.bare),
      figure('item/info reply, gzip', `${(bytes / 1000).toFixed(1)} kB`, '≤ 12 kB', bytes <= 12_000),
    ]
  },
}
