import type { ShowdocMoveOf } from '#core/ports/showdoc-moves.ts'

/**
 * The file names of a move: its receipt, and what is kept only for the operator. They differ between ShowDocs, and
 * between a single item and all.
 */
export function receiptFiles({ source, item }: ShowdocMoveOf): Readonly<Record<'page' | 'data' | 'kept', string>> {
  const of = `${source === 1 ? '' : `-${source}`}${item === null ? '' : `-item-${item}`}`
  return { page: `receipt${of}.html`, data: `receipt${of}.json`, kept: `kept-from-showdoc${of}.json` }
}
