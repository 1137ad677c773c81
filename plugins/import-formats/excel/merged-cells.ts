import type { LinkedText } from '#plugins/format-tools/api.ts'
import { NOTHING } from '../markdown-table.ts'

/** From 0, both ends inclusive. */
export interface Area {
  readonly top: number
  readonly left: number
  readonly bottom: number
}
export interface SheetRow {
  /** In the sheet, from 0. */
  readonly number: number
  readonly isHidden: boolean
  readonly cells: LinkedText[]
}

/**
 * Repeats the text of merged cells in each of their rows, in their first column. Rows without any other text are not
 * there, and none is added. `take` is called for what was added.
 */
export function fillMerges(
  rows: readonly SheetRow[],
  merges: readonly Area[],
  take: (added: readonly LinkedText[]) => void,
): void {
  for (const { top, left, bottom } of merges) {
    const from = firstFrom(rows, top)
    const first = rows[from]
    const cell = first?.number === top ? first.cells[left] : undefined
    if (!cell || cell.text === '') continue
    for (let at = from + 1; (rows[at]?.number ?? Infinity) <= bottom; at += 1) {
      const cells = rows[at]?.cells ?? []
      const added: LinkedText[] = [cell]
      while (cells.length < left) {
        cells.push(NOTHING)
        added.push(NOTHING)
      }
      // Counted for each row, whether it is filled: merges that overlap take as long as others.
      take(added)
      if ((cells[left]?.text ?? '') === '') cells[left] = cell
    }
  }
}

/** The position of the first row that has this number or a larger one. */
export function firstFrom(rows: readonly SheetRow[], number: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.number ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
