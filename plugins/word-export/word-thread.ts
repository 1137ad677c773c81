import { parentPort } from 'node:worker_threads'
import type { FromThread, ToThread } from './word-page.ts'
import { WrittenWord } from './written-word.ts'

/** Creates documents in a separate thread, one after the other: each takes seconds during which nobody else would be served. */
const port = parentPort
if (!port) throw new Error('a Word document is made in a worker thread')

/** The most pieces of the file that have been sent and not been consumed. */
const MOST_AHEAD = 4

const told: ToThread[] = []
let heard = Promise.withResolvers<void>()
let ahead = 0
let consumed = Promise.withResolvers<void>()
port.on('message', (message: ToThread) => {
  if ('consumed' in message) {
    ahead -= 1
    consumed.resolve()
    return
  }
  told.push(message)
  heard.resolve()
})
const tell = (message: FromThread): void => port.postMessage(message)

async function next(): Promise<Exclude<ToThread, { readonly consumed: true }>> {
  for (;;) {
    const message = told.shift()
    if (message && !('consumed' in message)) return message
    heard = Promise.withResolvers()
    await heard.promise
  }
}

async function room(): Promise<void> {
  if (ahead < MOST_AHEAD) return
  consumed = Promise.withResolvers()
  await consumed.promise
}

/** One document, up to its last piece. */
async function write(): Promise<void> {
  const first = await next()
  if (!('frame' in first)) throw new Error('a page came before the frame of its document')
  const word = new WrittenWord(first.frame)
  const pieces = word.pieces(async () => {
    for (let message = await next(); 'page' in message; message = await next()) {
      await word.add(message.page)
      tell({ taken: true })
    }
  })
  for await (const piece of pieces) {
    await room()
    ahead += 1
    tell({ piece })
  }
  tell({ end: true })
}

for (;;) await write()
