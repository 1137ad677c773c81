import { memo, useMemo, useState } from 'react'
import { Button } from '#web/parts/button.tsx'
import { columnName } from '../addresses.ts'
import { linkOf, placeIn, type LinkedPlace } from '../cell-link.ts'
import type { Value } from '../formula/value.ts'
import { gridOf, spansOf, type Grid, type Spans } from '../grid.ts'
import { placeOf, PLAIN, rowOf, USUAL, type Cell, type Sheet } from '../workbook.ts'
import { cellLook } from './cell-look.ts'
import { useSheetText } from './texts.ts'

export interface SheetTableProps {
  readonly sheet: Sheet
  textAt(place: number): string
  valueAt(place: number): Value
  /** All rows at once, as on paper. */
  readonly isWhole?: boolean
  /** The cell that somebody followed a link to, another object each time; null for none. */
  readonly reached?: Pick<LinkedPlace, 'place'> | null
  /** Follows a link to a cell; without it, such links are texts. */
  onReach?(place: LinkedPlace): void
}

/** Rows rendered at once: enough for a sheet of usual length. */
const ROWS_AT_ONCE = USUAL.rows

/** A sheet as a table with the names of columns and rows that formulas use. */
export function SheetTable({ sheet, textAt, valueAt, isWhole = false, reached = null, onReach }: SheetTableProps) {
  const t = useSheetText()
  const grid = useMemo(() => gridOf(sheet), [sheet])
  const spans = useMemo(() => (grid.isCut ? NO_SPANS : spansOf(sheet)), [grid, sheet])
  const { rows, columns } = grid
  const [wanted, setCount] = useState<number>(isWhole ? Infinity : ROWS_AT_ONCE)
  const count = reached === null ? wanted : Math.max(wanted, rows.indexOf(rowOf(reached.place)) + 1)
  if (rows.length === 0) return <p>{t('empty')}</p>
  return (
    <>
      {/* It can be scrolled by keyboard, too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="sheet-scroll" role="region" aria-label={sheet.name} tabIndex={0}>
        <table
          className="sheet-table"
          aria-label={sheet.name}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length + 1}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">
                <span className="visually-hidden">{t('row')}</span>
              </th>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  style={{ minWidth: Math.min(480, sheet.widths.get(column) ?? USUAL.columnWidth) }}
                >
                  {columnName(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, count).map((row, at) => (
              <SheetRow
                key={row}
                row={row}
                index={at + 2}
                {...{ sheet, grid, spans, textAt, valueAt, onReach }}
                reached={reached && rowOf(reached.place) === row ? reached : null}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > count && (
        <p className="sheet-more">
          <span role="status">{t('rowsShown', { shown: count, all: rows.length })}</span>
          <Button onClick={() => setCount(count + ROWS_AT_ONCE)}>{t('moreRows')}</Button>
        </p>
      )}
      {grid.isCut && <p className="sheet-note">{t('filledOnly')}</p>}
    </>
  )
}

const NO_SPANS: Spans = { begin: new Map(), covered: new Set() }

interface SheetRowProps extends SheetTableProps {
  readonly row: number
  /** Among all rows of the table, also those not shown yet; the first is 1. */
  readonly index: number
  readonly grid: Grid
  readonly spans: Spans
}

const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { row, index, sheet, grid, spans, textAt, valueAt, reached, onReach } = props
  // Another function each time, which is called with the cell again: the row is drawn when somebody follows a link to it.
  const focusCell = (cell: HTMLTableCellElement | null): void => {
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    cell?.focus({ preventScroll: true })
  }
  const height = sheet.heights.get(row)
  return (
    <tr aria-rowindex={index} style={height === undefined ? undefined : { height: Math.min(400, height) }}>
      <th scope="row">{row + 1}</th>
      {grid.columns.map((column) => {
        if (spans.covered.has(placeOf(row, column))) return null
        const span = spans.begin.get(placeOf(row, column))
        const place = span?.place ?? placeOf(row, column)
        return (
          <td
            key={column}
            colSpan={span?.columns}
            rowSpan={span?.rows}
            {...(place === reached?.place && { tabIndex: -1, ref: focusCell })}
            style={cellLook(sheet.cells.get(place)?.style ?? PLAIN, typeof valueAt(place) === 'number')}
          >
            <CellText text={textAt(place)} address={linkOf(sheet.cells.get(place) ?? NOTHING)} onReach={onReach} />
          </td>
        )
      })}
    </tr>
  )
}, isSameRow)

const NOTHING: Cell = { text: '', style: PLAIN }

interface CellTextProps extends Pick<SheetTableProps, 'onReach'> {
  readonly text: string
  readonly address: string
}

function CellText({ text, address, onReach }: CellTextProps) {
  const place = placeIn(address)
  if (address === '' || (place && !onReach)) return text
  if (place)
    return (
      <button type="button" className="sheet-place" onClick={() => onReach?.(place)}>
        {text}
      </button>
    )
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  )
}

/** The content of a row depends only on the sheet. */
function isSameRow(one: SheetRowProps, other: SheetRowProps): boolean {
  const isThere = one.reached === other.reached && one.onReach === other.onReach
  return one.row === other.row && one.sheet === other.sheet && one.grid === other.grid && isThere
}
