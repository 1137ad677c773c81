import { addressOf, areaName } from './addresses.ts'
import { StyleList } from './style-list.ts'
import { columnOf, extentOf, NOTHING_HIDDEN, placeOf, rowOf, USUAL, type Sheet } from './workbook.ts'

/** A sheet as other clients of this JSON know it, with nothing that was not asked for. */
export function sheetJson(sheet: Sheet): object {
  const styles = new StyleList('', undefined)
  const spans = new Map(sheet.merges.map((area) => [placeOf(area.top, area.left), area]))
  const rows: Record<string, { cells: Record<string, object>; height?: number; hide?: true }> = {}
  const rowAt = (row: number) => (rows[row] ??= { cells: {} })
  for (const place of new Set([...sheet.cells.keys(), ...spans.keys()])) {
    const cell = sheet.cells.get(place)
    const area = spans.get(place)
    rowAt(rowOf(place)).cells[columnOf(place)] = {
      text: cell?.text ?? '',
      style: cell && styles.indexOf(cell.style, null),
      link: cell?.link,
      merge: area && [area.bottom - area.top, area.right - area.left],
    }
  }
  for (const [row, height] of sheet.heights) rowAt(row).height = height
  for (const row of sheet.hidden.rows) rowAt(row).hide = true
  const columns: Record<string, { width?: number; hide?: true }> = {}
  for (const [column, width] of sheet.widths) columns[column] = { width }
  for (const column of sheet.hidden.columns) columns[column] = { ...columns[column], hide: true }
  const extent = extentOf(sheet)
  return {
    name: sheet.name,
    ...(sheet.hidden.isSheet && { hide: true }),
    freeze: addressOf(sheet.frozen.rows, sheet.frozen.columns),
    styles: [...styles.added().values()].map((style) => JSON.parse(style) as object),
    merges: sheet.merges.map(areaName),
    rows: { ...rows, len: Math.max(USUAL.rows, extent.rows) },
    cols: { ...columns, len: Math.max(USUAL.columns, extent.columns) },
    validations: [],
    autofilter: {},
  }
}

/** The content of a page that is just begun (spec §9). */
export const emptySheets = (): string =>
  JSON.stringify([
    sheetJson({
      name: 'Sheet1',
      cells: new Map(),
      merges: [],
      widths: new Map(),
      heights: new Map(),
      frozen: { rows: 0, columns: 0 },
      hidden: NOTHING_HIDDEN,
    }),
  ])
