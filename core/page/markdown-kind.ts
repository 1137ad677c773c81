import type { PageKind } from './kind.ts'

/** The kind of every text that no other kind recognises: shown, indexed, compared and merged as source. */
export const markdownKind: PageKind = {
  id: 'markdown',
  module: null,
  itemTypes: ['regular', 'single'],
  recognises: () => true,
  empty: () => '',
  textOf: (content) => content,
  render: (content) => content,
}
