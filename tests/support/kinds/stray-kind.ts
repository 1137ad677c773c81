import { parentPort } from 'node:worker_threads'
import type { PageKind } from '#core/plugin.ts'

/** Fails after it has answered, in every way, and speaks when nobody asked it. */
export const pageKind: PageKind = {
  id: 'stray',
  module: import.meta.url,
  itemTypes: [],
  recognises: (content) => content.startsWith('stray'),
  empty: () => '',
  textOf: (content) => content,
  compare: () => onceReadable(),
  render(content) {
    if (content.includes('message')) speak()
    if (content.includes('promise')) void Promise.reject(new Error('a promise nobody waits for'))
    if (content.includes('timer'))
      setTimeout(() => {
        throw new Error('a timer')
      })
    return 'Rendered'
  },
}

function speak(): void {
  try {
    parentPort?.postMessage({ value: 'what nobody asked for' }, [])
  } catch {
    // It was told that it cannot.
  }
}

function onceReadable(): { readonly before: string; readonly after: string } {
  let reads = 0
  return {
    after: '',
    get before() {
      reads += 1
      if (reads > 1) throw new Error('read again')
      return ''
    },
  }
}
