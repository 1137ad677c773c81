import { parentPort } from 'node:worker_threads'

/** Works so many milliseconds of the processor for each order, or sleeps for ever for `Infinity`. */
const port = parentPort
if (!port) throw new Error('it works in a worker thread')

const usedMs = (): number => process.threadCpuUsage().user / 1_000
let isAsleep = false
port.on('message', (ms: number) => {
  isAsleep ||= ms === Infinity
  if (isAsleep) return
  for (const until = usedMs() + ms; usedMs() < until;);
  port.postMessage(`worked ${ms}`)
})
port.postMessage('ready')
