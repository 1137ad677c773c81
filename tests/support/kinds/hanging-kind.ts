import type { PageKind } from '#core/plugin.ts'

const forEver = (): never => {
  for (;;);
}

/** Recognises what begins with `hang`, and never comes back from anything else it is asked. */
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
