import type { ShowdocMoveOf } from '#core/ports/showdoc-moves.ts'

/**
 * The names of the files of a move: its receipt, and what is kept for the operator alone. None takes the place of that of
 * another ShowDoc, nor one of a single item that of all.
 */
export function receiptFiles({ source, item }: ShowdocMoveOf): Readonly<Record<'page' | 'data' | 'kept', string>> {
  const of = `${source === 1 ? '' : `-${source}`}${item === null ? '' : `-item-${item}`}`
  return { page: `receipt${of}.html`, data: `receipt${of}.json`, kept: `kept-from-showdoc${of}.json` }
}
