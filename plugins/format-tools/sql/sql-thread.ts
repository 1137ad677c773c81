import { parentPort, workerData } from 'node:worker_threads'
import { sqlMarkdown } from './sql-markdown.ts'
import type { SqlOrder } from './sql-order.ts'
import { tablesIn } from './tables.ts'

/** Parses one script and answers with its tables as markdown; '' when it contains none. */
const port = parentPort
if (!port) throw new Error('SQL is read in a worker thread')

const { sql, words } = workerData as SqlOrder
port.postMessage(sqlMarkdown(tablesIn(sql), words))
