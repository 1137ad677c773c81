import { parentPort, workerData } from 'node:worker_threads'
import { READY } from '../system/limited-thread.ts'
import { MarkdownRenderer } from './markdown-renderer.ts'

/** The thread of a `ThreadedRenderer`: answers each text with its article, in order. */
const port = parentPort
if (!port) throw new Error('markdown is rendered in a worker thread')

const renderer = new MarkdownRenderer(String(workerData ?? ''))
port.on('message', (markdown: string) => {
  // A failure ends the thread: its parent is notified, and starts another one.
  void renderer.render(markdown).then((article) => port.postMessage(article))
})
port.postMessage(READY)
