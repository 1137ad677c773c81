import { isListItem, type Block, type Hints } from './blocks.ts'
import { provenParts, type Part } from './proof.ts'
import { island } from './read-node.ts'
import { keptLines } from './kept-lines.ts'
import { parsePiece } from './parse.ts'
import { parsedPieces } from './parsed-pieces.ts'
import { GrowingText, separatorAfter } from './seams.ts'
import { writeBlocks, writeSegments } from './write-blocks.ts'

/** A piece of the source and its blocks. */
interface Group {
  readonly ids: readonly string[]
  /** The blocks in their unchanged state. */
  readonly fingerprint: string
  /** The unchanged blocks, written again. */
  written(): string
  /** The source of the piece, and the text between it and the previous piece. */
  readonly source: string
  readonly gap: string
}

/** Data about a markdown text kept while its blocks are edited, so that untouched pieces keep every byte. */
export interface Session {
  readonly groups: readonly Group[]
  readonly tail: string
  readonly hints: Hints
  readonly statistics: Statistics
}
export interface Statistics {
  readonly nodes: number
  /** Pieces edited as source. */
  readonly islands: number
}
export interface Opened {
  readonly session: Session
  readonly blocks: readonly Block[]
}

/**
 * Markdown (line feeds only) as blocks. Every piece is verified to survive a round trip with the same meaning, or
 * becomes an island.
 */
export function openMarkdown(markdown: string): Opened {
  const hints: Hints = new Map()
  return opened(markdown, provenParts(markdown, hints), hints)
}

export interface OpenedPiece extends Opened {
  readonly markdown: string
}

/** The same piece by piece, for long texts: each piece is verified separately, and nothing is open between them. */
export function* openPieces(markdown: string, hints: Hints): Generator<OpenedPiece> {
  for (const { piece, children } of parsedPieces(markdown, (text) => parsePiece(text).children))
    yield { markdown: piece, ...opened(piece, provenParts(piece, hints, children), hints) }
}

/** The session of a text whose pieces were opened one after another, with the same hints. */
export function joinedSession(sessions: readonly Session[], hints: Hints): Session {
  const groups: Group[] = []
  let tail = ''
  for (const session of sessions) {
    for (const group of session.groups) {
      groups.push({ ...group, gap: tail + group.gap })
      tail = ''
    }
    tail += session.tail
  }
  const sum = (of: (statistics: Statistics) => number): number =>
    sessions.reduce((all, { statistics }) => all + of(statistics), 0)
  const statistics = { nodes: sum(({ nodes }) => nodes), islands: sum(({ islands }) => islands) }
  return { groups, tail, hints, statistics }
}

/**
 * Compares what the editor made of its blocks. Pieces it altered become islands: `blocks` must then be given to it
 * again, otherwise it is null.
 */
export function settle(
  markdown: string,
  { session, blocks }: Opened,
  stored: readonly Block[],
): { readonly session: Session; readonly blocks: readonly Block[] | null } {
  const given = partsByGroup(session, blocks)
  const kept = partsByGroup(session, stored)
  let place = 0
  const parts = session.groups.map(({ gap, source }, index): Part => {
    const start = place + gap.length
    place = start + source.length
    const before = given[index] ?? []
    const after = kept[index] ?? []
    const isKept =
      fingerprint(before) === fingerprint(after) ||
      writeBlocks(before, session.hints) === writeBlocks(after, session.hints)
    return isKept
      ? { start, end: place, blocks: after }
      : { start, end: place, blocks: [island(markdown.slice(start, place))] }
  })
  const isAllKept = parts.every(({ blocks: [first] }, index) => first?.id === session.groups[index]?.ids[0])
  const settled = opened(markdown, parts, session.hints)
  return { session: settled.session, blocks: isAllKept ? null : settled.blocks }
}

