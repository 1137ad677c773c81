import { memberOf, parsedWithOddNumbers, exactText, type JsonObject } from '#plugins/format-tools/api.ts'
import { areaName } from '../addresses.ts'
import { JsonChanges } from '../json-changes.ts'
import { StyleList } from '../style-list.ts'
import { columnOf, placeOf, rowOf, type Area } from '../workbook.ts'
import { addStyles } from '../write-workbook.ts'
import { numberedNode, type StoredSheet } from './stored-sheet.ts'

/** Members as JSON by name; null for removed ones. */
type Changes = ReadonlyMap<string, string | null>

/** Changes of a sheet as text: everything they do not affect is kept exactly. */
export class SheetChanges {
  readonly #host: StoredSheet
  readonly #node: JsonObject
  readonly #changes: JsonChanges
  readonly #styles: StyleList
  readonly #cells = new Map<number, Map<string, string | null>>()
  readonly #rows = new Map<number, Changes>()
  readonly #newColumns = new Map<number, string>()

  constructor(host: StoredSheet) {
    const { node } = host.sheet
    if (node.kind !== 'object') throw new Error('a sheet is an object')
    this.#host = host
    this.#node = node
    this.#changes = new JsonChanges(host.content)
    this.#styles = new StyleList(host.content, memberOf(node, 'styles')?.node)
  }

  cell(place: number, changes: Changes): void {
    if (changes.size > 0) this.#cells.set(place, new Map([...(this.#cells.get(place) ?? []), ...changes]))
  }

  areas(areas: readonly Area[]): void {
    this.#set(this.#node, new Map([['merges', JSON.stringify(areas.map(areaName))]]))
    // They are also recorded at their first cells.
    const before = new Map(this.#host.sheet.merges.map((area) => [placeOf(area.top, area.left), areaName(area)]))
    const now = new Map(areas.map((area) => [placeOf(area.top, area.left), area]))
    for (const place of before.keys()) if (!now.has(place)) this.cell(place, new Map([['merge', null]]))
    for (const [place, area] of now)
      if (before.get(place) !== areaName(area))
        this.cell(place, new Map([['merge', JSON.stringify([area.bottom - area.top, area.right - area.left])]]))
  }

  row(row: number, changes: Changes): void {
    if (changes.size > 0) this.#rows.set(row, changes)
  }

  column(column: number, changes: Changes): void {
    if (changes.size === 0) return
    const list = this.#list('cols')
    const node = numberedNode(list ?? undefined, column)
    if (node?.kind === 'object') this.#set(node, changes)
    else if (list) this.#changes.setNumbered(list, column, rawObject(changes))
    else this.#newColumns.set(column, rawObject(changes))
  }

  beside(list: 'rows' | 'cols', changes: Changes): void {
    const node = this.#list(list)
    if (node?.kind === 'object') this.#set(node, changes)
  }

  rest(changes: Changes): void {
    this.#set(this.#node, changes)
  }

  raw(): string {
    this.#writeRows()
    if (this.#newColumns.size > 0) this.#changes.setMember(this.#node, 'cols', numberedObject(this.#newColumns))
    addStyles(this.#changes, this.#node, this.#styles)
    return this.#changes.within(this.#node)
  }

  #writeRows(): void {
    const cells = new Map<number, Map<number, Map<string, string | null>>>()
    for (const [place, changes] of this.#cells) {
      const row = cells.get(rowOf(place)) ?? new Map<number, Map<string, string | null>>()
      cells.set(rowOf(place), row.set(columnOf(place), this.#withStyleNumber(changes)))
    }
    const rows = this.#list('rows')
    const added = new Map<number, string>()
    const numbers = new Set([...cells.keys(), ...this.#rows.keys()])
    for (const row of [...numbers].toSorted((one, other) => one - other)) {
      const node = numberedNode(rows ?? undefined, row)
      const [inRow, beside] = [cells.get(row) ?? new Map<number, Changes>(), this.#rows.get(row) ?? new Map()]
      if (node?.kind === 'object') this.#writeRow(node, inRow, beside)
      else if (isSomething(inRow, beside)) added.set(row, newRow(inRow, beside))
    }
    if (rows) for (const [row, raw] of added) this.#changes.setNumbered(rows, row, raw)
    else if (added.size > 0) this.#changes.setMember(this.#node, 'rows', numberedObject(added))
  }

  #writeRow(row: JsonObject, cells: ReadonlyMap<number, Changes>, beside: Changes): void {
    this.#set(row, beside)
    const list = memberOf(row, 'cells')?.node
    const added = new Map<number, string>()
    for (const [column, changes] of cells) {
      const node = list && list.kind !== 'scalar' ? numberedNode(list, column) : undefined
      if (node?.kind === 'object' && list && list.kind !== 'scalar' && isEmptied(node, changes))
        this.#changes.setNumbered(list, column, undefined)
      else if (node?.kind === 'object') this.#set(node, changes)
      else if (node?.kind === 'scalar' && node.value !== null && !changes.has('text'))
        added.set(column, rawObject(new Map([['text', JSON.stringify(exactText(node))], ...changes])))
      else if ([...changes.values()].some((raw) => raw !== null)) added.set(column, rawObject(changes))
      else if (node && list && list.kind !== 'scalar') this.#changes.setNumbered(list, column, undefined)
    }
    if (list && list.kind !== 'scalar') for (const [column, raw] of added) this.#changes.setNumbered(list, column, raw)
    else if (added.size > 0) this.#changes.setMember(row, 'cells', numberedObject(added))
  }

  #withStyleNumber(changes: ReadonlyMap<string, string | null>): Map<string, string | null> {
    const style = changes.get('style')
    // A number without a style is kept as a number.
    if (!style?.startsWith('{')) return new Map(changes)
    const number = this.#styles.indexOfStored(parsedWithOddNumbers(style) as Readonly<Record<string, unknown>>)
    return new Map(changes).set('style', number === undefined ? null : String(number))
  }

  #set(object: JsonObject, changes: Changes): void {
    for (const [name, raw] of changes)
      if (raw === null) this.#changes.removeMember(object, name)
      else this.#changes.setMember(object, name, raw)
  }

  #list(name: 'rows' | 'cols') {
    const list = memberOf(this.#node, name)?.node
    return list && list.kind !== 'scalar' ? list : null
  }
}

const isEmptied = (object: JsonObject, changes: Changes): boolean =>
  object.entries.every(({ name }) => changes.get(name) === null) && [...changes.values()].every((raw) => raw === null)

const rawObject = (changes: Changes): string =>
  `{${[...changes].flatMap(([name, raw]) => (raw === null ? [] : [`${JSON.stringify(name)}: ${raw}`])).join(', ')}}`

const numberedObject = (entries: ReadonlyMap<number, string>): string =>
  `{${[...entries].map(([at, raw]) => `"${at}": ${raw}`).join(', ')}}`

const isSomething = (cells: ReadonlyMap<number, Changes>, beside: Changes): boolean =>
  [beside, ...cells.values()].some((changes) => [...changes.values()].some((raw) => raw !== null))

function newRow(cells: ReadonlyMap<number, Changes>, beside: Changes): string {
  const raws = new Map(
    [...cells].flatMap(([column, changes]) =>
      [...changes.values()].some((raw) => raw !== null) ? [[column, rawObject(changes)] as const] : [],
    ),
  )
  return rawObject(new Map([['cells', numberedObject(raws)], ...beside]))
}
