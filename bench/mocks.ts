import { drawOf } from '#plugins/mock/draw.ts'
import type { Json } from '#plugins/mock/exact-json.ts'
import { templateOf, TooMuch } from '#plugins/mock/template.ts'
import { PLACEHOLDERS } from '#plugins/mock/words.ts'
import { Random } from '#plugins/mock/random.ts'
import { measure, WARM_UP_S } from './support/load.ts'
import { processorSeconds } from './support/processor-time.ts'
import { startProduct } from './support/product.ts'
import { RandomTemplates } from './support/random-templates.ts'
import { figure, type Bench, type Figure } from './support/report.ts'

const TEMPLATES = 1_000_000
const SEED = 1
const LONGEST_MS = 50
const SECONDS = 10
const TYPICAL = '{"code": 0, "list|10": [{"id|+1": 1, "name": "@cname", "price|1-100.2": 1, "at": "@datetime"}]}'

/** Mocks: a million templates, templates designed to be slow, and answers over HTTP. */
export const mocks: Bench = {
  name: 'mocks',
  async run() {
    return [await rateOfAnswers(), await slowestTemplate()]
  },
}

async function slowestTemplate(): Promise<Figure> {
  const draw = await drawOf('bench', 'zh-cn', new Date())
  let slowestMs = 0
  let largest = 0
  const tried = (json: Json) => {
    // Pauses of the machine must not count: the fastest of three is used.
    let ms = Infinity
    for (let times = 0; times < 3 && ms > LONGEST_MS / 5; times += 1) {
      const began = performance.now()
      largest = Math.max(largest, lengthOf(json))
      ms = Math.min(ms, performance.now() - began)
    }
    slowestMs = Math.max(slowestMs, ms)
  }
  const lengthOf = (json: Json): number => {
    try {
      return Buffer.byteLength(templateOf(json).answer(draw))
    } catch (error) {
      if (error instanceof TooMuch) return 0
      throw error
    }
  }
  for (const word of PLACEHOLDERS)
    for (const args of ['', '(100)', '(10000)'])
      tried({ 'list|20000': [word + args], text: (word + args).repeat(5_000) })
  const random = new Random()
  random.seed(SEED)
  const templates = new RandomTemplates(random)
  for (let count = 0; count < TEMPLATES; count += 1) tried(templates.next())
  const value = `slowest ${slowestMs.toFixed(1)} ms, largest ${Math.round(largest / 1024)} KB`
  const isReached = slowestMs <= LONGEST_MS && largest <= 2 ** 20
  return figure(`${TEMPLATES} templates of mocks`, value, `≤ ${LONGEST_MS} ms, ≤ 1024 KB`, isReached)
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
