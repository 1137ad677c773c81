/** A syntax tree, as far as needed here. */
interface Tree {
  readonly type: string
  readonly children?: readonly Tree[]
  readonly value?: string
}

/** The type of a node whose value is written as it is, also at the beginning of a line. */
export const WRITTEN: string = 'written'

/**
 * The tree with another type for source that follows a line break, such as a formula, a picture or the entities of
 * full-width spaces: before `html` nodes the library writes a space instead of the line break. Source that would begin a
 * block of its own there stays as it is.
 */
export const linesKept = <T extends { readonly type: string }>(tree: T): T => kept(tree) as T

function kept(tree: Tree): Tree {
  const { children } = tree
  if (!children) return tree
  let hasChanged = false
  const changed = children.map((node, at) => {
    const isInLine = node.type === 'html' && children[at - 1]?.type === 'break' && !beginsBlock(node, children[at + 1])
    const after = isInLine ? { type: WRITTEN, value: node.value ?? '' } : kept(node)
    hasChanged ||= after !== node
    return after
  })
  return hasChanged ? { ...tree, children: changed } : tree
}

const beginsBlock = ({ value = '' }: Tree, next: Tree | undefined): boolean =>
  HTML_BLOCK.test(value) ||
  /^(?:\$\$|[ \t\n])/.test(value) ||
  // The definition of a footnote.
  (value.startsWith('[') && next?.type === 'text' && (next.value ?? '').startsWith(':'))

// Tags that end a paragraph (CommonMark, HTML blocks 1 to 6); others cannot.
const HTML_BLOCK =
  /^<(?:[!?]|\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|pre|script|search|section|source|style|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|track|ul)(?![\w-]))/i
