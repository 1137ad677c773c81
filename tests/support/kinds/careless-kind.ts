import type { PageKind } from '#core/plugin.ts'

/** Returns what it should not: unsanitised HTML, and a merge that matches neither side. */
export const pageKind: PageKind = {
  id: 'careless',
  module: import.meta.url,
  itemTypes: [],
  recognises: (content) => content.startsWith('careless'),
  empty: () => '',
  textOf: () => 'half a sign: \ud800',
  render: (content) => (content === 'careless at length' ? '| x '.repeat(1_250_000) : content.replace('careless', '')),
  compare: () => ({ before: 1, after: null }) as never,
  changes: () => [{ text: 1, isBreaking: 'no' }] as never,
  merge: () => ({ content: 'neither\0', conflicts: [] }),
}
