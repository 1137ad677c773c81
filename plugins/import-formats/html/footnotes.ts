import { defaultHandlers, type Handle, type toMdast } from 'hast-util-to-mdast'

type Root = Extract<ReturnType<typeof toMdast>, { type: 'root' }>
type Node = Root['children'][number]
interface Section {
  readonly title: string
  readonly nodes: Root['children']
}

const IS_NOTE = /^((?:foot|end)note-\d+)$/
const IS_USE = /^#((?:foot|end)note-\d+)$/
const IS_WAY_BACK = /^#(?:foot|end)note-ref-\d+$/

/** Footnotes as mammoth writes them: a link to an entry of the list at the end. */
export const footnoteHandlers: Readonly<Record<'a' | 'ol', Handle>> = {
  a(state, element) {
    const address = String(element.properties['href'] ?? '')
    if (IS_WAY_BACK.test(address)) return undefined
    const identifier = IS_USE.exec(address)?.[1]
    if (identifier !== undefined) return { type: 'footnoteReference', identifier, label: identifier }
    return defaultHandlers.a(state, element)
  },
  ol(state, element) {
    const entries = element.children.filter((child) => child.type === 'element')
    const names = entries.flatMap(({ properties }) => IS_NOTE.exec(String(properties['id'] ?? ''))?.[1] ?? [])
    if (names.length === 0 || names.length < entries.length) return defaultHandlers.ol(state, element)
    return entries.map((entry, at) => {
      const identifier = names[at] ?? ''
      return { type: 'footnoteDefinition', identifier, label: identifier, children: state.toFlow(state.all(entry)) }
    })
  },
}

/** Each section with the footnotes it uses, which are all in the last section of the document. */
export function withTheirFootnotes(sections: readonly Section[]): readonly Section[] {
  const definitions = new Map<string, Node>()
  for (const { nodes } of sections)
    for (const node of nodes) if (node.type === 'footnoteDefinition') definitions.set(node.identifier, node)
  if (definitions.size === 0) return sections
  return sections.map(({ title, nodes }) => {
    const rest = nodes.filter(({ type }) => type !== 'footnoteDefinition')
    return { title, nodes: [...rest, ...[...usedIn(rest)].flatMap((name) => definitions.get(name) ?? [])] }
  })
}

function usedIn(nodes: readonly Node[], used = new Set<string>()): ReadonlySet<string> {
  for (const node of nodes) {
    if (node.type === 'footnoteReference') used.add(node.identifier)
    if ('children' in node) usedIn(node.children, used)
  }
  return used
}
