/** A syntax tree of any kind, as far as needed for pairing. */
interface Tree {
  readonly type: string
  readonly children?: readonly Tree[]
  readonly value?: string
  readonly position?: { readonly start: unknown; readonly end: unknown } | undefined
}

const STYLES: Readonly<Record<string, string>> = { strong: 'strong', em: 'emphasis', s: 'delete' }

/**
 * The tree with a style node for each `<strong>`, `<em>` or `<s>` without attributes and its closing tag: the writer
 * uses these tags where marks do not work.
 */
export const withStyleTags = <T extends { readonly type: string }>(tree: T): T => paired(tree) as T

function paired(tree: Tree): Tree {
  if (!tree.children) return tree
  const children: Tree[] = []
  const open: { readonly tag: string; readonly at: number }[] = []
  for (const node of tree.children) {
    const end = closed(node)
    const begun = open.at(-1)
    if (end !== null && begun?.tag === end) {
      open.pop()
      const [first, ...within] = children.splice(begun.at)
      children.push({ type: STYLES[end] ?? end, children: within, ...from(first, node) })
      continue
    }
    const start = opened(node)
    if (start !== null) open.push({ tag: start, at: children.length })
    children.push(paired(node))
  }
  return { ...tree, children }
}

const from = (first: Tree | undefined, last: Tree): Pick<Tree, 'position'> =>
  first?.position && last.position ? { position: { start: first.position.start, end: last.position.end } } : {}

const opened = (node: Tree): string | null => tagIn(node, /^<(strong|em|s)>$/)
const closed = (node: Tree): string | null => tagIn(node, /^<\/(strong|em|s)>$/)
const tagIn = ({ type, value }: Tree, tag: RegExp): string | null =>
  type === 'html' ? (tag.exec(value ?? '')?.[1] ?? null) : null
