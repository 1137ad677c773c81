import type { MergeChoice, PageMerge, PageSides } from '#core/plugin.ts'
import { DecidedMerge, edited, memberOf } from '#plugins/format-tools/api.ts'
import { addressOf, areaName } from './addresses.ts'
import { describedCell, rawMember, UNDERSTOOD } from './compared.ts'
import { apart, readWorkbook, type ReadSheet, type ReadWorkbook } from './read-workbook.ts'
import { columnOf, isSameStyle, rowOf, type Area, type Cell, type Measures, type Sheet } from './workbook.ts'
import { editedSheets, writtenWorkbook, type EditedCell, type EditedSheet } from './write-workbook.ts'

/**
 * What two people made of one workbook, cell by cell: what only one of them changed is as that one left it. Sheets are
 * known by their names. A text that is no whole list of sheets is chosen as a whole.
 */
export function mergedWorkbooks({ base, mine, theirs }: PageSides, choices: readonly MergeChoice[]): PageMerge {
  const merge = new Merge(choices)
  const sides = [base, mine, theirs].map(readWorkbook)
  const [first, second, third] = sides
  const isRead = sides.every((side) => side.isWhole && !side.isCut && side.sheets.length > 0 && hasOwnNames(side))
  const content =
    first && second && third && isRead
      ? merge.joined(first, second, third)
      : merge.decided(mine, theirs, { mine, theirs })
  return { content: merge.isUndecided ? null : content, conflicts: merge.conflicts }
}

const hasOwnNames = ({ sheets }: ReadWorkbook): boolean =>
  new Set(sheets.map(({ name }) => name)).size === sheets.length

class Merge extends DecidedMerge {
  /** What only one side changed is as that one has it. */
  #one<T>(values: Three<T>, isSame: (one: T, other: T) => boolean, shown: (value: T) => string): T {
    const { base, mine, theirs } = values
    if (isSame(mine, theirs) || isSame(base, mine)) return theirs
    if (isSame(base, theirs)) return mine
    return this.decided(mine, theirs, { mine: shown(mine), theirs: shown(theirs) })
  }

  /** In the order of what is stored, and written into it; what only mine has comes at the end. */
  joined(base: ReadWorkbook, mine: ReadWorkbook, theirs: ReadWorkbook): string {
    const [before, own] = [byName(base.sheets), byName(mine.sheets)]
    const stored = editedSheets(theirs)
    const kept: EditedSheet[] = []
    for (const [at, their] of theirs.sheets.entries()) {
      const sheet = stored[at]
      if (!sheet) continue
      const joined = this.#sheet({ base: before.get(their.name), mine: own.get(their.name), theirs: their }, sheet)
      if (joined) kept.push(joined)
    }
    const theirNames = byName(theirs.sheets)
    for (const sheet of mine.sheets)
      if (!theirNames.has(sheet.name) && this.#comesBack(before.get(sheet.name), sheet)) kept.push(asNew(sheet))
    const content = writtenWorkbook(theirs, kept.length === 0 ? stored : kept)
    return this.#withOthers({ base, mine, theirs }, content)
  }

  /** Null when the sheet is gone. */
  #sheet({ base, mine, theirs }: Three<ReadSheet | undefined>, stored: EditedSheet): EditedSheet | null {
    if (!theirs || (!mine && !base)) return stored
    if (!mine)
      return base && isSameSheet(base, theirs)
        ? null
        : this.decided(null, stored, { mine: '', theirs: describedSheet(theirs) })
    const from: Three<Sheet> = { base: base ?? theirs, mine, theirs }
    const cells = this.#cells(from, stored)
    const areas = this.#one(
      eachOf(from, ({ merges }) => merges),
      isSameAreas,
      (all) => all.map(areaName).join(', '),
    )
    return {
      ...stored,
      cells,
      merges: apart(areas),
      widths: joinedMeasures(eachOf(from, ({ widths }) => widths)),
      heights: joinedMeasures(eachOf(from, ({ heights }) => heights)),
      frozen: this.#one(
        eachOf(from, ({ frozen }) => frozen),
        isSameFrozen,
        ({ rows, columns }) => addressOf(rows, columns),
      ),
    }
  }

  #cells(sheets: Three<Sheet>, stored: EditedSheet): ReadonlyMap<number, EditedCell> {
    const { base, mine, theirs } = eachOf(sheets, ({ cells }) => cells)
    const joined = new Map(stored.cells)
    const places = [...new Set([...theirs.keys(), ...mine.keys()])].toSorted((one, other) => one - other)
    for (const place of places) {
      const all = { base: base.get(place), mine: mine.get(place), theirs: theirs.get(place) }
      const where = `${stored.name}!${addressOf(rowOf(place), columnOf(place))}: `
      const cell = this.#one<Cell | undefined>(all, isSameCell, (one) => (one ? where + describedCell(one) : ''))
      if (cell === all.theirs) continue
      if (cell) joined.set(place, { text: cell.text, style: cell.style, origin: joined.get(place)?.origin ?? null })
      else joined.delete(place)
    }
    return joined
  }

  #comesBack(base: ReadSheet | undefined, mine: ReadSheet): boolean {
    if (!base) return true
    return !isSameSheet(base, mine) && this.decided(true, false, { mine: describedSheet(mine), theirs: '' })
  }

  /** Members of a sheet that mean nothing here. */
  #withOthers({ base, mine, theirs }: Three<ReadWorkbook>, content: string): string {
    const [before, own] = [byName(base.sheets), byName(mine.sheets)]
    let joined = content
    for (const their of theirs.sheets) {
      const [was, mySheet] = [before.get(their.name), own.get(their.name)]
      if (!was || mySheet?.node.kind !== 'object') continue
      const names = new Set([...namesIn(mySheet), ...namesIn(their)].filter((name) => !UNDERSTOOD.includes(name)))
      for (const name of names) {
        const all = {
          base: rawMember(base, was, name),
          mine: rawMember(mine, mySheet, name),
          theirs: rawMember(theirs, their, name),
        }
        const raw = this.#one(
          all,
          (one, other) => one === other,
          (one) => one,
        )
        if (raw !== all.theirs) joined = withMember(joined, their.name, name, raw)
      }
    }
    return joined
  }
}

