import { isLineBreakTag, type Node } from './parse.ts'
import { TAG_STYLES } from './tag-styles.ts'

/** A syntax tree of any kind, as far as needed for comparison. */
interface Tree {
  readonly type: string
  readonly children?: readonly Tree[]
  readonly value?: string
  readonly [field: string]: unknown
}
interface MutableTree {
  type: string
  children?: MutableTree[]
  value?: string
  [field: string]: unknown
}

/** Equal exactly for nodes that are rendered the same. */
export const meaningOf = (node: Node): string => JSON.stringify(normal(node as unknown as Tree))

const NOT_MEANT = new Set(['position', 'type', 'children', 'spread', 'data'])
// Bold in italic and italic in bold look the same: they are compared in this order.
const NESTING: readonly string[] = ['strong', 'emphasis', 'delete', ...Object.keys(TAG_STYLES)]

function normal(node: Tree): MutableTree {
  if (node.type === 'break') return { type: 'text', value: '\n' }
  const swapped = inNestingOrder(node)
  if (swapped) return normal(swapped)

  const result: MutableTree = { type: node.type }
  for (const [field, value] of Object.entries(node)) {
    const isAbsent = value === null || value === undefined || value === false
    if (!NOT_MEANT.has(field) && (!isAbsent || field === 'checked')) result[field] = value ?? null
  }
  if (node.type === 'list' && (!node['ordered'] || node['start'] === 1)) delete result['start']
  if (node.type === 'list') result['isLoose'] = isLoose(node)
  if (node.type === 'table') result['align'] = ((node['align'] as unknown[] | null) ?? []).map((side) => side ?? null)
  if (isLineBreakTag(node)) result.value = '<br>'
  if (node.children) result.children = normalChildren(node)
  return result
}

function inNestingOrder(node: Tree): Tree | null {
  const [inner, ...others] = node.children ?? []
  if (!inner || others.length > 0) return null
  const outerRank = NESTING.indexOf(node.type)
  const innerRank = NESTING.indexOf(inner.type)
  if (innerRank < 0 || outerRank <= innerRank) return null
  return { ...inner, children: [{ ...node, children: inner.children ?? [] }] }
}

function normalChildren(node: Tree): MutableTree[] {
  const children: MutableTree[] = []
  for (const child of (node.children ?? []).map(normal)) {
    const before = children.at(-1)
    if (child.type === 'text' && before?.type === 'text') before.value = `${before.value ?? ''}${child.value ?? ''}`
    else children.push(child)
  }
  for (const [index, child] of children.entries()) {
    if (child.type !== 'text') continue
    child.value = (child.value ?? '').replace(/[ \t]*\n[ \t]*/g, '\n')
    if (isLineBreakTag(children[index - 1])) child.value = child.value.replace(/^[ \t]+/, '')
    if (isLineBreakTag(children[index + 1])) child.value = child.value.replace(/[ \t]+$/, '')
  }
  return children.filter((child) => !(child.type === 'text' && child.value === ''))
}

/** Whether the items of a list are rendered as separate paragraphs. */
export const isLoose = (list: { readonly spread?: unknown; readonly children?: readonly unknown[] }): boolean =>
  list.spread === true || (list.children ?? []).some((item) => (item as { spread?: unknown }).spread === true)
