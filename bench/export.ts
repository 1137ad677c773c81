import { setTimeout as sleep } from 'node:timers/promises'
import { residentMiB } from './support/memory.ts'
import { startPostgres } from './support/postgres.ts'
import { processorSeconds } from './support/processor-time.ts'
import { addPages, startProduct, type BenchProduct } from './support/product.ts'
import { figure, type Bench, type Figure } from './support/report.ts'

const MARKDOWN_PAGES = 2_000
const OTHER_PAGES = 300
const ROWS = 30_000
/** 200 MB. */
const MOST_MIB = 191
/** 10 MB. */
const MOST_BYTES = 10_000_000
const SAMPLED_EVERY_MS = 20
const SETTLED_MS = 2_000
/** The first round loads everything needed. */
const ROUNDS = 3

interface Export {
  readonly seconds: number
  /** Of the server's processor time. */
  readonly busySeconds: number
  readonly bytes: number
  readonly moreMiB: number
}

/** The duration of exports that are streamed, and their memory use in the server. */
export const exports: Bench = {
  name: 'export',
  async run() {
    const postgres = await startPostgres()
    const product = await startProduct(MARKDOWN_PAGES, postgres.newDatabase('export'))
    const { admin, itemId } = product
    const other = await admin.call<{ item_id: number }>('item/add', { item_type: 1, item_name: 'Other', password: '' })
    await addPages({ admin, itemId: other.item_id }, OTHER_PAGES)
    const markdown = await bestOf(product, 'markdown', itemId)
    const word = await bestOf(product, 'word', other.item_id)
    const html = await bestOf(product, 'html', other.item_id)
    const large = await bestOf(product, 'word', await itemWithTable(product))
    await product.server.stop()
    await postgres.stop()
    return [
      ...figuresOf(`markdown of ${MARKDOWN_PAGES} pages`, markdown, 0.5),
      ...figuresOf(`Word of ${OTHER_PAGES} pages`, word, 10),
      ...figuresOf(`one HTML file of ${OTHER_PAGES} pages`, html, 10),
      ...figuresOf(`Word of a table of ${ROWS.toLocaleString('en')} rows`, large, 10),
      figure(
        `one HTML file of ${OTHER_PAGES} pages: size`,
        `${(html.bytes / 1e6).toFixed(1)} MB`,
        '≤ 10 MB',
        html.bytes <= MOST_BYTES,
      ),
    ]
  },
}

/** One page, with five cells in each row. */
async function itemWithTable({ admin }: BenchProduct): Promise<number> {
  const { item_id } = await admin.call<{ item_id: number }>('item/add', {
    ...{ item_type: 1, item_name: 'Table', password: '' },
  })
  const rows = Array.from({ length: ROWS }, (_, at) => `| ${at} | cell ${at} | 文字 | text of a cell | ${at * 7} |`)
  const page_content = ['| a | b | c | d | e |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
  await admin.call('page/save', { page_id: 0, item_id, cat_id: 0, page_title: 'Table', page_content })
  return item_id
}

const figuresOf = (name: string, { seconds, busySeconds, moreMiB }: Export, goal: number): readonly Figure[] => [
  figure(
    name,
    `${seconds.toFixed(2)} s (${busySeconds.toFixed(2)} s of the server's processor time)`,
    `≤ ${goal} s`,
    seconds <= goal,
  ),
  figure(`${name}: memory`, `${Math.round(moreMiB)} MiB more`, '≤ 200 MB more', moreMiB <= MOST_MIB),
]

/** The shortest time, and the highest memory use. */
async function bestOf(product: BenchProduct, format: string, itemId: number): Promise<Export> {
  const rounds: Export[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await exportOnce(product, format, itemId))
  return {
    seconds: Math.min(...rounds.map(({ seconds }) => seconds)),
    busySeconds: Math.min(...rounds.map(({ busySeconds }) => busySeconds)),
    bytes: rounds[0]?.bytes ?? 0,
    moreMiB: Math.max(...rounds.map(({ moreMiB }) => moreMiB)),
  }
}

async function exportOnce({ server, admin }: BenchProduct, format: string, itemId: number): Promise<Export> {
  await sleep(SETTLED_MS)
  const before = await residentMiB(server.processId)
  const worked = await processorSeconds(server.processId)
  const began = performance.now()
  let [bytes, peak] = [0, before]
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      peak = Math.max(peak, await residentMiB(server.processId))
      await sleep(SAMPLED_EVERY_MS)
    }
  })()
  const reply = await fetch(`${server.url}/api/export/file?format=${format}&item_id=${itemId}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  for await (const piece of reply.body ?? []) bytes += piece.length
  const seconds = (performance.now() - began) / 1_000
  const busySeconds = (await processorSeconds(server.processId)) - worked
  over.abort()
  await watching
  if (!reply.ok || bytes < 10_000) throw new Error(`the export as ${format} failed`)
  return { seconds, busySeconds, bytes, moreMiB: peak - before }
}
