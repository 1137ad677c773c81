import fc from 'fast-check'
import { apart } from '../read-workbook.ts'
import { placeOf, PLAIN, type Area, type CellStyle, type Hidden } from '../workbook.ts'
import type { EditedCell, EditedSheet } from '../write-workbook.ts'

const color = fc.constantFrom('', '#ff0000', '#00aa77')
const style: fc.Arbitrary<CellStyle> = fc
  .record({
    isBold: fc.boolean(),
    isItalic: fc.boolean(),
    wraps: fc.boolean(),
    color,
    background: color,
    align: fc.constantFrom('' as const, 'left' as const, 'center' as const),
    fontSize: fc.constantFrom(null, 10, 18),
    format: fc.constantFrom('', 'number', 'percent', '#,##0.0'),
    borders: fc.constantFrom(
      '',
      'bottom thin #000000',
      'top dotted #ff0000, right medium #00aa77, bottom double #000000, left thick #ff0000',
    ),
  })
  .map((some) => ({ ...PLAIN, ...some }))

const text = fc.oneof(
  fc.constantFrom('', '=A1+B2', '=SUM(A1:C3)', '12', '12%', '"quoted" \\ {}', '梅雨', '<b>x</b>', 'line\nline'),
  fc.string({ maxLength: 8 }),
)
const newCell: fc.Arbitrary<EditedCell> = fc.record({
  text,
  style: fc.oneof(fc.constant(PLAIN), style),
  origin: fc.constant(null),
})
const place = fc.tuple(fc.nat(7), fc.nat(5)).map(([row, column]) => placeOf(row, column))
const area: fc.Arbitrary<Area> = fc
  .tuple(fc.nat(5), fc.nat(3), fc.nat(2), fc.nat(2))
  .map(([top, left, down, right]) => ({ top, left, bottom: top + down, right: left + right }))
const measures = fc
  .array(fc.tuple(fc.nat(5), fc.integer({ min: 10, max: 300 })), { maxLength: 3 })
  .map((all) => new Map(all))

const lines = fc.array(fc.nat(7), { maxLength: 2 }).map((all) => new Set(all))
const hidden: fc.Arbitrary<Hidden> = fc.record({ isSheet: fc.boolean(), rows: lines, columns: lines })

/** A random sheet. */
export const newSheet: fc.Arbitrary<EditedSheet> = fc
  .record({
    name: fc.string({ minLength: 1, maxLength: 6 }).map((name) => `S${name}`),
    cells: fc.array(fc.tuple(place, newCell), { maxLength: 12 }).map((all) => new Map(all)),
    merges: fc.array(area, { maxLength: 2 }).map(apart),
    widths: measures,
    heights: measures,
    frozen: fc.record({ rows: fc.nat(2), columns: fc.nat(2) }),
    hidden,
  })
  .map((sheet) => ({ ...sheet, origin: null }))

/** Random edits of a sheet: cells that are set, emptied or moved, and all other changes. */
export const edits = fc.record({
  set: fc.array(fc.tuple(place, newCell), { maxLength: 5 }),
  emptied: fc.array(place, { maxLength: 3 }),
  moved: fc.array(fc.tuple(place, place), { maxLength: 3 }),
  merges: fc.option(fc.array(area, { maxLength: 2 }).map(apart)),
  widths: fc.option(measures),
  heights: fc.option(measures),
  hidden: fc.option(hidden),
  name: fc.option(fc.string({ minLength: 1, maxLength: 6 }).map((name) => `N${name}`)),
})
export type Edits = typeof edits extends fc.Arbitrary<infer Made> ? Made : never

export function withEdits(sheet: EditedSheet, made: Edits): EditedSheet {
  const cells = new Map(sheet.cells)
  for (const [at, cell] of made.set) cells.set(at, { ...cell, origin: cells.get(at)?.origin ?? null })
  for (const at of made.emptied) cells.delete(at)
  for (const [from, to] of made.moved) {
    const cell = cells.get(from)
    cells.delete(from)
    if (cell) cells.set(to, cell)
  }
  return {
    ...sheet,
    cells,
    merges: made.merges ?? sheet.merges,
    widths: made.widths ?? sheet.widths,
    heights: made.heights ?? sheet.heights,
    hidden: made.hidden ?? sheet.hidden,
    name: made.name ?? sheet.name,
  }
}

/** The relevant part of a sheet: cells without text and style are equivalent to missing ones. */
export const meaningOf = ({ name, cells, merges, widths, heights, frozen, hidden: unseen }: EditedSheet) => ({
  name,
  frozen,
  hidden: [
    unseen.isSheet,
    ...[unseen.rows, unseen.columns].map((all) => [...all].toSorted((one, other) => one - other)),
  ],
  merges,
  widths: [...widths].toSorted(([one], [other]) => one - other),
  heights: [...heights].toSorted(([one], [other]) => one - other),
  cells: [...cells]
    .map(([at, cell]) => [at, cell.text, cell.style] as const)
    .filter(([, cellText, look]) => cellText !== '' || JSON.stringify(look) !== JSON.stringify(PLAIN))
    .toSorted(([one], [other]) => one - other),
})
