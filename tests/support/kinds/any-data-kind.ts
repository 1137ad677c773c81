import type { PageKind } from '#core/plugin.ts'

/** Takes every page of data for its own. */
export const pageKind: PageKind = {
  id: 'any-data',
  module: import.meta.url,
  itemTypes: [],
  recognises: (content) => /^\s*[[{]/.test(content),
  empty: () => '{}',
  textOf: (content) => content,
  render: (content) => content,
}
