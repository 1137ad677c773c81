import type { parsedHtml } from './html-tree.ts'

type Root = ReturnType<typeof parsedHtml>
type Node = Root['children'][number]
type Element = Extract<Node, { type: 'element' }>

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Blanks beside their borders are not shown. */
const BLOCKS = names(
  'address article aside blockquote body br caption center col colgroup dd dialog dir div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre section summary table tbody td tfoot th thead tr ul wbr xmp',
)
/** These are seen even when nothing is in them. */
const CONTENT = names('audio button canvas embed iframe img input math object picture select svg textarea video')
const UNSEEN = names(
  'area basefont bgsound datalist frame link meta noembed noframes param script style template title track',
)
const MEDIA = names('audio video')
/** Blanks in these are kept. */
const WITH_BLANKS = names('listing nobr plaintext pre textarea xmp')
/** What is hidden in these is no part of their text. */
const CODE = names('code kbd listing plaintext pre samp tt var xmp')

interface Place {
  readonly keepsBlanks: boolean
  readonly isCode: boolean
}

/**
 * Makes elements of nothing but blanks plain, leaves out what nobody sees and blanks between blocks, and joins
 * neighbouring texts: a library looks through rows of them, or moves the rest of a row, once for each of its members.
 */
export function plainBlanks(root: Root): void {
  tidy(root, { keepsBlanks: false, isCode: false }, { hasBase: false })
}

function tidy(parent: Root | Element, place: Place, found: { hasBase: boolean }): void {
  const kept: Root['children'] = []
  let takesSource = parent.type === 'element' && MEDIA.has(parent.tagName)
  for (const child of parent.children) {
    if (child.type === 'comment') continue
    if (child.type === 'element') {
      if (UNSEEN.has(child.tagName) || (place.isCode && isLeftOut(child))) continue
      // The first one counts of both.
      if (child.tagName === 'base' && found.hasBase) continue
      found.hasBase ||= child.tagName === 'base'
      if (child.tagName === 'source' && !takesSource) continue
      if (child.tagName === 'source' && child.properties['src']) takesSource = false
      const { hidden: _, ...properties } = child.properties
      child.properties = properties
      if (child.tagName === 'rp') child.tagName = 'span'
      tidy(child, placeIn(child, place), found)
    }
    const text = child.type === 'text' ? child.value : blankIn(child)
    const last = kept.at(-1)
    if (text === null) kept.push(child)
    else if (last?.type === 'text') last.value += text
    else if (text !== '') kept.push({ type: 'text', value: text })
  }
  parent.children = (place.keepsBlanks ? kept : withoutBlanksAtBlocks(kept, parent)) as typeof parent.children
}

/** As a text of code has it. */
const isLeftOut = ({ tagName, properties }: Element): boolean => tagName === 'rp' || Boolean(properties['hidden'])

const placeIn = ({ tagName, properties }: Element, { keepsBlanks, isCode }: Place): Place => ({
  keepsBlanks: keepsBlanks || WITH_BLANKS.has(tagName) || Boolean(properties['noWrap']),
  isCode: isCode || CODE.has(tagName),
})

const isBlank = (value: string): boolean => /^[\t\n\f\r ]*$/.test(value)
const isInline = ({ tagName }: Element): boolean =>
  !BLOCKS.has(tagName) && !CONTENT.has(tagName) && tagName !== 'base' && tagName !== 'source'

/** The text of an inline element that has nothing but blanks; null for any other. */
function blankIn(node: Node): string | null {
  if (node.type !== 'element' || !isInline(node)) return null
  const [only, ...others] = node.children
  if (!only) return ''
  // Its own blanks are joined already.
  return others.length === 0 && only.type === 'text' && only.value.trim() === '' ? only.value : null
}

function withoutBlanksAtBlocks(nodes: readonly Node[], parent: Root | Element): readonly Node[] {
  const isBlock = parent.type === 'root' || BLOCKS.has(parent.tagName)
  return nodes.filter((node, at) => {
    if (node.type !== 'text' || !isBlank(node.value)) return true
    const [before, after] = [nodes[at - 1], nodes[at + 1]]
    return !(before ? endsLine(before) : isBlock) && !(after ? beginsLine(after) : isBlock)
  })
}

/** Whether a blank after it is not shown. */
function endsLine(node: Node): boolean {
  if (node.type === 'text') return isBlank(node.value.slice(-1))
  if (node.type !== 'element' || CONTENT.has(node.tagName)) return false
  if (BLOCKS.has(node.tagName)) return true
  const last = node.children.at(-1)
  return last !== undefined && endsLine(last)
}

/** Whether a blank before it is not shown. */
function beginsLine(node: Node): boolean {
  if (node.type !== 'element' || CONTENT.has(node.tagName)) return false
  if (BLOCKS.has(node.tagName)) return true
  const first = node.children.find((child) => child.type !== 'text' || !isBlank(child.value))
  return first !== undefined && beginsLine(first)
}
