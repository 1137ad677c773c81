import { defaultHandlers, type Handle, type toMdast } from 'hast-util-to-mdast'
import { HeadingIds } from '#core/thread-api.ts'
import type { parsedHtml } from './html-tree.ts'
import { textOf } from './text-of.ts'

type Tree = ReturnType<typeof parsedHtml>
type Element = Extract<Tree['children'][number], { type: 'element' }>
type Root = Extract<ReturnType<typeof toMdast>, { type: 'root' }>
type Node = Root['children'][number]
type Heading = Extract<Node, { type: 'heading' }>

interface Section {
  readonly title: string
  readonly nodes: Root['children']
  /** The heading that became the title. */
  readonly heading: Heading | null
}

const LEVELS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
const IS_HEADING = new Set<string>(LEVELS)
/** A property of headings: the elements are copied before they are read. */
const NAMES = 'dataNames'
const namesOfHeadings = new WeakMap<Heading, readonly string[]>()

/**
 * Notes for each heading the names by which links of the document lead to it: its own, those of marks in it, and those
 * of what begins with it.
 */
export function nameHeadings(tree: Tree): void {
  let names: string[] = []
  const visit = (node: Tree | Tree['children'][number], isInHeading: boolean): void => {
    if (node.type === 'text' && !isInHeading && node.value.trim() !== '') names = []
    if (node.type !== 'element' && node.type !== 'root') return
    if (node.type === 'element') names.push(...namesOf(node))
    const isHeading = node.type === 'element' && IS_HEADING.has(node.tagName)
    for (const child of node.children) visit(child, isInHeading || isHeading)
    if (!isHeading) return
    node.properties[NAMES] = names
    names = []
  }
  visit(tree, false)
}

const namesOf = ({ tagName, properties }: Element): readonly string[] =>
  [properties['id'], tagName === 'a' ? properties['name'] : ''].flatMap((name) =>
    typeof name === 'string' && name !== '' ? [name] : [],
  )

const handleHeading: Handle = (state, element) => {
  const heading = defaultHandlers.h1(state, element)
  const names = element.properties[NAMES]
  if (Array.isArray(names)) namesOfHeadings.set(heading, names.map(String))
  return heading
}
export const headingHandlers: Readonly<Record<string, Handle>> = Object.fromEntries(
  LEVELS.map((level) => [level, handleHeading]),
)

/**
 * Lets links within a document lead to its headings, whose names are others here; links to anything else in it become
 * text. @param addressOf the page of a section @param namedBy what of the text of a heading its id is made from
 */
export function followInnerLinks(
  sections: readonly Section[],
  addressOf: (section: number) => string,
  namedBy: (text: string) => string,
): void {
  const targets = new Map<string, { readonly section: number; readonly fragment: string }>()
  for (const [section, { heading, nodes }] of sections.entries()) {
    const add = (target: Heading, fragment: string) => {
      for (const name of namesOfHeadings.get(target) ?? [])
        if (!targets.has(name)) targets.set(name, { section, fragment })
    }
    if (heading) add(heading, '')
    const ids = new HeadingIds()
    for (const each of headingsIn(nodes)) add(each, `#${ids.next(namedBy(textOf(each)))}`)
  }
  const addressAt = (url: string, from: number): string | null => {
    const target = targets.get(decoded(url.slice(1)))
    if (!target) return null
    return target.section === from && target.fragment !== ''
      ? target.fragment
      : addressOf(target.section) + target.fragment
  }
  for (const [section, { nodes }] of sections.entries()) {
    const changed = nodes.flatMap((node) => followed(node, (url) => addressAt(url, section)))
    nodes.splice(0, nodes.length, ...changed)
  }
}

function followed(node: Node, addressAt: (url: string) => string | null): readonly Node[] {
  if ('children' in node)
    node.children = node.children.flatMap((child) => followed(child, addressAt)) as typeof node.children
  if (node.type !== 'link' || !node.url.startsWith('#')) return [node]
  const address = addressAt(node.url)
  return address === null ? node.children : [{ ...node, url: address }]
}

function* headingsIn(nodes: readonly Node[]): Iterable<Heading> {
  for (const node of nodes) {
    if (node.type === 'heading') yield node
    else if ('children' in node) yield* headingsIn(node.children)
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
