import type { PageKind } from './kind.ts'

/** What every text is that no other kind recognises: read, found, compared and merged as it was typed. */
export const markdownKind: PageKind = {
  id: 'markdown',
  module: null,
  itemTypes: ['regular', 'single'],
  recognises: () => true,
  empty: () => '',
  textOf: (content) => content,
  render: (content) => content,
}
