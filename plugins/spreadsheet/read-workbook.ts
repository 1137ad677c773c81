import { memberOf, readJson, exactText, type JsonNode } from '#plugins/format-tools/api.ts'
import { areaAt, cellAt } from './addresses.ts'
import { cellLink } from './cell-link.ts'
import { styleIn } from './cell-style.ts'
import { numbered } from './numbered.ts'
import { isWithin, placeOf, PLAIN, SHEET_LIMITS, type Area, type Cell, type CellStyle, type Sheet } from './workbook.ts'

/** A workbook with the places of its parts in the content. */
export interface ReadWorkbook {
  readonly content: string
  readonly sheets: readonly ReadSheet[]
  /** The list of the sheets; null where the content is one sheet alone, or none. */
  readonly list: Extract<JsonNode, { kind: 'array' }> | null
  /** The content is JSON to its end. */
  readonly isWhole: boolean
  /** Something is beyond what a sheet may have, and is left out. */
  readonly isCut: boolean
}
export interface ReadSheet extends Sheet {
  readonly node: JsonNode
  readonly cells: ReadonlyMap<number, ReadCell>
}
export interface ReadCell extends Cell {
  readonly node: JsonNode
}

/** Whether a content is a list of sheets, an object with one, or one sheet, whole or in part. */
export function isSheets(content: string): boolean {
  // Quick to say of a page of markdown.
  if (!/^\uFEFF?\s*[[{]/.test(content) || !/"rows"/.test(content)) return false
  return sheetNodes(readJson(content).root).nodes.length > 0
}

/** The sheets in a content, as far as it goes; of a content that has none, none. */
export function readWorkbook(content: string): ReadWorkbook {
  const { root, isWhole } = readJson(content)
  const { nodes, list } = sheetNodes(root)
  const reading = new Reading()
  const sheets = nodes.slice(0, SHEET_LIMITS.sheets).map((node, at) => reading.sheet(node, at))
  return { content, sheets, list, isWhole, isCut: reading.isCut || nodes.length > sheets.length }
}

function sheetNodes(root: JsonNode | null): {
  readonly nodes: readonly JsonNode[]
  readonly list: ReadWorkbook['list']
} {
  const list = root?.kind === 'array' ? root : memberOf(root, 'sheets')?.node
  if (list?.kind !== 'array') {
    const isOne = isSheet(root) && (memberOf(root, 'name') !== undefined || memberOf(root, 'cols') !== undefined)
    return { nodes: root && isOne ? [root] : [], list: null }
  }
  const nodes = list.entries.map(({ node }) => node)
  // What stands beside the sheets is no sheet, and a list of other things is none of sheets.
  return nodes.some(isSheet) && nodes.every((node) => node.kind === 'object')
    ? { nodes, list }
    : { nodes: [], list: null }
}

const isSheet = (node: JsonNode | null): boolean => {
  const rows = memberOf(node, 'rows')?.node
  return rows !== undefined && rows.kind !== 'scalar'
}

class Reading {
  #cellsLeft: number = SHEET_LIMITS.cells
  isCut = false

  sheet(node: JsonNode, at: number): ReadSheet {
    const styles = new Map(
      [...numbered(memberOf(node, 'styles')?.node)]
        .slice(0, SHEET_LIMITS.styles)
        .map(([number, style]) => [number, styleIn(style)]),
    )
    const cells = new Map<number, ReadCell>()
    const heights = new Map<number, number>()
    const hiddenRows = new Set<number>()
    const own: Area[] = []
    for (const [row, rowNode] of numbered(memberOf(node, 'rows')?.node)) {
      const height = measureIn(rowNode, 'height')
      if (height !== null && isWithin(row, 0)) heights.set(row, height)
      if (isHidden(rowNode) && isWithin(row, 0)) hiddenRows.add(row)
      for (const [column, cellNode] of numbered(memberOf(rowNode, 'cells')?.node)) {
        if (!this.#take(row, column)) continue
        const cell = cellIn(cellNode, styles)
        cells.set(placeOf(row, column), cell)
        const area = spanIn(cellNode, row, column)
        if (area) own.push(area)
      }
    }
    return {
      node,
      name: nameOf(node, at),
      cells,
      merges: apart([...areasIn(memberOf(node, 'merges')?.node), ...own]),
      widths: this.#widths(node),
      heights,
      frozen: frozenIn(node),
      hidden: { isSheet: isHidden(node), rows: hiddenRows, columns: hiddenColumns(node) },
    }
  }

  #take(row: number, column: number): boolean {
    const isTaken = isWithin(row, column) && this.#cellsLeft > 0
    if (isTaken) this.#cellsLeft -= 1
    else this.isCut = true
    return isTaken
  }

  #widths(node: JsonNode): ReadonlyMap<number, number> {
    const widths = new Map<number, number>()
    for (const [column, columnNode] of numbered(memberOf(node, 'cols')?.node)) {
      const width = measureIn(columnNode, 'width')
      if (width !== null && isWithin(0, column)) widths.set(column, width)
    }
    return widths
  }
}

/** A sheet, a row or a column. */
function isHidden(node: JsonNode): boolean {
  const hide = memberOf(node, 'hide')?.node
  return hide?.kind === 'scalar' && hide.value === true
}

function hiddenColumns(node: JsonNode): ReadonlySet<number> {
  const hidden = new Set<number>()
  for (const [column, columnNode] of numbered(memberOf(node, 'cols')?.node))
    if (isHidden(columnNode) && isWithin(0, column)) hidden.add(column)
  return hidden
}

/** Of the sheet at this position. */
export const nameOf = (node: JsonNode, at: number): string => {
  const name = memberOf(node, 'name')?.node
  const text = name?.kind === 'scalar' && name.value !== null ? String(name.value) : ''
  return text.trim() === '' ? `Sheet${at + 1}` : text.slice(0, SHEET_LIMITS.nameLength)
}

function cellIn(node: JsonNode, styles: ReadonlyMap<number, CellStyle>): ReadCell {
  const text = node.kind === 'scalar' ? node : memberOf(node, 'text')?.node
  const style = memberOf(node, 'style')?.node
  const linked = memberOf(node, 'link')?.node
  const link = linked?.kind === 'scalar' && typeof linked.value === 'string' ? cellLink(linked.value) : ''
  return {
    node,
    ...(link !== '' && { link }),
    text: text?.kind === 'scalar' && text.value !== null ? exactText(text) : '',
    style: (style?.kind === 'scalar' && typeof style.value === 'number' ? styles.get(style.value) : null) ?? PLAIN,
  }
}

function measureIn(node: JsonNode, name: string): number | null {
  const found = memberOf(node, name)?.node
  const value = found?.kind === 'scalar' && typeof found.value === 'number' ? found.value : 0
  return value >= 1 && value <= 2_000 ? value : null
}

/** Merges are listed by their addresses, or by how far they go at the cell they begin with, or both. */
function* areasIn(node: JsonNode | undefined): Generator<Area> {
  for (const [, name] of numbered(node)) {
    const area = name.kind === 'scalar' && typeof name.value === 'string' ? areaAt(name.value) : null
    if (area) yield area
  }
}

function spanIn(node: JsonNode, row: number, column: number): Area | null {
  const span = memberOf(node, 'merge')?.node
  if (span?.kind !== 'array') return null
  const [rows, columns] = span.entries.map(({ node: count }) => (count.kind === 'scalar' ? Number(count.value) : 0))
  const [bottom, right] = [row + (rows ?? 0), column + (columns ?? 0)]
  return bottom >= row && right >= column && isWithin(bottom, right) ? { top: row, left: column, bottom, right } : null
}

/** Those that can stand beside each other: of two that overlap the first. */
export function apart(areas: readonly Area[]): readonly Area[] {
  const taken = new Set<number>()
  const kept: Area[] = []
  // Areas that overlap by their last cell alone take as long to look at as others.
  let looksLeft: number = SHEET_LIMITS.mergedCells * 2
  for (const area of areas) {
    const size = sizeOf(area)
    looksLeft -= size
    if (looksLeft < 0 || kept.length >= SHEET_LIMITS.merges) break
    if (size < 2 || taken.size + size > SHEET_LIMITS.mergedCells) continue
    const places = placesIn(area)
    if (places.some((place) => taken.has(place))) continue
    for (const place of places) taken.add(place)
    kept.push(area)
  }
  return kept
}

const sizeOf = ({ top, left, bottom, right }: Area): number => (bottom - top + 1) * (right - left + 1)

function placesIn({ top, left, bottom, right }: Area): readonly number[] {
  const places: number[] = []
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) places.push(placeOf(row, column))
  return places
}

function frozenIn(node: JsonNode): Sheet['frozen'] {
  const freeze = memberOf(node, 'freeze')?.node
  const at = freeze?.kind === 'scalar' && typeof freeze.value === 'string' ? cellAt(freeze.value) : null
  return { rows: at?.row ?? 0, columns: at?.column ?? 0 }
}
