import type { Block, Hints } from './blocks.ts'
import { meaningOf } from './meaning.ts'
import { parseMarkdown, placeOf, sourceOf, type Node } from './parse.ts'
import { island, readNode } from './read-node.ts'
import { GrowingText, separatorAfter } from './seams.ts'
import { writeSegments } from './write-blocks.ts'

/** A piece of the source, from the start of its first line, with its blocks. */
export interface Part {
  readonly start: number
  readonly end: number
  readonly blocks: readonly Block[]
}
interface Claim extends Part {
  readonly meaning: readonly string[]
}

const MAX_ROUNDS = 12

/** The pieces of the text; written and parsed again, they have the same meaning. */
export function provenParts(
  markdown: string,
  hints: Hints,
  nodes: readonly Node[] = parseMarkdown(markdown).children,
): readonly Part[] {
  let last = 0
  let claims = nodes.map((node): Claim => {
    const place = { start: pieceStart(markdown, placeOf(node).start, last), end: placeOf(node).end }
    last = place.end
    const blocks = isAmbiguous(node, markdown) ? null : readNode(node, { source: markdown, hints })
    return { ...place, blocks: blocks ?? [island(markdown.slice(place.start, place.end))], meaning: [meaningOf(node)] }
  })
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const broken = brokenClaims(markdown, claims, hints)
    if (broken.size === 0) return claims
    claims = repaired(markdown, claims, broken)
  }
  const all = { start: 0, end: claims.at(-1)?.end ?? 0 }
  return [{ ...all, blocks: [island(markdown.slice(all.start, all.end))] }]
}

// The renderer and this parser disagree about three tildes inside text, and about a list that begins a list or a quote.
const isAmbiguous = (node: Node, markdown: string): boolean =>
  (node.type !== 'code' && sourceOf(node, markdown).includes('~~~')) || holdsHiddenList(node, markdown)

/** Directly below text, as in `text` followed by `- 1.`, the parser takes the inner list for a paragraph. */
const holdsHiddenList = (node: Node, markdown: string): boolean =>
  node.type === 'paragraph'
    ? /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(sourceOf(node, markdown))
    : 'children' in node && node.children.some((child) => holdsHiddenList(child, markdown))

function brokenClaims(markdown: string, claims: readonly Claim[], hints: Hints): Set<number> {
  const claimOf = new Map(claims.flatMap(({ blocks }, index) => blocks.map(({ id }) => [id, index] as const)))
  const segments = writeSegments(
    claims.flatMap(({ blocks }) => blocks),
    hints,
  )
  const found: string[][] = claims.map(() => [])
  const starts: number[] = []
  const text = new GrowingText()
  for (const { markdown: piece } of segments) {
    text.add(separatorAfter(text))
    starts.push(text.length)
    text.add(piece)
  }
  const broken = new Set<number>()
  // Written exactly as in the source, it would only be parsed into the same nodes again.
  const written = text.toString()
  if (!markdown.startsWith(written) || /[^\n]/.test(markdown.slice(written.length))) {
    let segment = 0
    for (const node of parseMarkdown(written).children) {
      const { start } = placeOf(node)
      while (segment + 1 < starts.length && (starts[segment + 1] ?? Infinity) <= start) segment += 1
      const owner = claimOf.get(segments[segment]?.blocks[0]?.id ?? '')
      if (owner !== undefined) found[owner]?.push(meaningOf(node))
    }
    claims.forEach(({ meaning }, index) => {
      if (found[index]?.join('\n') !== meaning.join('\n')) broken.add(index)
    })
  }
  // Items of two lists that the editor would merge.
  for (const { blocks } of segments) {
    const owners = new Set(blocks.map(({ id }) => claimOf.get(id)))
    if (owners.size > 1) for (const owner of owners) if (owner !== undefined) broken.add(owner)
  }
  return broken
}

/** Broken pieces become islands; of pieces that only break in combination, one more becomes an island each time. */
function repaired(markdown: string, claims: readonly Claim[], broken: ReadonlySet<number>): Claim[] {
  const isIsland = ({ blocks: [first] }: Claim): boolean => first?.type === 'mdIsland'
  const native = [...broken].filter((index) => !isIsland(claims[index] as Claim))
  if (native.length > 0) {
    return claims.map((claim, index) =>
      native.includes(index) ? { ...claim, blocks: [island(markdown.slice(claim.start, claim.end))] } : claim,
    )
  }
  const index = Math.min(...broken)
  const from = Math.max(0, index - 1)
  const to = Math.min(claims.length - 1, from + 1)
  const joined = claims.slice(from, to + 1)
  const start = joined[0]?.start ?? 0
  const end = joined.at(-1)?.end ?? 0
  const merged: Claim = {
    start,
    end,
    blocks: [island(markdown.slice(start, end))],
    meaning: joined.flatMap(({ meaning }) => meaning),
  }
  return [...claims.slice(0, from), merged, ...claims.slice(to + 1)]
}

/** The indentation before a node belongs to its piece: further lines are indented equally. */
function pieceStart(markdown: string, offset: number, last: number): number {
  // The parser includes definitions above a setext heading in the heading.
  if (offset < last) return last + (/^\s*/.exec(markdown.slice(last))?.[0].length ?? 0)
  let start = offset
  while (start > last && /[ \t]/.test(markdown[start - 1] ?? '')) start -= 1
  return start === 0 || markdown[start - 1] === '\n' ? start : offset
}
