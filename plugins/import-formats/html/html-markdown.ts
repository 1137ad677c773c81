import { toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { defaultHandlers, toMarkdown } from 'mdast-util-to-markdown'
import type { Language } from '#core/plugin.ts'
import { BrokenFile } from '../thread/reader.ts'
import { layCellsOut } from './cell-lines.ts'
import { root as inPieces } from './escaped-pieces.ts'
import { filledCells } from './filled-cells.ts'
import { footnoteHandlers, withTheirFootnotes } from './footnotes.ts'
import { parsedHtml } from './html-tree.ts'
import { followInnerLinks, headingHandlers, nameHeadings } from './inner-links.ts'
import { table } from './inner-table.ts'
import { leastLength } from './least-length.ts'
import { plainBlanks } from './plain-blanks.ts'
import { sub, sup } from './raised-text.ts'
import { root } from './root.ts'
import { textOf } from './text-of.ts'
import { tidyMarks } from './tidy-marks.ts'
import { withoutScripts } from './without-scripts.ts'

type ToMarkdownOptions = NonNullable<Parameters<typeof toMarkdown>[1]>
type Root = Extract<ReturnType<typeof toMdast>, { type: 'root' }>
type Heading = Extract<Root['children'][number], { type: 'heading' }>

/** A part of a document, by its heading. */
export interface Section {
  /** '' for the part before the first one. */
  readonly title: string
  readonly markdown: string
}
export interface HtmlWishes {
  readonly language: Language
  /** One part per heading of the highest level that occurs several times, else a single part. */
  readonly isSplit: boolean
  /** Maps the address of a picture. */
  pictureAt(address: string): string
  /** Of a part, in UTF-16 units. */
  readonly longest: number
  /** The address of the page for one of the parts with these titles. */
  addressOf(titles: readonly string[], part: number): string
  /** What of the text of a heading its id is made from; all of it when left out. */
  namedBy?(text: string): string
}

const MOST_DEPTH = 400
/** Marks that browsers repeat in each block because they are not closed. */
const MOST_REPEATED = 3_000_000
/** Of one element: each takes hundreds of bytes, and is looked for among the others. */
export const MOST_ATTRIBUTES = 5_000
/** Each takes some thousand bytes and a tenth of a millisecond. */
const MOST_ELEMENTS = 150_000
/** Each takes some hundred bytes and some thousandths of a millisecond. */
const MOST_FILLED = 250_000
const SAID = {
  en: {
    deep: 'its elements are nested too deeply',
    attributes: 'one of its elements has too many attributes',
    elements: 'it has too many elements',
    cells: 'its tables would have too many empty cells, because one of their rows is much wider than the others',
  },
  'zh-cn': {
    deep: '元素嵌套层级过深',
    attributes: '某个元素的属性过多',
    elements: '元素数量过多',
    cells: '表格中有一行远宽于其他行，补齐后空单元格过多',
  },
} as const

/** HTML as markdown; no HTML is kept. @throws BrokenFile */
export const htmlSections = (html: string, wishes: HtmlWishes): readonly Section[] =>
  sectionsOfTrees([htmlTree(html, wishes)], wishes)

/** A piece of a document, as a tree of markdown. */
export type HtmlTree = Root

/** @throws BrokenFile */
export function htmlTree(html: string, { language, pictureAt }: Pick<HtmlWishes, 'language' | 'pictureAt'>): HtmlTree {
  const nothing = (): undefined => undefined
  const read = parsedHtml(fitting(html, language))
  // Before empty marks, to which links may lead, are left out.
  nameHeadings(read)
  plainBlanks(read)
  layCellsOut(read)
  if (filledCells(read) > MOST_FILLED) throw new BrokenFile(SAID[language].cells)
  const tree = toMdast(read, {
    document: true,
    nodeHandlers: { comment: nothing, root },
    handlers: {
      img: (_state, element) => {
        const { src, alt } = element.properties
        return { type: 'image', url: pictureAt(String(src ?? '')), alt: String(alt ?? '') }
      },
      ...footnoteHandlers,
      ...headingHandlers,
      sub,
      sup,
      table,
      iframe: nothing,
      script: nothing,
      style: nothing,
      svg: nothing,
      title: nothing,
    },
  })
  const whole: Root = tree.type === 'root' ? tree : { type: 'root', children: [] }
  promoteHeads(whole)
  tidyMarks(whole)
  return whole
}

/**
 * What of a document is read. In scripts, comparisons look like elements. Where a script begins and ends only a parser
 * knows for sure, so that nothing is left out of a document that can be read as a whole.
 */
function fitting(html: string, language: Language): string {
  if (problemOf(html) === null) return html
  const rest = withoutScripts(html)
  const problem = problemOf(rest)
  if (problem !== null) throw new BrokenFile(SAID[language][problem])
  return rest
}

function problemOf(html: string): 'deep' | 'attributes' | 'elements' | null {
  const { depth, repeated, attributes, elements } = shapeOf(html)
  if (depth > MOST_DEPTH || repeated > MOST_REPEATED) return 'deep'
  if (attributes > MOST_ATTRIBUTES) return 'attributes'
  return elements > MOST_ELEMENTS ? 'elements' : null
}

/** The sections of pieces that follow one another. */
export function sectionsOfTrees(
  trees: readonly HtmlTree[],
  { isSplit, longest, addressOf, namedBy = (text) => text }: Omit<HtmlWishes, 'language' | 'pictureAt'>,
): readonly Section[] {
  const root: Root = { type: 'root', children: joined(trees) }
  const level = isSplit ? splitLevel(root) : null
  const sections = sectionsOf(root, level)
  const titles = sections.map(({ title }) => title)
  followInnerLinks(sections, (part) => addressOf(titles, part), namedBy)
  return withTheirFootnotes(sections).map(({ title, nodes }) => ({
    title,
    markdown: written(nodes, longest),
  }))
}

/** Code and quotes that go on in the next piece are one, as they are within a piece. */
function joined(trees: readonly HtmlTree[]): Root['children'] {
  const all: Root['children'] = []
  for (const { children } of trees)
    for (const [at, node] of children.entries()) {
      const before = at === 0 ? all.at(-1) : undefined
      if (before?.type === 'code' && node.type === 'code') before.value += `\n${node.value}`
      else if (before?.type === 'blockquote' && node.type === 'blockquote')
        before.children = before.children.concat(node.children)
      else all.push(node)
    }
  return all
}

function written(children: Root['children'], longest: number): string {
  const root: Root = { type: 'root', children }
  // It is refused, however it is written; each of its signs would be looked at many times.
  if (leastLength(root) > longest) return textOf(root).padEnd(longest + 1)
  return toMarkdown(root, {
    ...{ bullet: '-', emphasis: '*', fences: true, rule: '-' },
    extensions: [gfmToMarkdown({ tablePipeAlign: false }), OURS],
  }).trim()
}

/** A cell has no other kind of break, and a dollar sign starts a formula. */
const OURS: ToMarkdownOptions = {
  handlers: {
    root: inPieces,
    break: (node, parent, state, info) =>
      state.stack.includes('tableCell') ? '<br>' : defaultHandlers.break(node, parent, state, info),
  },
  unsafe: [{ character: '$', inConstruct: 'phrasing' }],
}

/** Markdown tables need a header: without one, the first row is used. */
function promoteHeads(node: Root | Root['children'][number]): void {
  if (node.type === 'table' && node.children[0]?.children.every((cell) => cell.children.length === 0))
    node.children.shift()
  if ('children' in node) for (const child of node.children) promoteHeads(child)
}

/** The highest level with more than one heading; null when there is none. */
function splitLevel({ children }: Root): number | null {
  const levels = children.flatMap((node) => (node.type === 'heading' ? node.depth : []))
  return [1, 2, 3, 4, 5, 6].find((level) => levels.filter((each) => each === level).length > 1) ?? null
}

function sectionsOf(root: Root, level: number | null) {
  type Begun = { readonly title: string; readonly heading: Heading | null; readonly nodes: Root['children'] }
  const sections: Begun[] = [{ title: '', heading: null, nodes: [] }]
  for (const node of root.children) {
    if (node.type === 'heading' && node.depth === level)
      sections.push({ title: textOf(node), heading: node, nodes: [] })
    else sections.at(-1)?.nodes.push(node)
  }
  return sections.filter(({ title, nodes }) => title !== '' || nodes.length > 0)
}

/** Elements without a closing tag, which do not affect the depth. */
const OPEN_ENDED =
  /^(?:area|base|br|col|dd|dt|embed|hr|img|input|li|link|meta|option|p|param|rp|rt|source|tbody|td|tfoot|th|thead|tr|track|wbr)$/i

/** Elements that are opened again in each block until they are closed; of links there is never more than one. */
const MARK = /^(?:b|big|code|em|font|i|s|small|strike|strong|tt|u)$/i

interface Shape {
  readonly depth: number
  readonly repeated: number
  /** The most that one element has, if it has many. */
  readonly attributes: number
  readonly elements: number
}

/** Nesting depth, repeated marks, attributes and elements, counted without building a tree, which would take quadratic time. */
function shapeOf(html: string): Shape {
  let [depth, deepest, marks, repeated] = [0, 0, 0, 0]
  let [end, attributes, elements, ends] = [0, 0, 0, 0]
  for (const { 0: begun, 1: slash, 2: name = '', index } of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (end >= 0 && index >= end) {
      end = html.indexOf('>', index)
      attributes = Math.max(attributes, attributesIn(html.slice(index + begun.length, end < 0 ? html.length : end)))
    }
    const step = slash === '/' ? -1 : 1
    // The end of a break is another break, that of a paragraph another paragraph if none is open.
    if (step === 1 || /^br$/i.test(name)) elements += 1
    else if (/^p$/i.test(name)) ends += 1
    if (MARK.test(name)) marks = Math.max(0, marks + step)
    else if (step === 1) repeated += marks
    if (OPEN_ENDED.test(name)) continue
    depth = Math.max(0, depth + step)
    deepest = Math.max(deepest, depth)
  }
  return { depth: deepest, repeated, attributes, elements: Math.max(elements, ends) }
}

/** Shorter marks have too few to count; values may hold anything, with quotes or without. */
const attributesIn = (mark: string): number =>
  mark.length < 2 * MOST_ATTRIBUTES ? 0 : mark.replaceAll(/"[^"]*"|'[^']*'|=[^\s"'>]+/g, '').split(/[\s/]+/).length

/** The content of the title element. */
export const titleIn = (html: string): string =>
  (/<title[^<>]{0,200}>([^<]{1,500})<\/title>/i.exec(html.slice(0, 100_000))?.[1] ?? '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .trim()