interface Three<T> {
  readonly base: T
  readonly mine: T
  readonly theirs: T
}
const eachOf = <T, U>({ base, mine, theirs }: Three<T>, value: (one: T) => U): Three<U> => ({
  base: value(base),
  mine: value(mine),
  theirs: value(theirs),
})

const byName = (sheets: readonly ReadSheet[]): ReadonlyMap<string, ReadSheet> =>
  new Map(sheets.map((sheet) => [sheet.name, sheet]))

const asNew = (sheet: ReadSheet): EditedSheet => ({
  ...sheet,
  origin: null,
  cells: new Map([...sheet.cells].map(([place, { text, style }]) => [place, { text, style, origin: null }])),
})

const isSameCell = (one: Cell | undefined, other: Cell | undefined): boolean =>
  one === other ||
  (one !== undefined && other !== undefined && one.text === other.text && isSameStyle(one.style, other.style))

const isSameAreas = (some: readonly Area[], others: readonly Area[]): boolean =>
  some.map(areaName).join() === others.map(areaName).join()

const isSameFrozen = (one: Sheet['frozen'], other: Sheet['frozen']): boolean =>
  one.rows === other.rows && one.columns === other.columns

const isSameMeasures = (some: Measures, others: Measures): boolean =>
  some.size === others.size && [...some].every(([at, measure]) => others.get(at) === measure)

const isSameSheet = (one: Sheet, other: Sheet): boolean =>
  one.cells.size === other.cells.size &&
  [...one.cells].every(([place, cell]) => isSameCell(cell, other.cells.get(place))) &&
  isSameAreas(one.merges, other.merges) &&
  isSameMeasures(one.widths, other.widths) &&
  isSameMeasures(one.heights, other.heights) &&
  isSameFrozen(one.frozen, other.frozen)

/** A width is not worth a question: of two that differ, the one that is stored stays. */
function joinedMeasures({ base, mine, theirs }: Three<Measures>): Measures {
  const joined = new Map(theirs)
  for (const at of new Set([...base.keys(), ...mine.keys()])) {
    const measure = mine.get(at)
    if (measure === base.get(at) || theirs.get(at) !== base.get(at)) continue
    if (measure === undefined) joined.delete(at)
    else joined.set(at, measure)
  }
  return joined
}

const SHOWN_CELLS = 200

function describedSheet({ name, cells }: Sheet): string {
  const places = [...cells.keys()].toSorted((one, other) => one - other).slice(0, SHOWN_CELLS)
  return [
    name,
    ...places.map((place) => `${addressOf(rowOf(place), columnOf(place))}: ${cells.get(place)?.text ?? ''}`),
  ].join('\n')
}

const namesIn = ({ node }: ReadSheet): readonly string[] =>
  node.kind === 'object' ? node.entries.map(({ name }) => name) : []

function withMember(content: string, sheetName: string, name: string, raw: string): string {
  const sheet = readWorkbook(content).sheets.find((one) => one.name === sheetName)
  if (!sheet) return content
  const { start, end } = sheet.node
  const part = content.slice(start, end)
  const there = memberOf(sheet.node, name)?.node
  const changed =
    raw !== '' && there
      ? part.slice(0, there.start - start) + raw + part.slice(there.end - start)
      : edited(part, [name], raw === '' ? undefined : (JSON.parse(raw) as unknown))
  return content.slice(0, start) + changed + content.slice(end)
}
