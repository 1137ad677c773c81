const MARK = 'sample: '

/** Pages of one line behind a mark. */
export const pageKind = {
  id: 'sample',
  module: import.meta.url,
  itemTypes: [],
  recognises: (content) => content.startsWith(MARK),
  empty: () => MARK,
  textOf: (content) => content.slice(MARK.length),
  render: (content) => `rendered ${content.slice(MARK.length)}`,
}
