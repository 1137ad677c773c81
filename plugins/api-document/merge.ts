import type { MergeChoice, PageMerge, PageSides } from '#core/plugin.ts'
import {
  beautifulJson,
  DecidedMerge,
  insertion,
  jsonOf,
  readJson,
  removals,
  scalarText,
  spliced,
  textAt,
  type JsonArray,
  type JsonElement,
  type JsonNode,
  type JsonObject,
  type JsonScalar,
  type Splice,
} from '#plugins/format-tools/api.ts'

/**
 * Merges two concurrent edits of a document, field by field and row by row. What only one of them changed is kept
 * exactly. A text that is not complete JSON is chosen as a whole.
 */
export function mergedDocuments(sides: PageSides, choices: readonly MergeChoice[]): PageMerge {
  const [base, mine, theirs] = [sided(sides.base), sided(sides.mine), sided(sides.theirs)]
  const merge = new Merge(choices)
  const content =
    base && mine && theirs ? merge.joined(base, mine, theirs) : merge.chosen(whole(sides.mine), whole(sides.theirs))
  return { content: merge.isUndecided ? null : withSurroundings(content, sides.theirs), conflicts: merge.conflicts }
}

/** A value with the text that contains it. */
interface Side {
  readonly text: string
  readonly node: JsonNode
}
interface Entry extends Side {
  /** Of the whole entry, including a member's name. */
  readonly raw: string
  readonly element: JsonElement
}

const whole = (text: string): Side => ({ text, node: { kind: 'scalar', start: 0, end: text.length, value: text } })

function sided(text: string): Side | null {
  const { root, isWhole } = readJson(text)
  return isWhole && root ? { text, node: root } : null
}

/** Whitespace around the value is kept as stored. */
function withSurroundings(content: string, theirs: string): string {
  const { root, isWhole } = readJson(theirs)
  return isWhole && root && readJson(content).isWhole
    ? theirs.slice(0, root.start) + content.trim() + theirs.slice(root.end)
    : content
}

/** Values nested deeper than this are merged as a whole. */
const MOST_LEVELS = 60

class Merge extends DecidedMerge {
  /** The text of the merged value. */
  joined(base: Side | null, mine: Side, theirs: Side, level = 0): string {
    for (const isEqual of [isWrittenSame, isSame]) {
      if (isEqual(mine, theirs)) return rawOf(theirs)
      if (base && isEqual(base, mine)) return rawOf(theirs)
      if (base && isEqual(base, theirs)) return rawOf(mine)
      // Lists of a whole document are compared entry by entry, which is faster.
      const lists = base && level < MOST_LEVELS ? listsOf(base, mine, theirs) : null
      if (lists) return this.#joinedLists(lists, theirs, level)
    }
    return this.chosen(mine, theirs)
  }

  chosen(mine: Side | null, theirs: Side | null): string {
    const shown = { mine: mine ? shownOf(mine) : '', theirs: theirs ? shownOf(theirs) : '' }
    const taken = this.decided(mine, theirs, shown)
    return taken ? rawOf(taken) : ''
  }

  /** In the stored order; additions from mine follow their neighbour there. */
  #joinedLists({ base, mine, theirs }: Lists, { text, node }: Side, level: number): string {
    const list = node as JsonObject | JsonArray
    const splices: Splice[] = []
    const gone: JsonElement[] = []
    for (const [key, their] of theirs) {
      const own = mine.get(key)
      const before = base.get(key)
      if (own) splices.push(replacing(their, this.joined(before ?? null, own, their, level + 1)))
      else if (before && isSame(before, their)) gone.push(their.element)
      else if (before && this.chosen(null, their) === '') gone.push(their.element)
    }
    const kept = new Set([...theirs.keys()].filter((key) => !gone.includes((theirs.get(key) as Entry).element)))
    const added = this.#added({ base, mine, theirs })
    return withAdded({ text, list, splices, gone, added, kept, theirs, mine })
  }

  /** What is added to their list: new entries, and entries changed in mine that they removed. */
  #added({ base, mine, theirs }: Lists): ReadonlySet<string> {
    const added = new Set<string>()
    for (const [key, own] of mine) {
      if (theirs.has(key)) continue
      const before = base.get(key)
      if (!before) added.add(key)
      else if (!isSame(before, own) && this.chosen(own, null) !== '') added.add(key)
    }
    return added
  }
}

