import { availableParallelism } from 'node:os'
import { startServer } from '#tests/e2e/support/running-server.ts'
import { measure, type Load } from './support/load.ts'
import { startPostgres } from './support/postgres.ts'
import { startProduct } from './support/product.ts'
import { figure, type Bench } from './support/report.ts'

const CONNECTIONS = 8
const SECONDS = 6
const ROUNDS = 3
const GAIN = 1.6
/** One for each of two servers, and one for the database and the load generator. */
const FEWEST_CORES = 3
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** page/info of one server compared with two on the same PostgreSQL, each with half of the connections, alternately. */
export const servers: Bench = {
  name: 'servers',
  async run() {
    const postgres = await startPostgres()
    const databaseUrl = postgres.newDatabase('servers')
    const { server: first, pageIds } = await startProduct(100, databaseUrl)
    const environment = { LOG_LEVEL: 'error', DATABASE_URL: databaseUrl }
    const second = await startServer({ isLongLived: true, dataDirectory: first.dataDirectory, environment })
    const reading = (url: string, connections: number): Load => ({
      url: `${url}/api/page/info`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `page_id=${pageIds[0] ?? 0}`,
      connections,
      seconds: SECONDS,
    })
    const rateOf = async (urls: readonly string[]): Promise<number> => {
      const measured = await Promise.all(urls.map((url) => measure(reading(url, CONNECTIONS / urls.length))))
      const failures = measured.reduce((sum, each) => sum + each.failures, 0)
      if (failures > 0) throw new Error(`${failures} failures at ${urls.length} servers`)
      return measured.reduce((sum, { perSecond }) => sum + perSecond, 0)
    }
    const rates = { one: [] as number[], two: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.one.push(await rateOf([first.url]))
      rates.two.push(await rateOf([first.url, second.url]))
    }
    await second.stop()
    await first.stop()
    await postgres.stop()
    const [one, two] = [median(rates.one), median(rates.two)]
    const hasCores = availableParallelism() >= FEWEST_CORES
    return [
      figure(
        'page/info, two servers on one PostgreSQL',
        `${Math.round(two)}/s, ${(two / one).toFixed(2)} × one server`,
        hasCores ? `≥ ${GAIN} ×` : `– (≥ ${GAIN} × from ${FEWEST_CORES} cores on)`,
        !hasCores || two >= GAIN * one,
      ),
    ]
  },
}
