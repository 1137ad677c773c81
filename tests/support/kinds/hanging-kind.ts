import type { PageKind } from '#core/plugin.ts'

const forEver = (): never => {
  for (;;);
}

/** Recognises content that begins with `hang`, and never returns from any other call for it. */
export const pageKind: PageKind = {
  id: 'hanging',
  module: import.meta.url,
  itemTypes: [],
  recognises: (content) => content.startsWith('hang'),
  empty: forEver,
  textOf: forEver,
  render: forEver,
  compare: forEver,
  changes: forEver,
  merge: forEver,
}
