import type { Inline, StyledText, TextStyles } from './blocks.ts'
import { isLineBreakTag, sourceOf, type NodeOf, type Phrasing } from './parse.ts'
import { isTagStyle } from './tag-styles.ts'

const STYLES = { strong: 'bold', emphasis: 'italic' } as const

/** Text with styles; anything the editor cannot show becomes a chip with its source. */
export const readInlines = (nodes: readonly Phrasing[], source: string): Inline[] =>
  nodes.flatMap((node) => readInline(node, source))

/** Like `readInlines`, with `<br>` as an editable line break: for places where markdown has no other. */
export const readLine = (nodes: readonly Phrasing[], source: string): Inline[] => lineParts(nodes, source).flat()

/** The same for each node. */
export const lineParts = (nodes: readonly Phrasing[], source: string): Inline[][] =>
  nodes.map((node, index) => {
    if (isLineBreakTag(node)) return [text('\n', {})]
    const isBegun = isLineBreakTag(nodes[index - 1])
    const isEnded = isLineBreakTag(nodes[index + 1])
    return node.type === 'text' ? lineOf(node.value, isBegun, isEnded) : readInline(node, source)
  })

/** Spaces beside a line break are not seen. */
function lineOf(value: string, isBegun: boolean, isEnded: boolean): Inline[] {
  const begun = isBegun ? value.replace(/^[ \t]+/, '') : value
  const line = isEnded ? begun.replace(/[ \t]+$/, '') : begun
  return line === '' ? [] : [text(line, {})]
}

/** The same for one node. */
export function readInline(node: Phrasing, source: string): Inline[] {
  const styled = readStyled(node, source, {})
  if (styled) return styled
  if (node.type === 'link' && !node.title && node.children.length > 0) {
    const label = readAllStyled(node.children, source, {})
    if (label && !label.some(({ styles }) => styles.code)) return [{ type: 'link', href: node.url, content: label }]
  }
  return [{ type: 'mdRaw', props: { raw: withoutIndentation(sourceOf(node, source)) } }]
}

// Each line starts with the prefix of the surrounding list or quote, which is written again.
const withoutIndentation = (raw: string): string => raw.replace(/\n[ \t>]+/g, '\n')

// A bare address is text that is rendered as a link: a link in the editor would not follow further typing.
const isGuessed = (link: NodeOf<'link'>, source: string): boolean =>
  !(link.position && /^[<[]/.test(sourceOf(link, source)))

/** Null for anything but text, its styles and line breaks. */
function readStyled(node: Phrasing, source: string, styles: TextStyles): StyledText[] | null {
  switch (node.type) {
    case 'text':
      return [text(node.value, styles)]
    case 'break':
      return [text('\n', styles)]
    case 'inlineCode':
      // In the editor, code cannot have other styles.
      return Object.keys(styles).length > 0 ? null : [text(node.value, { code: true })]
    case 'delete':
      if (endsInAddress(node)) return null
      return readAllStyled(node.children, source, { ...styles, strike: true })
    case 'strong':
    case 'emphasis':
      return readAllStyled(node.children, source, { ...styles, [STYLES[node.type]]: true })
    case 'link':
      return isGuessed(node, source) ? readAllStyled(node.children, source, styles) : null
    default:
      return readTagged(node, source, styles)
  }
}

/** Tags of a style and what is between them are a node of that name. */
function readTagged({ type, ...node }: { readonly type: string }, source: string, styles: TextStyles) {
  const { children = [] } = node as { readonly children?: readonly Phrasing[] }
  return isTagStyle(type) ? readAllStyled(children, source, { ...styles, [type]: true }) : null
}

/** The renderer includes the marks after an address in the link, so nothing is struck through. */
function endsInAddress({ children }: NodeOf<'delete'>): boolean {
  const last = children.at(-1)
  const label = last?.type === 'link' ? last.children[0] : undefined
  return label?.type === 'text' && /^[a-z]+:\/\//i.test(label.value)
}

function readAllStyled(nodes: readonly Phrasing[], source: string, styles: TextStyles): StyledText[] | null {
  const read: StyledText[] = []
  for (const node of nodes) {
    const inner = readStyled(node, source, styles)
    if (!inner) return null
    read.push(...inner)
  }
  return read
}

const text = (value: string, styles: TextStyles): StyledText => ({ type: 'text', text: value, styles })
