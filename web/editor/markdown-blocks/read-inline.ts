import type { Inline, StyledText, TextStyles } from './blocks.ts'
import { isLineBreakTag, sourceOf, type NodeOf, type Phrasing } from './parse.ts'

const STYLES = { strong: 'bold', emphasis: 'italic' } as const

/** Text with styles; what the editor cannot show becomes a chip that holds its source. */
export const readInlines = (nodes: readonly Phrasing[], source: string): Inline[] =>
  nodes.flatMap((node) => readInline(node, source))

/** As `readInlines`, with `<br>` as an editable line break: for places where markdown knows no other. */
export const readLine = (nodes: readonly Phrasing[], source: string): Inline[] =>
  nodes.flatMap((node) => (isLineBreakTag(node) ? [text('\n', {})] : readInline(node, source)))

function readInline(node: Phrasing, source: string): Inline[] {
  const styled = readStyled(node, source, {})
  if (styled) return styled
  if (node.type === 'link' && !node.title && node.children.length > 0) {
    const label = readAllStyled(node.children, source, {})
    if (label && !label.some(({ styles }) => styles.code)) return [{ type: 'link', href: node.url, content: label }]
  }
  return [{ type: 'mdRaw', props: { raw: withoutIndentation(sourceOf(node, source)) } }]
}

// Before a line stands what the list or quote around it writes there, which it does again.
const withoutIndentation = (raw: string): string => raw.replace(/\n[ \t>]+/g, '\n')

// An address in text is text, to readers a link: no link of the editor could follow what is typed into it.
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
      // Code excludes other styles in the editor.
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
      return null
  }
}

/** To readers the marks behind an address are a part of it, so there is nothing struck out. */
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
