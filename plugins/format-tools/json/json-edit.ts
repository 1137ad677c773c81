import { jsonAsWritten } from './written-numbers.ts'
import {
  memberOf,
  nodeAt,
  readJson,
  scalarText,
  type JsonArray,
  type JsonElement,
  type JsonNode,
  type JsonObject,
  type JsonPath,
  type JsonScalar,
} from './json-text.ts'

/** A replacement of a part of a text. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies all of them at once; offsets refer to the original text, and ranges do not overlap. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let at = 0
  const parts: string[] = []
  for (const { start, end, text: put } of splices.toSorted(
    (one, other) => one.start - other.start || one.end - other.end,
  )) {
    parts.push(text.slice(at, start), put)
    at = end
  }
  return parts.join('') + text.slice(at)
}

/** Serialises a JSON value in the style of this text. */
function written(value: unknown, text: string, indent: string): string {
  const isLaidOut = text.includes('\n')
  const raw = jsonAsWritten(value, isLaidOut ? '  ' : '')
  return isLaidOut ? raw.replaceAll('\n', `\n${indent}`) : raw
}

/** The maximum part of a line that is examined. */
const LONGEST_LINE = 1_000

/** The indentation of the line at this offset. */
function indentAt(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - LONGEST_LINE), at)
  const line = near.lastIndexOf('\n')
  return line < 0 && near.length === LONGEST_LINE ? '' : (/^[ \t]*/.exec(near.slice(line + 1))?.[0] ?? '')
}

/**
 * The text with another value at this path, undefined to remove it; everything else is unchanged. Missing objects on
 * the path are created. A text that is not a JSON object is unchanged.
 */
export function edited(text: string, path: JsonPath, value: unknown): string {
  const { root, isWhole } = readJson(text)
  if (!isWhole || root?.kind !== 'object' || path.length === 0) return text
  const there = nodeAt(root, path)
  const parent = nodeAt(root, path.slice(0, -1))
  const last = path.at(-1) ?? ''
  if (value === undefined) return there && parent && parent.kind !== 'scalar' ? without(text, parent, path) : text
  if (there) {
    const indent = indentAt(text, there.start)
    return spliced(text, [{ start: there.start, end: there.end, text: written(value, text, indent) }])
  }
  if (parent?.kind === 'object' && typeof last === 'string') return withMember(text, parent, last, value)
  if (parent?.kind === 'array') return withElement(text, path.slice(0, -1), parent.entries.length, value)
  // Anything in the way, e.g. null instead of an object, is replaced.
  return edited(text, path.slice(0, -1), typeof last === 'string' ? { [last]: value } : [value])
}

function without(text: string, parent: JsonObject | JsonArray, path: JsonPath): string {
  const last = path.at(-1)
  const entries: readonly { readonly start: number; readonly end: number; readonly name?: string }[] = parent.entries
  // All occurrences of a duplicate key: otherwise an older value would reappear.
  const gone = entries.filter((entry, at) => (typeof last === 'string' ? entry.name === last : at === last))
  return spliced(text, removals(parent, gone))
}

/** The edits that remove these entries from their list, with one comma each. */
export function removals(
  parent: JsonObject | JsonArray,
  gone: readonly { readonly start: number; readonly end: number }[],
): Splice[] {
  const entries: readonly { readonly start: number; readonly end: number }[] = parent.entries
  const isGone = new Set(gone)
  const firstKept = entries.findIndex((entry) => !isGone.has(entry))
  if (firstKept < 0 && gone.length > 0) return [{ start: parent.start + 1, end: parent.end - 1, text: '' }]
  return entries.flatMap((entry, at) => {
    if (!isGone.has(entry)) return []
    if (at < firstKept) return [{ start: entry.start, end: entries[at + 1]?.start ?? entry.end, text: '' }]
    return [{ start: entries[at - 1]?.end ?? parent.start + 1, end: entry.end, text: '' }]
  })
}

const withMember = (text: string, parent: JsonObject, name: string, value: unknown): string => {
  const indent = indentOfEntries(text, parent)
  return spliced(text, [
    insertion(text, parent, parent.entries.length, `${JSON.stringify(name)}: ${written(value, text, indent)}`),
  ])
}

/** The text with an element inserted at this index of the array at this path, which is created if missing. */
export function withElement(text: string, path: JsonPath, position: number, value: unknown): string {
  const { root, isWhole } = readJson(text)
  const parent = nodeAt(root, path)
  if (!isWhole) return text
  if (parent?.kind !== 'array') return edited(text, path, [value])
  const raw = written(value, text, indentOfEntries(text, parent))
  return spliced(text, [insertion(text, parent, position, raw)])
}