type Entries = ReadonlyMap<string, Entry>
interface Lists {
  readonly base: Entries
  readonly mine: Entries
  readonly theirs: Entries
}

const rawOf = ({ text, node }: Side): string => text.slice(node.start, node.end)

const isWrittenSame = (one: Side, other: Side): boolean => rawOf(one) === rawOf(other)
/** The same value, regardless of formatting. */
const isSame = (one: Side, other: Side): boolean => isWrittenSame(one, other) || canonical(one) === canonical(other)
const canonical = ({ text, node }: Side): string => jsonOf(text, node, comparedNumber)

/** JavaScript tells numbers apart up to this many digits. */
const MOST_DIGITS = 15
/** `1.10` and `1.1` are the same number; two long ones that differ in their last digit are not. */
const comparedNumber = (number: JsonScalar): string =>
  Number.isFinite(number.value) && (scalarText(number).match(/\d/g)?.length ?? 0) <= MOST_DIGITS
    ? String(number.value)
    : scalarText(number)

/** The text of a value for people. */
const shownOf = ({ text, node }: Side): string =>
  node.kind === 'scalar' && node.value !== null ? scalarText(node) : beautifulJson(jsonOf(text, node))

const replacing = ({ element, node, text, raw }: Entry, joined: string): Splice => ({
  start: element.start,
  end: element.end,
  text: raw === text.slice(node.start, node.end) ? joined : raw.slice(0, node.start - element.start) + joined,
})

/** The entries of all three by their keys; null when these are ambiguous. */
function listsOf(base: Side, mine: Side, theirs: Side): Lists | null {
  const found = [entriesOf(base), entriesOf(mine), entriesOf(theirs)]
  const kinds = new Set([base, mine, theirs].map(({ node }) => node.kind))
  const [first, second, third] = found
  return first && second && third && kinds.size === 1 ? { base: first, mine: second, theirs: third } : null
}

function entriesOf({ text, node }: Side): Entries | null {
  if (node.kind === 'scalar') return null
  const entries = new Map<string, Entry>()
  for (const element of node.entries) {
    const name = 'name' in element ? element.name : textAt(element.node, 'name')
    if (node.kind === 'array' && name === '') return null
    if (entries.has(name)) return null
    entries.set(name, { text, node: element.node, element, raw: text.slice(element.start, element.end) })
  }
  return entries
}

interface Joining extends Omit<Lists, 'base'> {
  readonly text: string
  readonly list: JsonObject | JsonArray
  readonly splices: readonly Splice[]
  readonly gone: readonly JsonElement[]
  readonly added: ReadonlySet<string>
  /** The keys of theirs that are kept. */
  readonly kept: ReadonlySet<string>
}

function withAdded({ text, list, splices, gone, added, kept, theirs, mine }: Joining): string {
  const isGone = new Set(gone)
  const stays = splices.filter(({ start }) => ![...isGone].some((element) => element.start === start))
  const without = spliced(text, [...stays, ...removals(list, gone)])
  let joined = without.slice(list.start, without.length - (text.length - list.end))
  const order = [...theirs.keys()].filter((key) => kept.has(key))
  const own = [...mine.keys()]
  for (const key of added) {
    const before = own.slice(0, own.indexOf(key)).findLast((other) => order.includes(other))
    const position = before === undefined ? 0 : order.indexOf(before) + 1
    const { root } = readJson(joined)
    if (root === null || root.kind === 'scalar') continue
    joined = spliced(joined, [insertion(joined, root, position, mine.get(key)?.raw ?? 'null')])
    order.splice(position, 0, key)
  }
  return joined
}
