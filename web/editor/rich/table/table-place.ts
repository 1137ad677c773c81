import type { EditorState } from 'prosemirror-state'

export type DocumentNode = EditorState['doc']

/** A cell of a table; of several selected ones the first. */
export interface TablePlace {
  readonly table: DocumentNode
  /** Before the table, in the document. */
  readonly at: number
  readonly row: number
  readonly column: number
}

/** Where the selection begins; null outside of tables. */
export function tablePlace({ selection: { $from: place } }: Pick<EditorState, 'selection'>): TablePlace | null {
  for (let { depth } = place; depth > 0; depth -= 1) {
    if (place.node(depth).type.name !== 'table') continue
    return {
      table: place.node(depth),
      at: place.before(depth),
      row: place.index(depth),
      column: place.index(depth + 1),
    }
  }
  return null
}
