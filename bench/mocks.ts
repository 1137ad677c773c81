import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { measure, WARM_UP_S } from './support/load.ts'
import { processorSeconds } from './support/processor-time.ts'
import { startProduct } from './support/product.ts'
import { figure, type Bench, type Figure } from './support/report.ts'
import type { TemplatesTried, TemplateTrial } from './support/template-trial.ts'

const TEMPLATES = 1_000_000
/** One for each thread. */
const SEEDS = [1, 2]
const LONGEST_MS = 50
const SECONDS = 10
const TYPICAL = '{"code": 0, "list|10": [{"id|+1": 1, "name": "@cname", "price|1-100.2": 1, "at": "@datetime"}]}'

/** Mocks: answers over HTTP, a million templates, and templates designed to be slow. */
export const mocks: Bench = {
  name: 'mocks',
  async run() {
    return [await rateOfAnswers(), await slowestTemplate()]
  },
}

async function slowestTemplate(): Promise<Figure> {
  const templates = TEMPLATES / SEEDS.length
  const tried = await Promise.all(SEEDS.map((seed) => triedAside({ seed, templates })))
  const slowestMs = Math.max(...tried.map((each) => each.slowestMs))
  const largest = Math.max(...tried.map((each) => each.largest))
  const value = `slowest ${slowestMs.toFixed(1)} ms of the processor, largest ${Math.round(largest / 1024)} KB`
  const isReached = slowestMs <= LONGEST_MS && largest <= 2 ** 20
  return figure(`${TEMPLATES} templates of mocks`, value, `≤ ${LONGEST_MS} ms, ≤ 1024 KB`, isReached)
}

async function triedAside(trial: TemplateTrial): Promise<TemplatesTried> {
  const worker = new Worker(new URL('support/template-trial.ts', import.meta.url), { workerData: trial })
  const [tried] = (await once(worker, 'message')) as [TemplatesTried]
  return tried
}

async function rateOfAnswers(): Promise<Figure> {
  const { server, admin, itemId, pageIds } = await startProduct(1)
  await admin.call('mock/add', { page_id: pageIds[0], path: '/orders', template: TYPICAL })
  const url = `${server.url}/mock-path/${itemId}&path=/orders`
  const worked = await processorSeconds(server.processId)
  const { perSecond, p99Ms, failures } = await measure({ connections: 8, seconds: SECONDS, url })
  const busyMs = ((await processorSeconds(server.processId)) - worked) * 1_000
  await server.stop()
  if (failures > 0) throw new Error(`${failures} answers failed`)
  const each = (busyMs / (perSecond * (SECONDS + WARM_UP_S))).toFixed(2)
  const value = `${Math.round(perSecond)}/s, p99 ${p99Ms} ms, ${each} ms of the server's processor time each`
  return figure('answers of a mock, list of 10, 8 connections', value, '≥ 2,000/s', perSecond >= 2_000)
}
