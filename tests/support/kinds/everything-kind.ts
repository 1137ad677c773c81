import type { PageKind } from '#core/plugin.ts'

/** Takes every page for its own. */
export const pageKind: PageKind = {
  id: 'everything',
  module: import.meta.url,
  itemTypes: [],
  recognises: () => true,
  empty: () => '',
  textOf: (content) => content,
  render: (content) => content,
}
