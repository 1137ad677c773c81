import type { EditorState } from 'prosemirror-state'
import { depthOf } from '../typing/leave-block.ts'

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
  const depth = depthOf(place, 'table')
  if (depth === 0) return null
  return {
    table: place.node(depth),
    at: place.before(depth),
    row: place.index(depth),
    column: place.index(depth + 1),
  }
}
