import { TAG_STYLES } from './tag-styles.ts'

/** A syntax tree of any kind, as far as needed for pairing. */
interface Tree {
  readonly type: string
  readonly children?: readonly Tree[]
  readonly value?: string
  readonly position?: { readonly start: unknown; readonly end: unknown } | undefined
}

/** The type of the node for each tag. */
const STYLES: Readonly<Record<string, string>> = {
  ...{ strong: 'strong', em: 'emphasis', s: 'delete' },
  ...Object.fromEntries(Object.entries(TAG_STYLES).map(([style, tag]) => [tag, style])),
}

/**
 * The tree with a style node for each tag of a style without attributes and its closing tag. The writer uses tags where
 * marks do not work, and where there are none. Tags around what would be written differently stay as they are.
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
      if (isWrittenAlike(children.slice(begun.at + 1))) {
        const [first, ...within] = children.splice(begun.at)
        children.push({ type: STYLES[end] ?? end, children: within, ...from(first, node) })
        continue
      }
    }
    const start = opened(node)
    if (start !== null) open.push({ tag: start, at: children.length })
    children.push(paired(node))
  }
  return { ...tree, children }
}

const from = (first: Tree | undefined, last: Tree): Pick<Tree, 'position'> =>
  first?.position && last.position ? { position: { start: first.position.start, end: last.position.end } } : {}

/** Styles are written within a line, and around letters. */
const isWrittenAlike = (within: readonly Tree[]): boolean =>
  /^\S(?:[^\n]*\S)?$/.test(within.map(textIn).join('')) && !within.some(hasBreak)
const textIn = ({ type, value = '', children = [] }: Tree): string =>
  type === 'text' ? value : children.length > 0 ? children.map(textIn).join('') : '-'
const hasBreak = ({ type, children = [] }: Tree): boolean => type === 'break' || children.some(hasBreak)

const TAGS = Object.keys(STYLES).join('|')
const OPENING = new RegExp(`^<(${TAGS})>$`)
const CLOSING = new RegExp(`^</(${TAGS})>$`)
const opened = (node: Tree): string | null => tagIn(node, OPENING)
const closed = (node: Tree): string | null => tagIn(node, CLOSING)
const tagIn = ({ type, value }: Tree, tag: RegExp): string | null =>
  type === 'html' ? (tag.exec(value ?? '')?.[1] ?? null) : null
