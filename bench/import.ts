import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { restClient } from '#tests/e2e/support/product.ts'
import { residentMiB } from './support/memory.ts'
import { startPostgres } from './support/postgres.ts'
import { mainThreadMs, processorSeconds } from './support/processor-time.ts'
import { startProduct } from './support/product.ts'
import { figure, type Bench, type Figure } from './support/report.ts'

const SIZES = [
  { pages: 2_000, mostS: 2 },
  { pages: 20_000, mostS: 30 },
] as const
const MOST_MIB = 200
const SAMPLED_EVERY_MS = 20
const SETTLED_MS = 3_000

/** Imports a large OpenAPI document as an item, on PostgreSQL, while somebody reads. */
export const imports: Bench = {
  name: 'import',
  async run() {
    const postgres = await startPostgres()
    const { server } = await startProduct(1, postgres.newDatabase('imports'))
    try {
      const bring = await bringerTo(server.url)
      // The first import loads the libraries for reading.
      await bring(documentOf(10))
      const figures: Figure[] = []
      for (const { pages, mostS } of SIZES) {
        const text = documentOf(pages)
        await sleep(SETTLED_MS)
        const before = await residentMiB(server.processId)
        const worked = await processorSeconds(server.processId)
        const began = performance.now()
        const done = bring(text)
        const { peak, slowestMs, longestMs } = await watched(done, server.url, server.processId)
        const seconds = (performance.now() - began) / 1_000
        await done
        const busy = (await processorSeconds(server.processId)) - worked
        const more = Math.round(peak - before)
        const what = `import of ${pages.toLocaleString('en')} operations, ${Math.round(text.length / 1_000_000)} MB, PostgreSQL`
        figures.push(
          figure(
            what,
            `${seconds.toFixed(1)} s (${busy.toFixed(1)} s of the server's processor time)`,
            `≤ ${mostS} s`,
            seconds <= mostS,
          ),
          figure(
            `${what}: memory`,
            `${more} MiB more than ${Math.round(before)}`,
            `≤ ${MOST_MIB} MiB more`,
            more <= MOST_MIB,
          ),
          figure(
            `${what}: longest wait of others`,
            `${Math.round(longestMs)} ms of the main thread's processor time, ${Math.round(slowestMs)} ms by the clock`,
            '≤ 500 ms',
            longestMs <= 500,
          ),
        )
      }
      return figures
    } finally {
      await server.stop()
      await postgres.stop()
    }
  },
}

async function bringerTo(url: string): Promise<(text: string) => Promise<void>> {
  const { token } = await restClient(url, ADMIN.username, ADMIN.password)
  return async (text) => {
    const body = new FormData()
    body.append('file', new Blob([text]), 'api.json')
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${url}/api/import/auto`, { method: 'POST', headers, body })
    const answer = await reply.text()
    if (!answer.includes('"error_code":0')) throw new Error(answer)
  }
}

/** The peak memory use, and the longest wait of others, until it has ended: by the clock, and as work of the thread. */
async function watched(end: Promise<unknown>, url: string, processId: number) {
  const isOver = end.then(() => true)
  let [peak, slowestMs, longestMs] = [0, 0, 0]
  for (;;) {
    peak = Math.max(peak, await residentMiB(processId))
    const [began, worked] = [performance.now(), await mainThreadMs(processId)]
    await fetch(`${url}/healthz`)
    slowestMs = Math.max(slowestMs, performance.now() - began)
    longestMs = Math.max(longestMs, (await mainThreadMs(processId)) - worked)
    if (await Promise.race([isOver, sleep(SAMPLED_EVERY_MS, false)])) return { peak, slowestMs, longestMs }
  }
}

/** A document with operations whose pages have 2 to 4 KB. */
function documentOf(operations: number): string {
  const properties = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `field${at}`,
      { type: 'string', description: `字段 ${at}, what it holds`, example: `value ${at}` },
    ]),
  )
  const schema = { $ref: '#/components/schemas/Record' }
  const content = { 'application/json': { schema } }
  const operation = (at: number) => ({
    operationId: `record${at}`,
    summary: `接口 ${at} record ${at}`,
    tags: [`Group ${at % 50}`],
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    requestBody: { content },
    responses: { 200: { description: 'Done', content } },
  })
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, at) => [`/records/${at}/{id}`, { post: operation(at) }]),
  )
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Bench' },
    paths,
    components: { schemas: { Record: { type: 'object', properties } } },
  })
}
