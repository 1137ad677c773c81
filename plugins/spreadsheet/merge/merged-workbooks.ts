import type { MergeChoice, PageMerge, PageSides } from '#core/plugin.ts'
import { DecidedMerge, edited, parsedWithOddNumbers, readJson } from '#plugins/format-tools/api.ts'
import { addressOf } from '../addresses.ts'
import { nameOf, readWorkbook, type ReadSheet, type ReadWorkbook } from '../read-workbook.ts'
import { columnOf, rowOf, type Sheet } from '../workbook.ts'
import { withRawSheets, type RawSheet } from '../write-workbook.ts'
import { joinedSheet, movesOf } from './joined-sheet.ts'
import { matchedSheets } from './matched-sheets.ts'
import { joinedMembers, membersIn, type Members } from './members.ts'
import { StoredSheet } from './stored-sheet.ts'

/**
 * Merges two concurrent edits of a workbook: what only one of them changed is applied, down to the members of a cell
 * and of its style, including unknown ones. Inserted and removed rows and columns of one side are taken into account. A
 * text that is not a complete list of sheets is chosen as a whole.
 */
export function mergedWorkbooks({ base, mine, theirs }: PageSides, choices: readonly MergeChoice[]): PageMerge {
  const merge = new Merge(choices)
  const sides = [base, mine, theirs].map(readWorkbook)
  const [first, second, third] = sides
  const isRead =
    sides.every((side) => side.isWhole && !side.isCut && side.sheets.length > 0 && hasOwnNames(side)) &&
    new Set(sides.map(formOf)).size === 1
  const content =
    first && second && third && isRead
      ? merge.joined(first, second, third)
      : merge.decided(mine, theirs, { mine, theirs })
  return { content: merge.isUndecided ? null : content, conflicts: merge.conflicts }
}

const hasOwnNames = ({ sheets }: ReadWorkbook): boolean =>
  new Set(sheets.map(({ name }) => name)).size === sheets.length

const formOf = ({ content, list }: ReadWorkbook): string =>
  list === null ? 'sheet' : /^\uFEFF?\s*\[/.test(content) ? 'list' : 'object with a list'

/** A sheet on both sides; null where it does not exist. */
interface Pair {
  readonly base: ReadSheet | null
  readonly mine: number | null
  readonly theirs: number | null
}
/** A sheet that is kept. */
interface Kept extends RawSheet {
  readonly pair: Pair
  readonly name: string
}

class Merge extends DecidedMerge {
  joined(base: ReadWorkbook, mine: ReadWorkbook, theirs: ReadWorkbook): string {
    const kept = pairsOf(base, mine, theirs).flatMap((pair) => this.#sheet(base, mine, theirs, pair) ?? [])
    // Each side has deleted what the other one kept.
    if (kept.length === 0)
      return this.decided(mine.content, theirs.content, { mine: shownNames(mine), theirs: shownNames(theirs) })
    const content = withRawSheets(theirs, withOwnNames(this.#ordered(base, kept)))
    return this.#withRest({ base, mine, theirs }, content)
  }

  /** Null when the sheet was deleted. */
  #sheet(base: ReadWorkbook, mine: ReadWorkbook, theirs: ReadWorkbook, pair: Pair): Kept | null {
    const own = pair.mine === null ? null : storedAt(mine, pair.mine)
    const their = pair.theirs === null ? null : storedAt(theirs, pair.theirs)
    const before = pair.base && new StoredSheet(base, pair.base)
    if (own && their) return this.#both(before, own, their, pair)
    const [only] = [own, their].filter((one) => one !== null)
    if (!only) return null
    const kept: Kept = { pair, origin: pair.theirs, raw: only.raw, name: only.sheet.name }
    if (!before) return kept
    if (before.means(only)) return null
    return this.decided(own && kept, their && kept, {
      mine: own ? describedSheet(own.sheet) : '',
      theirs: their ? describedSheet(their.sheet) : '',
    })
  }

  #both(base: StoredSheet | null, mine: StoredSheet, theirs: StoredSheet, pair: Pair): Kept {
    const before = base?.sheet.name
    const [own, their] = [mine.sheet.name, theirs.sheet.name]
    const name =
      own === their || own === before
        ? their
        : their === before
          ? own
          : this.decided(own, their, { mine: own, theirs: their })
    return { pair, origin: pair.theirs, raw: this.#joinedRaw(base, mine, theirs), name }
  }

  #joinedRaw(base: StoredSheet | null, mine: StoredSheet, theirs: StoredSheet): string {
    if (base?.raw === mine.raw || mine.raw === theirs.raw) return theirs.raw
    if (base?.raw === theirs.raw) return mine.raw
    const moves = movesOf(base, mine, theirs)
    const isMine = moves?.host === 'mine'
    const joined =
      moves &&
      joinedSheet(
        { base, host: isMine ? mine : theirs, other: isMine ? theirs : mine, moves: moves.moves },
        ({ host, other }) =>
          isMine
            ? this.decided('host', 'other', { mine: host, theirs: other })
            : this.decided('other', 'host', { mine: other, theirs: host }),
      )
    return (
      joined ??
      this.decided(mine.raw, theirs.raw, { mine: describedSheet(mine.sheet), theirs: describedSheet(theirs.sheet) })
    )
  }

  /** In the order of the side that changed it; a sheet of the other side follows the one it followed there. */
  #ordered(base: ReadWorkbook, kept: readonly Kept[]): readonly Kept[] {
    const common = kept.filter(({ pair }) => pair.base !== null && pair.mine !== null && pair.theirs !== null)
    const byBase = base.sheets.flatMap((sheet) => common.filter(({ pair }) => pair.base === sheet))
    const [own, their] = [inOrderOf(common, 'mine'), inOrderOf(common, 'theirs')]
    const isMine =
      isSameOrder(their, own) || isSameOrder(own, byBase)
        ? false
        : isSameOrder(their, byBase) || this.decided(true, false, { mine: namesOf(own), theirs: namesOf(their) })
    const [first, second] = isMine ? (['mine', 'theirs'] as const) : (['theirs', 'mine'] as const)
    const ordered = [...inOrderOf(kept, first)]
    const others = inOrderOf(kept, second)
    for (const [at, sheet] of others.entries()) {
      if (ordered.includes(sheet)) continue
      const before = others[at - 1]
      ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, sheet)
    }
    return ordered
  }

  /** The fields beside the list of sheets. */
  #withRest({ base, mine, theirs }: { base: ReadWorkbook; mine: ReadWorkbook; theirs: ReadWorkbook }, content: string) {
    const sides = { base: restOf(base), host: restOf(theirs), other: restOf(mine) }
    const joined = joinedMembers(sides)
    const shown = (members: Members) => [...members].map(([name, { raw }]) => `${name}: ${raw}`).join('\n')
    const preferred = joined.isDisputed
      ? this.decided('other' as const, 'host' as const, { mine: shown(sides.other), theirs: shown(sides.host) })
      : 'host'
    return [...joined.changes(preferred)].reduce(
      (text, [name, raw]) => edited(text, [name], raw === null ? undefined : parsedWithOddNumbers(raw)),
      content,
    )
  }
}