/** The blocks as markdown: untouched pieces byte for byte, the rest rewritten. */
export function markdownOf(blocks: readonly Block[], session: Session): string {
  const groupOf = new Map(session.groups.map((group, index) => [group.ids[0], index]))
  const text = new GrowingText()
  let lastGroup: number | null = null
  let isAsItWas = true
  let changed: Block[] = []

  const gapBefore = (number: number | null, isKept: boolean): string => {
    const isNext = lastGroup === null ? number === 0 && text.length === 0 : number === lastGroup + 1
    const gap = number !== null && isNext ? session.groups[number]?.gap : undefined
    return gap !== undefined && ((isAsItWas && isKept) || isEnough(gap, text)) ? gap : separatorAfter(text)
  }
  const append = (piece: string, number: number | null, isKept: boolean): void => {
    text.add(gapBefore(number, isKept))
    text.add(piece)
    isAsItWas = isKept
  }
  const writeChanged = (): void => {
    for (const { piece, first, last } of changedPieces(changed, session)) {
      append(piece, first, false)
      // Text typed below a piece goes before the lines that separate it from the next one.
      lastGroup = last ?? lastGroup
    }
    changed = []
  }

  let index = 0
  while (index < blocks.length) {
    const block = blocks[index] as Block
    const number = groupOf.get(block.id)
    const group = number === undefined ? undefined : session.groups[number]
    const run = group ? blocks.slice(index, index + group.ids.length) : []
    if (
      group &&
      number !== undefined &&
      isUntouched(run, group) &&
      !touchesList(changed.at(-1), run, blocks[index + run.length], groupOf)
    ) {
      writeChanged()
      append(group.source, number, true)
      lastGroup = number
      index += run.length
    } else {
      changed.push(block)
      index += 1
    }
  }
  writeChanged()
  const isWhole = lastGroup !== null && lastGroup === session.groups.length - 1
  if (isWhole && (isAsItWas || /^\n{2,}$/.test(session.tail))) return text.toString() + session.tail
  if (text.length === 0) return session.groups.length === 0 ? session.tail : ''
  return text.lastLine === '\n' ? text.toString() : `${text.toString()}\n`
}

/** Everything rewritten, using only the hints about the source. */
export const regenerated = (blocks: readonly Block[], session: Session): string => {
  const text = writeBlocks(blocks, session.hints)
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function opened(markdown: string, parts: readonly Part[], hints: Hints): Opened {
  let place = 0
  const groups = parts.map(({ start, end, blocks }): Group => {
    const gap = markdown.slice(place, start)
    place = end
    let again: string | null = null
    return {
      ids: blocks.map(({ id }) => id),
      fingerprint: fingerprint(blocks),
      written: () => (again ??= writeBlocks(blocks, hints)),
      source: markdown.slice(start, end),
      gap,
    }
  })
  const islands = parts.filter(({ blocks: [first] }) => first?.type === 'mdIsland').length
  return {
    session: { groups, tail: markdown.slice(place), hints, statistics: { nodes: parts.length, islands } },
    blocks: parts.flatMap(({ blocks }) => blocks),
  }
}

// The editor returns the same object as long as a block does not change.
const fingerprints = new WeakMap<Block, string>()
const fingerprint = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      const known = fingerprints.get(block) ?? JSON.stringify(block)
      fingerprints.set(block, known)
      return known
    })
    .join('\n')

interface ChangedPiece {
  readonly piece: string
  /** The numbers of its first and last groups; null for new blocks. */
  readonly first: number | null
  readonly last: number | null
}

/** Changed blocks, with source lines wherever these are still right. */
function changedPieces(changed: readonly Block[], { groups, hints }: Session): readonly ChangedPiece[] {
  if (changed.length === 0) return []
  const numberOf = new Map(groups.flatMap(({ ids }, number) => ids.map((id) => [id, number] as const)))
  return writeSegments(changed, hints).map(({ blocks, markdown }) => {
    const numbers = blocks.flatMap(({ id }) => numberOf.get(id) ?? [])
    const [number, ...others] = new Set(numbers)
    const group = number === undefined || others.length > 0 ? undefined : groups[number]
    const begun = numberOf.get(blocks[0]?.id ?? '')
    return {
      piece: group ? keptLines(group.source, group.written(), markdown) : markdown,
      first: begun !== undefined && groups[begun]?.ids[0] === blocks[0]?.id ? begun : null,
      last: numbers.at(-1) ?? null,
    }
  })
}

/** Whether these lines separate a new block from the text. A heading may be followed directly by anything. */
const isEnough = (gap: string, text: GrowingText): boolean =>
  /^[ \t\n]*$/.test(gap) &&
  (linesOf(gap) >= linesOf(separatorAfter(text)) || (linesOf(gap) > 0 && /^\n?#{1,6} [^\n]+$/.test(text.lastLine)))
const linesOf = (gap: string): number => gap.split('\n').length - 1

const isUntouched = (run: readonly Block[], { ids, fingerprint: expected }: Group): boolean =>
  run.length === ids.length && run.every(({ id }, index) => id === ids[index]) && fingerprint(run) === expected

// An item typed next to a list becomes part of that list, which is then rewritten completely.
function touchesList(
  before: Block | undefined,
  run: readonly Block[],
  after: Block | undefined,
  groupOf: ReadonlyMap<string | undefined, number>,
): boolean {
  const first = run[0]
  if (!first || !isListItem(first)) return false
  return (
    (before !== undefined && isListItem(before)) || (after !== undefined && isListItem(after) && !groupOf.has(after.id))
  )
}

function partsByGroup({ groups }: Session, blocks: readonly Block[]): Block[][] {
  let place = 0
  return groups.map(({ ids }) => blocks.slice(place, (place += ids.length)))
}
