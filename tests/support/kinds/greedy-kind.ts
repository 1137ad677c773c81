import type { PageKind } from '#core/plugin.ts'

const kept: unknown[] = []

/** Takes memory without end, each function in another way. */
export const pageKind: PageKind = {
  id: 'greedy',
  module: import.meta.url,
  itemTypes: [],
  recognises: (content) => content.startsWith('greedy'),
  empty: () => 'greedy',
  render() {
    for (;;) kept.push(new Uint8Array(16 * 1024 * 1024).fill(1))
  },
  textOf() {
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, at) => ({ at })))
  },
  compare: () => ({ before: 'a'.repeat(80 * 1024 * 1024), after: '' }),
  changes: () => [{ text: 'a', isBreaking: false, more: () => undefined }],
  merge: () => ({ content: '', conflicts: [] }),
}