/** The text with the element at `from` moved to `to`; the elements themselves are unchanged. */
export function withMovedElement(text: string, path: JsonPath, from: number, to: number): string {
  const { root, isWhole } = readJson(text)
  const parent = nodeAt(root, path)
  if (!isWhole || parent?.kind !== 'array' || from === to) return text
  const raws = parent.entries.map(({ start, end }) => text.slice(start, end))
  const [moved] = raws.splice(from, 1)
  if (moved === undefined || to < 0 || to > raws.length) return text
  raws.splice(to, 0, moved)
  return spliced(
    text,
    parent.entries.map(({ start, end }, at) => ({ start, end, text: raws[at] ?? '' })),
  )
}

const BLANK = /[ \t\r]/

/** The indentation before this offset, if there is nothing else on its line; null otherwise. */
function blanksBefore(text: string, at: number): string | null {
  let from = at
  while (from > 0 && BLANK.test(text[from - 1] ?? '')) from -= 1
  return from === 0 || text[from - 1] === '\n' ? text.slice(from, at) : null
}

function indentOfEntries(text: string, parent: JsonObject | JsonArray, isLaidOut = text.includes('\n')): string {
  if (!isLaidOut) return ''
  const [first] = parent.entries
  return (first ? blanksBefore(text, first.start) : null) ?? `${indentAt(text, parent.start)}  `
}

/**
 * The edit that adds an entry to a list. `isLaidOut` says whether the text has several lines, for repeated calls with
 * the same text.
 */
export function insertion(
  text: string,
  parent: JsonObject | JsonArray,
  position: number,
  raw: string,
  isLaidOut = text.includes('\n'),
): Splice {
  const indent = indentOfEntries(text, parent, isLaidOut)
  const { entries, start, end } = parent
  if (entries.length === 0) {
    const inside = isLaidOut ? `\n${indent}${raw}\n${indentAt(text, start)}` : raw
    return { start: start + 1, end: end - 1, text: inside }
  }
  const between = separatorOf(text, parent) ?? (isLaidOut && isOnOwnLine(text, parent) ? `,\n${indent}` : ', ')
  const before = entries[Math.min(position, entries.length) - 1]
  if (before) return { start: before.end, end: before.end, text: between + raw }
  const first = entries[0]?.start ?? start + 1
  return { start: first, end: first, text: raw + between }
}

const isOnOwnLine = (text: string, { start, entries }: JsonObject | JsonArray): boolean =>
  text.slice(start, entries[0]?.start ?? start).includes('\n')

function separatorOf(text: string, { entries }: JsonObject | JsonArray): string | null {
  const [first, second] = entries
  return first && second ? text.slice(first.end, second.start) : null
}

/** The value of a node; below a hundred levels, its source. */
export function valueOf(text: string, node: JsonNode, depth = 0): unknown {
  if (node.kind === 'scalar') return node.value
  if (depth > 100) return text.slice(node.start, node.end)
  if (node.kind === 'array') return node.entries.map((entry) => valueOf(text, entry.node, depth + 1))
  return Object.fromEntries(node.entries.map((entry) => [entry.name, valueOf(text, entry.node, depth + 1)]))
}

/**
 * The JSON of a node without blanks; below a hundred levels, its source as a string.
 *
 * @param numberText how a number is written
 */
export function jsonOf(
  text: string,
  node: JsonNode,
  numberText: (number: JsonScalar) => string = scalarText,
  depth = 0,
): string {
  if (node.kind === 'scalar') return typeof node.value === 'number' ? numberText(node) : JSON.stringify(node.value)
  if (depth > 100) return JSON.stringify(text.slice(node.start, node.end))
  const inner = (entry: JsonElement) => jsonOf(text, entry.node, numberText, depth + 1)
  if (node.kind === 'array') return `[${node.entries.map(inner).join(',')}]`
  // The last of several members with one key counts.
  const members = new Map(node.entries.map((entry) => [entry.name, entry]))
  return `{${[...members].map(([name, entry]) => `${JSON.stringify(name)}:${inner(entry)}`).join(',')}}`
}

/** A string field of an object; numbers and flags as written. '' when missing. */
export function textAt(node: JsonNode | null | undefined, name: string): string {
  const found = memberOf(node, name)?.node
  return found?.kind === 'scalar' && found.value !== null ? scalarText(found) : ''
}
