import { parentPort } from 'node:worker_threads'

/**
 * Works so many milliseconds of the processor for each order, sleeps for ever for `Infinity`, or looks
 * every hundredth of a second for less than none.
 */
const port = parentPort
if (!port) throw new Error('it works in a worker thread')

// Asking takes time of the system.
const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
let isAsleep = false
port.on('message', (ms: number) => {
  isAsleep ||= ms === Infinity || ms < 0
  if (ms < 0) setInterval(() => undefined, 10)
  if (isAsleep) return
  for (const until = usedMs() + ms; usedMs() < until;);
  port.postMessage(`worked ${ms}`)
})
port.postMessage('ready')
