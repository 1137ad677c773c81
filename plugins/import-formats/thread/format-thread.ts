import { parentPort, workerData } from 'node:worker_threads'
import type { Finding, ThreadMessage, ThreadOrder } from './messages.ts'
import { BrokenFile, type Findings } from './reader.ts'
import { readers } from './readers.ts'

/** Reads one file, and sends its content in batches that the server processes one after another. */
const port = parentPort
if (!port) throw new Error('files are read in a worker thread')

const order = workerData as ThreadOrder
const MOST_FINDINGS = 200
const MOST_LENGTH = 2_000_000
/** The number of unprocessed batches allowed, so that a slow server need not hold them all. */
const MOST_AHEAD = 2
const SAID = {
  en: 'it is nested too deeply',
  'zh-cn': '嵌套层级过深',
} as const

let batch: Finding[] = []
let length = 0
let sent = 0
let marks = 0

const tell = (message: ThreadMessage): void => port.postMessage(message)

function flush(): void {
  if (batch.length === 0) return
  tell({ kind: 'found', findings: batch })
  batch = []
  length = 0
  sent += 1
  for (let taken = Atomics.load(order.taken, 0); sent - taken > MOST_AHEAD; taken = Atomics.load(order.taken, 0))
    Atomics.wait(order.taken, 0, taken)
}

function found(finding: Finding, size = 0): void {
  batch.push(finding)
  length += size
  if (batch.length >= MOST_FINDINGS || length >= MOST_LENGTH) flush()
}

const links = new Map<string, string>()
const newMark = (): string => `${order.mark}${(marks += 1)}.`
const into: Findings = {
  item: (item) => found({ kind: 'item', item }),
  catalog: (catalog) => found({ kind: 'catalog', catalog }),
  page: (page) => found({ kind: 'page', page }, page.content.length),
  warn: (text) => found({ kind: 'warning', text: text.slice(0, 1_000) }),
  total: (pages) => found({ kind: 'total', pages }),
  file(name, bytes) {
    const mark = newMark()
    found({ kind: 'file', mark, name, bytes }, bytes.length)
    return mark
  },
  addressOfPage(pageId) {
    const known = links.get(pageId)
    if (known !== undefined) return known
    const mark = newMark()
    links.set(pageId, mark)
    found({ kind: 'link', mark, pageId })
    return mark
  },
}

try {
  const read = await readers[order.format]?.()
  if (!read) throw new Error(`there is no reader ${order.format}`)
  await read(order, into)
  flush()
  tell({ kind: 'end' })
} catch (error) {
  // Nesting beyond the recursion limit.
  const isDeep = error instanceof RangeError && error.message.includes('call stack')
  if (!isDeep && !(error instanceof BrokenFile)) throw error
  tell({ kind: 'broken', problem: isDeep ? SAID[order.language] : error.message })
}
