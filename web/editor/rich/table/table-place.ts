import type { EditorState } from 'prosemirror-state'
import { depthOf } from '../typing/leave-block.ts'

export type DocumentNode = EditorState['doc']

/** A cell of a table; the first of several selected ones. */
export interface TablePlace {
  readonly table: DocumentNode
  /** Position before the table in the document. */
  readonly at: number
  readonly row: number
  readonly column: number
}

/** The start of the selection; null outside of tables. */
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
