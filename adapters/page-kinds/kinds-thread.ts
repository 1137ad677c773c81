import { AsyncLocalStorage } from 'node:async_hooks'
import { serialize } from 'node:v8'
import { MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { PageKind } from '#core/page/kind.ts'
import { runAsChecked } from '../system/checked-folders.ts'
import { READY } from '../system/limited-thread.ts'
import type { KindAnswer, KindOrder, KindsTold, Stray } from './kind-messages.ts'

/** The thread of `ThreadedKinds`: calls functions of kinds, in order. */
const port = parentPort
if (!port) throw new Error('kinds of pages are asked in a worker thread')

const { checked, modules } = workerData as KindsTold
if (checked.size > 0) runAsChecked(checked)

// A message of a kind would be taken for an answer, which may be that of another one.
const post = (answer: KindAnswer | typeof READY): void => MessagePort.prototype.postMessage.call(port, answer)
port.postMessage = () => {
  throw new Error('a kind of pages posts no messages')
}

/** The module of the kind whose code is running, also in what it does after its answer. */
const running = new AsyncLocalStorage<string>()
/** A kind may throw again and again while nothing is asked. */
const MOST_STRAYS = 20
let strays: Stray[] = []
// It would end the thread, and the kind that is called at that moment would be blamed.
process.on('uncaughtException', (error: unknown) => {
  if (strays.length < MOST_STRAYS) strays.push({ module: running.getStore() ?? null, failure: nameOf(error) })
})

const kinds = new Map<string, Promise<PageKind>>()
function kindIn(module: string): Promise<PageKind> {
  const loading = kinds.get(module) ?? import(module).then(({ pageKind }: { readonly pageKind: PageKind }) => pageKind)
  kinds.set(module, loading)
  return loading
}

async function answered({ module, question, given }: KindOrder) {
  try {
    const kind = await kindIn(module)
    if (question === 'load') return { value: null }
    if (question === 'recognises' && (await isGreedy(module, kind))) return { value: false }
    const asked = kind[question] as (...given: readonly unknown[]) => unknown
    const value: unknown = await asked.call(kind, ...given)
    return isTooLarge(value) ? { failure: 'an answer of more than 64 MB' } : { value }
  } catch (error) {
    return { failure: nameOf(error) }
  }
}

/** Texts that any page of markdown may have, and data that is of no kind. */
const FOREIGN = [
  { what: 'markdown', texts: ['Text', '# Heading\n\nText'] },
  { what: 'JSON', texts: ['{"text":"Text"}', '{"list":[{"text":"Text"}]}', '[{"text":"Text"}]'] },
] as const
const greedy = new Map<string, Promise<boolean>>()
/** A kind that recognises everything would take the pages of all others, and those without a kind. */
function isGreedy(module: string, kind: PageKind): Promise<boolean> {
  const known = greedy.get(module) ?? recognisesForeign(module, kind)
  greedy.set(module, known)
  return known
}
async function recognisesForeign(module: string, kind: PageKind): Promise<boolean> {
  const recognises = kind.recognises as (text: string) => unknown
  for (const { what, texts } of FOREIGN)
    for (const text of texts)
      try {
        if ((await recognises.call(kind, text)) !== true) continue
        strays.push({ module, failure: `it recognises any ${what}, and is left out` })
        return true
      } catch {
        // It fails again for the page.
      }
  return false
}

/** The message may contain the text of the page, which no log may (threats K3). */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

/** An answer is copied into the memory of the server, which has no such limit as this thread. */
const isTooLarge = (value: unknown): boolean =>
  (typeof value === 'string' ? 2 * value.length : serialize(value).byteLength) > MOST_ANSWER_BYTES
const MOST_ANSWER_BYTES = 64 * 1024 * 1024

async function follow(order: KindOrder): Promise<void> {
  const answer = await running.run(order.module, () => answered(order))
  try {
    post({ ...answer, strays })
  } catch (error) {
    // It could be read once, and not again.
    post({ failure: nameOf(error), strays })
  }
  strays = []
}

// One after the other, even when a function waits: the parent counts the answers.
let before: Promise<void> = Promise.resolve()
port.on('message', (order: KindOrder) => {
  before = before.then(() => follow(order))
})
// The first call of a kind need not wait for its module. One that cannot be loaded fails when it is called.
await Promise.allSettled(modules.map(kindIn))
post(READY)
