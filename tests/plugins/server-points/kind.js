const MARK = 'loud: '

/** Pages of one line behind a mark, read in capitals. */
export const pageKind = {
  id: 'loud',
  module: import.meta.url,
  itemTypes: [],
  recognises: (content) => content.startsWith(MARK),
  empty: () => MARK,
  textOf: (content) => content.slice(MARK.length),
  render: (content) => content.slice(MARK.length).toUpperCase(),
}
