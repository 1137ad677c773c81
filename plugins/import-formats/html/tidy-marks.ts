import type { toMdast } from 'hast-util-to-mdast'

type Root = Extract<ReturnType<typeof toMdast>, { type: 'root' }>
type Node = Root['children'][number]
type Mark = Extract<Node, { type: 'strong' | 'emphasis' | 'delete' }>

/**
 * Moves characters out of bold, italic and struck-through text that would prevent its markers from being recognised:
 * spaces and breaks at its ends, and punctuation that touches a word outside, as in `**注意：**内容`, which would otherwise
 * be written with character references.
 */
export function tidyMarks(node: Root | Node): void {
  if (!('children' in node)) return
  for (const child of node.children) tidyMarks(child)
  const tidied = withPunctuationOutside(oneOfNeighbours(node.children.flatMap((child) => withBlanksOutside(child))))
  node.children = (LINES.has(node.type) ? withoutOuterBreaks(tidied) : tidied) as typeof node.children
}

const LINES = new Set(['paragraph', 'heading', 'tableCell'])
const isMark = (node: Node | undefined): node is Mark =>
  node?.type === 'strong' || node?.type === 'emphasis' || node?.type === 'delete'
const isBreak = (node: Node | undefined): boolean => node?.type === 'break'
const text = (value: string): readonly Node[] => (value === '' ? [] : [{ type: 'text', value }])

function withoutOuterBreaks(nodes: readonly Node[]): readonly Node[] {
  let [from, to] = [0, nodes.length]
  while (from < to && isBreak(nodes[from])) from += 1
  while (to > from && isBreak(nodes[to - 1])) to -= 1
  return nodes.slice(from, to)
}

/** Programs often split a bold word into several runs. */
function oneOfNeighbours(nodes: readonly Node[]): readonly Node[] {
  const merged: Node[] = []
  for (const node of nodes) {
    const last = merged.at(-1)
    if (isMark(last) && last.type === node.type && isMark(node)) last.children.push(...node.children)
    else merged.push(node)
  }
  return merged
}

function withBlanksOutside(node: Node): readonly Node[] {
  if (!isMark(node)) return [node]
  const before = takenFrom(node, 0)
  const after = takenFrom(node, -1).toReversed()
  return node.children.length === 0 ? [...before, ...after] : [...before, node, ...after]
}

/** Breaks and spaces at one end, from the outside in. */
function takenFrom(mark: Mark, end: 0 | -1): readonly Node[] {
  const taken: Node[] = []
  const { children } = mark
  let at = end === 0 ? 0 : children.length - 1
  for (let node = children[at]; node !== undefined; node = children[(at += end === 0 ? 1 : -1)]) {
    if (node.type === 'text') {
      const { value } = node
      node.value = end === 0 ? value.trimStart() : value.trimEnd()
      const blanks = value.length - node.value.length
      taken.push(...text(end === 0 ? value.slice(0, blanks) : value.slice(node.value.length)))
      if (node.value !== '') break
    } else if (isBreak(node)) taken.push(node)
    else break
  }
  mark.children = end === 0 ? children.slice(at) : children.slice(0, at + 1)
  return taken
}

function withPunctuationOutside(nodes: readonly Node[]): readonly Node[] {
  return nodes.flatMap((node, at) => {
    if (!isMark(node)) return [node]
    let before = touches(nodes[at - 1], /[^\s\p{P}\p{S}]$/u) ? cutFrom(node, 0, PUNCTUATION) : ''
    let after = touches(nodes[at + 1], /^[^\s\p{P}\p{S}]/u) ? cutFrom(node, -1, PUNCTUATION) : ''
    // Quotation marks and brackets are kept together on one side.
    if (/[\p{Pe}\p{Pf}]/u.test(after)) before += cutFrom(node, 0, /[\p{Ps}\p{Pi}]/u)
    if (/[\p{Ps}\p{Pi}]/u.test(before)) after = cutFrom(node, -1, /[\p{Pe}\p{Pf}]/u) + after
    return [...text(before), ...(node.children.length === 0 ? [] : [node]), ...text(after)]
  })
}

const PUNCTUATION = /[\p{P}\p{S}]/u

const touches = (neighbour: Node | undefined, word: RegExp): boolean =>
  neighbour?.type === 'text' && word.test(neighbour.value)

function cutFrom(mark: Mark, end: 0 | -1, sign: RegExp): string {
  const node = mark.children.at(end)
  if (node?.type !== 'text') return ''
  const { value } = node
  const length = signsAt(value, end, sign)
  if (length === value.length) mark.children.splice(end, 1)
  node.value = end === 0 ? value.slice(length) : value.slice(0, value.length - length)
  return end === 0 ? value.slice(0, length) : value.slice(value.length - length)
}

/** UTF-16 units of the signs at one end. An expression with `+$` would begin again at each sign of a long row. */
function signsAt(value: string, end: 0 | -1, sign: RegExp): number {
  let length = 0
  while (length < value.length) {
    // A character of two units is read whole from either side.
    const before = value.length - length
    const size = (value.codePointAt(end === 0 ? length : before - 2) ?? 0) > 0xffff ? 2 : 1
    const from = end === 0 ? length : before - size
    if (!sign.test(value.slice(from, from + size))) break
    length += size
  }
  return length
}