function pairsOf(base: ReadWorkbook, mine: ReadWorkbook, theirs: ReadWorkbook): readonly Pair[] {
  const [own, their] = [matchedSheets(base, mine), matchedSheets(base, theirs)]
  const known = base.sheets.map((sheet, at) => ({
    base: sheet,
    mine: own.places[at] ?? null,
    theirs: their.places[at] ?? null,
  }))
  // Both may have added one of the same name.
  const theirAdded = new Map(their.added.map((at) => [theirs.sheets[at]?.name, at]))
  const ownAdded = own.added.map((at) => {
    const name = mine.sheets[at]?.name
    const same = theirAdded.get(name) ?? null
    theirAdded.delete(name)
    return { base: null, mine: at, theirs: same }
  })
  return [...known, ...ownAdded, ...[...theirAdded.values()].map((at) => ({ base: null, mine: null, theirs: at }))]
}

function storedAt(workbook: ReadWorkbook, at: number): StoredSheet | null {
  const sheet = workbook.sheets[at]
  return sheet ? new StoredSheet(workbook, sheet) : null
}

const inOrderOf = (kept: readonly Kept[], side: 'mine' | 'theirs'): readonly Kept[] =>
  kept
    .filter(({ pair }) => pair[side] !== null)
    .toSorted((one, other) => (one.pair[side] ?? 0) - (other.pair[side] ?? 0))

const isSameOrder = (some: readonly Kept[], others: readonly Kept[]): boolean =>
  some.every((sheet, at) => sheet === others[at])

const shownNames = ({ sheets }: ReadWorkbook): string => sheets.map(({ name }) => name).join(', ')
const namesOf = (kept: readonly Kept[]): string => kept.map(({ name }) => name).join(', ')

/** Formulas refer to sheets by name, so names must be unique. */
function withOwnNames(kept: readonly Kept[]): readonly RawSheet[] {
  const taken = new Set<string>()
  return kept.map(({ name, raw, origin }, at) => {
    let own = name
    for (let count = 2; taken.has(own); count += 1) own = `${name} (${count})`
    taken.add(own)
    const { root } = readJson(raw)
    return { origin, raw: root && nameOf(root, at) === own ? raw : edited(raw, ['name'], own) }
  })
}

function restOf({ content, list }: ReadWorkbook): Members {
  const { root } = readJson(content)
  return list === null || root?.kind !== 'object'
    ? membersIn(content, undefined, () => true)
    : membersIn(content, root, (name) => name === 'sheets')
}

const SHOWN_CELLS = 200

function describedSheet({ name, cells }: Sheet): string {
  const places = [...cells.keys()].toSorted((one, other) => one - other).slice(0, SHOWN_CELLS)
  return [
    name,
    ...places.map((place) => `${addressOf(rowOf(place), columnOf(place))}: ${cells.get(place)?.text ?? ''}`),
  ].join('\n')
}
