import type { fromHtml } from 'hast-util-from-html'

type Root = ReturnType<typeof fromHtml>
type Element = Extract<Root['children'][number], { type: 'element' }>

const MARKS = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
)
const UNSEEN = new Set(['link', 'meta', 'param', 'script', 'style', 'template'])

/**
 * Makes marks of nothing but blanks plain, leaves out what nobody sees, and joins neighbouring texts: a library looks
 * through each run of them once for each of its members.
 */
export function plainBlanks(node: Root | Element): void {
  const kept: Root['children'] = []
  for (const child of node.children) {
    if (child.type === 'comment') continue
    if (child.type === 'element') {
      if (UNSEEN.has(child.tagName)) continue
      plainBlanks(child)
    }
    const blank = child.type === 'element' && MARKS.has(child.tagName) ? blankIn(child) : null
    const text = child.type === 'text' ? child.value : blank
    const last = kept.at(-1)
    if (text === null) kept.push(child)
    else if (last?.type === 'text') last.value += text
    else if (text !== '') kept.push({ type: 'text', value: text })
  }
  node.children = kept as typeof node.children
}

/** The text of an element that has nothing but blanks; null for any other. */
function blankIn({ children }: Element): string | null {
  const [only, ...others] = children
  if (!only) return ''
  // Its own blanks are joined already.
  return others.length === 0 && only.type === 'text' && only.value.trim() === '' ? only.value : null
}
