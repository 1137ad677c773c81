import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { PageKind } from '#core/page/kind.ts'
import { runAsChecked } from '../system/checked-folders.ts'
import { READY } from '../system/limited-thread.ts'
import type { KindAnswer, KindOrder, KindsTold } from './kind-messages.ts'

/** The thread of `ThreadedKinds`: calls functions of kinds, in order. */
const port = parentPort
if (!port) throw new Error('kinds of pages are asked in a worker thread')

const { checked, modules } = workerData as KindsTold
if (checked.size > 0) runAsChecked(checked)

const kinds = new Map<string, Promise<PageKind>>()
function kindIn(module: string): Promise<PageKind> {
  const loading = kinds.get(module) ?? import(module).then(({ pageKind }: { readonly pageKind: PageKind }) => pageKind)
  kinds.set(module, loading)
  return loading
}

async function answered({ module, question, given }: KindOrder): Promise<KindAnswer> {
  try {
    const kind = await kindIn(module)
    if (question === 'load') return { value: null }
    const asked = kind[question] as (...given: readonly unknown[]) => unknown
    const value: unknown = await asked.call(kind, ...given)
    return isTooLarge(value) ? { failure: 'an answer of more than 64 MB' } : { value }
  } catch (error) {
    // The message may contain the text of the page, which no log may (threats K3).
    return { failure: error instanceof Error ? error.name : typeof error }
  }
}

/** An answer is copied into the memory of the server, which has no such limit as this thread. */
const isTooLarge = (value: unknown): boolean =>
  (typeof value === 'string' ? 2 * value.length : serialize(value).byteLength) > MOST_ANSWER_BYTES
const MOST_ANSWER_BYTES = 64 * 1024 * 1024

// One after the other, even when a function waits: the parent counts the answers.
let before: Promise<unknown> = Promise.resolve()
port.on('message', (order: KindOrder) => {
  before = before.then(async () => port.postMessage(await answered(order)))
})
// The first call of a kind need not wait for its module. One that cannot be loaded fails when it is called.
await Promise.allSettled(modules.map(kindIn))
port.postMessage(READY)
