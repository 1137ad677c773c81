import { fromMarkdown } from 'mdast-util-from-markdown'
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mathFromMarkdown } from 'mdast-util-math'
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { frontmatter } from 'micromark-extension-frontmatter'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'
import { joinedDelimiters } from '#adapters/markdown/loose-tables.ts'
import { inPieces } from './parsed-pieces.ts'
import { withStyleTags } from './style-tags.ts'

export type Root = ReturnType<typeof fromMarkdown>
/** A top-level node. */
export type Node = Root['children'][number]
export type NodeOf<T extends Node['type']> = Extract<Node, { type: T }>
/** Text and inline elements. */
export type Phrasing = NodeOf<'paragraph'>['children'][number]

/** Parses markdown like the renderer does, with the source position of every node. */
export function parseMarkdown(markdown: string): Root {
  const children = inPieces(markdown, (piece) => parsePiece(piece).children)
  return { type: 'root', children }
}

/** The same synchronously, which is slow for long texts. */
export function parsePiece(markdown: string): Root {
  const hasFrontMatter = FRONT_MATTER.test(markdown)
  const parsed = (text: string): Root =>
    fromMarkdown(text, {
      extensions: [...EXTENSIONS, ...(hasFrontMatter ? [frontmatter(['yaml'])] : [])],
      mdastExtensions: [...MDAST_EXTENSIONS, ...(hasFrontMatter ? [frontmatterFromMarkdown(['yaml'])] : [])],
    })
  const asRead = parsed(markdown)
  const joined = withTables(markdown, asRead)
  const root = joined === markdown ? asRead : parsed(joined)
  for (const node of root.children) if (node.type === 'table') freeBars(node, markdown)
  return withStyleTags(root)
}
const EXTENSIONS = [gfm({ singleTilde: false }), math(), cjkFriendlyExtension()]
const MDAST_EXTENSIONS = [gfmFromMarkdown(), mathFromMarkdown()]

/** The text with the delimiter rows of tables as the renderer takes them; each node keeps its place. */
function withTables(markdown: string, { children }: Root): string {
  const parts: string[] = []
  let taken = 0
  for (const node of children) {
    if (node.type !== 'paragraph' || !sourceOf(node, markdown).includes('|')) continue
    const { start, end } = placeOf(node)
    let from = start
    const lines = markdown.slice(start, end).split('\n')
    for (const [at, line] of lines.entries()) {
      const joined = joinedDelimiters(lines[at - 1] ?? '', line)
      if (joined !== null) {
        parts.push(markdown.slice(taken, from), joined)
        taken = from + line.length
      }
      from += line.length + 1
    }
  }
  return parts.length === 0 ? markdown : parts.join('') + markdown.slice(taken)
}

/** The parser keeps the backslash before a bar in addresses of table cells, where the renderer removes it. */
function freeBars(node: Tree, markdown: string): void {
  for (const child of node.children ?? []) {
    const isGuessed = child.type === 'link' && !/^[<[]/.test(markdown.slice(child.position?.start.offset))
    if (isGuessed && child.url?.includes('|')) {
      child.url = child.url.replaceAll('\\|', '|')
      for (const label of child.children ?? []) label.value = label.value?.replaceAll('\\|', '|') ?? ''
    } else freeBars(child, markdown)
  }
}
interface Tree {
  readonly type: string
  readonly children?: Tree[]
  readonly position?: Node['position']
  url?: string
  value?: string
}

// The renderer treats `---` as a rule, while the parser would accept front matter that ends anywhere in the page.
const FRONT_MATTER = /^---[ \t]*\n(?:(?:[\w-]+[ \t]*:|[ \t]+|- |#).*\n)*---[ \t]*(?:\n|$)/

interface Place {
  readonly start: number
  readonly end: number
}

/** The position of a parsed node; offsets in the text it was parsed from. */
export function placeOf({ position }: Pick<Node, 'position'>): Place {
  const start = position?.start.offset
  const end = position?.end.offset
  if (start === undefined || end === undefined) throw new Error('a parsed node has no position')
  return { start, end }
}

export function sourceOf(node: Pick<Node, 'position'>, source: string): string {
  const { start, end } = placeOf(node)
  return source.slice(start, end)
}

export const isLineBreakTag = (node: { readonly type: string; readonly value?: string } | undefined): boolean =>
  node?.type === 'html' && /^<br\s*\/?>$/i.test(node.value ?? '')
