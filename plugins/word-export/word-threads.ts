import { Worker } from 'node:worker_threads'

const SCRIPT = new URL('word-thread.ts', import.meta.url)
/** Only a single page can come near it. */
const MEMORY_MB = 512
/** How long a thread waits for another document. */
const WAITING_MS = 30_000

/** The thread that waits, if any. */
let waiting: { readonly thread: Worker; readonly timer: NodeJS.Timeout } | null = null

/** A thread for a document: the one that waits, because a start takes as long as a short document; else a new one. */
export function takeThread(memoryMb = MEMORY_MB): Worker {
  if (waiting === null || memoryMb !== MEMORY_MB)
    return new Worker(SCRIPT, { resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 } })
  const { thread, timer } = waiting
  forget(thread)
  clearTimeout(timer)
  unheard(thread)
  thread.ref()
  return thread
}

/** Takes back a thread whose document is complete; one of them waits for the next document, all others end. */
export function giveBack(thread: Worker): void {
  unheard(thread)
  if (waiting !== null || thread.resourceLimits?.maxOldGenerationSizeMb !== MEMORY_MB) return void thread.terminate()
  thread.on('error', () => forget(thread)).on('exit', () => forget(thread))
  // It keeps no server from stopping.
  thread.unref()
  const end = (): void => {
    forget(thread)
    void thread.terminate()
  }
  waiting = { thread, timer: setTimeout(end, WAITING_MS).unref() }
}

/** Another one may wait by the time at which this one has ended. */
const forget = (thread: Worker): void => {
  if (waiting?.thread === thread) waiting = null
}

/** Without names, Node's own listeners would go as well. */
const unheard = (thread: Worker): void => {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}
