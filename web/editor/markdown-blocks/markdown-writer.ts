import { frontmatterToMarkdown } from 'mdast-util-frontmatter'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { mathToMarkdown } from 'mdast-util-math'
import { defaultHandlers, toMarkdown, type Handle, type Options } from 'mdast-util-to-markdown'
import { cjkFriendlyToMarkdown } from 'mdast-util-to-markdown-cjk-friendly'
import { inPieces } from './escaped-pieces.ts'
import type { Node, NodeOf } from './parse.ts'
import { linesKept, WRITTEN } from './lines-before-source.ts'
import { TAG_STYLES } from './tag-styles.ts'
import { addressParts, writtenAddress } from './written-address.ts'

/** A top-level node as markdown, without a final line feed. */
export const writeNode = (node: Node): string =>
  toMarkdown({ type: 'root', children: [linesKept(node)] }, OPTIONS).replace(/\n$/, '')

/** The marker of a list: `-`, `*`, `+`, or `.`, `)` after its numbers. */
export const markerOf = (list: NodeOf<'list'>): string =>
  (Reflect.get(list.data ?? {}, 'marker') as string | undefined) ?? (list.ordered ? '.' : '-')

/** The same list with another marker. */
export const withMarker = (list: NodeOf<'list'>, marker: string | undefined): NodeOf<'list'> => {
  const data = { marker }
  return { ...list, data }
}

const writeList: Handle = (node: NodeOf<'list'>, parent, state, info) => {
  const options = state.options
  const marker = markerOf(node)
  state.options = { ...options, ...(node.ordered ? { bulletOrdered: marker as '.' } : { bullet: marker as '-' }) }
  const written = defaultHandlers.list(node, parent, state, info)
  state.options = options
  return written
}

const writeText: Handle = (node: { readonly value: string }, _parent, state, info) => {
  const written = (text: string, before: string, after: string): string =>
    plainText(state.safe(text, { ...info, before, after }))
  const place = { isInTable: state.stack.includes('tableCell'), isInLink: state.stack.includes('label') }
  const texts: string[] = []
  for (const { part, isAddress, after } of addressParts(node.value, info.after)) {
    // Of a text that is being put together, this would take as long as copying it.
    const before = texts.at(-1)?.at(-1) ?? info.before
    texts.push(isAddress ? writtenAddress(part, { before, after, ...place }, written) : written(part, before, after))
  }
  return texts.join('')
}

// `user_id`, `a&b` and `a * b` mean the same with and without a backslash, and people read the source.
const plainText = (escapedText: string): string =>
  escapedText
    .replace(/(?<=[A-Za-z0-9])\\_(?=[A-Za-z0-9])/g, '_')
    .replace(/(?<=[^\s\\] )\\\*(?= )/g, '*')
    .replace(NEEDLESS_ESCAPE, '&')

// Not behind a literal backslash, and not before what would be a character reference.
const NEEDLESS_ESCAPE = /(?<=(?:^|[^\\])(?:\\\\)*)\\&(?!#?[A-Za-z0-9]+;)/g

/** An address as it was given: people copy it from the source. */
const withPlainAddress = (write: Handle): Handle => {
  const writePlain: Handle = (node, parent, state, info) => {
    const written = write(node, parent, state, info)
    const address = written.lastIndexOf('](')
    return address < 0 ? written : written.slice(0, address) + written.slice(address).replace(NEEDLESS_ESCAPE, '&')
  }
  // Tells the writer of the text before with which character this begins.
  return Object.assign(writePlain, { peek: Reflect.get(write, 'peek') as unknown })
}

const gfm = (gfmToMarkdown({ tablePipeAlign: false }).extensions ?? []).map((extension): Options => ({
  ...extension,
  // Without these, `@` and `http:` in text would be escaped to prevent links, which readers' renderer creates anyway.
  unsafe: (extension.unsafe ?? []).filter(({ character }) => !['@', ':', '.'].includes(character)),
}))
const writeGfmTable = gfm.flatMap(({ handlers }) => handlers?.table ?? [])[0]

const writeTable: Handle = (node: NodeOf<'table'>, parent, state, info) => {
  if (!writeGfmTable) throw new Error('the table handler is missing')
  const [heading = '', , ...rows] = writeGfmTable(node, parent, state, info).split('\n')
  return [heading, delimiterRow(node.align ?? []), ...rows].join('\n')
}

const DELIMITERS = { left: ':---', center: ':---:', right: '---:' } as const

/** The delimiter row of a table. */
const delimiterRow = (align: readonly (keyof typeof DELIMITERS | null | undefined)[]): string =>
  `| ${align.map((side) => (side ? DELIMITERS[side] : '---')).join(' | ')} |`

const math: Options = mathToMarkdown()
const formulas: Options = {
  ...math,
  // A rule that contains `after`, even `undefined`, leaves a dollar unescaped before an escape: `$~~c~~ $`.
  unsafe: (math.unsafe ?? []).map(({ after, ...rule }) => (after === undefined ? rule : { ...rule, after })),
}

/** Tags around what has a style without a mark. */
const inTag =
  (tag: string): Handle =>
  (node: NodeOf<'paragraph'>, _parent, state, info) =>
    `<${tag}>${state.containerPhrasing(node, { ...info, before: '>', after: '<' })}</${tag}>`
const tagged = Object.fromEntries(
  Object.entries(TAG_STYLES).map(([style, tag]) => [style, Object.assign(inTag(tag), { peek: () => '<' })]),
)

const OPTIONS: Options = {
  extensions: [cjkFriendlyToMarkdown(), ...gfm, frontmatterToMarkdown(['yaml']), formulas],
  // A line feed is rendered as a line break, so nothing is added.
  handlers: {
    ...{ root: inPieces, break: () => '\n', list: writeList, table: writeTable, text: writeText },
    ...{ link: withPlainAddress(defaultHandlers.link), image: withPlainAddress(defaultHandlers.image) },
    ...tagged,
    [WRITTEN]: ({ value }: { readonly value: string }) => value,
  },
  bullet: '-',
  rule: '-',
  fences: true,
  listItemIndent: 'one',
  emphasis: '*',
  resourceLink: false,
}
