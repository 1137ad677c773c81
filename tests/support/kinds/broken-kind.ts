import type { PageKind } from '#core/plugin.ts'

const broken = (...given: readonly unknown[]): never => {
  throw new SyntaxError(`broken at ${String(given[0])}`)
}

/** Claims every page of table items, and throws at every call for content that begins with `broken`. */
export const pageKind: PageKind = {
  id: 'broken',
  module: import.meta.url,
  itemTypes: ['table'],
  recognises: (content) => content.startsWith('broken') || broken(content),
  empty: broken,
  textOf: broken,
  render: broken,
  compare: broken,
  changes: broken,
  merge: broken,
}
