import { CALLOUTS } from '#adapters/markdown/allowed.ts'
import { newBlockId, type Block, type BlockContent, type BlockProps, type Inline } from '../markdown-blocks/blocks.ts'
import { writeBlocks } from '../markdown-blocks/write-blocks.ts'
import { fateOf, HELD_IN_BLOCKS, type PictureFate } from './held-pictures.ts'
import { codeIn, codeOfTable, languageOf } from './html-code.ts'
import { formulaBlock, formulaIn } from './html-formulas.ts'
import { inlinesIn, lineBreak, pictureSource, type InlineReading } from './html-inlines.ts'
import { BLOCKS, partLinks } from './html-links.ts'
import { readableHtml } from './readable-html.ts'

type Draft = { -readonly [Part in keyof Block]: Block[Part] } & { children: Draft[] }

export interface HtmlBlocks {
  readonly blocks: readonly Block[]
  /** The data addresses of pictures whose places are held in the blocks, in their order. */
  readonly pictures: readonly string[]
  /** How many pictures did not come along: only the program that they were copied from has them. */
  readonly missing: number
}

/**
 * The content of formatted text, as blocks. Nothing in it is run or loaded, and none of its HTML is kept (threats X6).
 */
export const htmlBlocks = (html: string, held = HELD_IN_BLOCKS): HtmlBlocks =>
  together(htmlPieces(html, PIECE_LENGTH, held).map((readPiece) => readPiece()))

/** Pieces of a text as one. */
export const together = (pieces: readonly HtmlBlocks[]): HtmlBlocks => ({
  blocks: pieces.flatMap(({ blocks }) => blocks),
  pictures: pieces.flatMap(({ pictures }) => pictures),
  missing: pieces.reduce((sum, { missing }) => sum + missing, 0),
})

/** Can be read in a few milliseconds. */
const PIECE_LENGTH = 8_000

/** The same in pieces that can be read one at a time. `held` stands where pictures are held. */
export function htmlPieces(html: string, length = PIECE_LENGTH, held = HELD_IN_BLOCKS): readonly (() => HtmlBlocks)[] {
  const { body } = new DOMParser().parseFromString(readableHtml(html), 'text/html')
  partLinks(body)
  const pieces: Node[][] = [[]]
  let size = 0
  for (const node of contentOf(body).childNodes) {
    if (size >= length && beginsAnew(node)) {
      pieces.push([])
      size = 0
    }
    pieces.at(-1)?.push(node)
    size += (node.textContent ?? '').length + TAGS
  }
  return pieces.map((nodes) => () => {
    const reader = new HtmlReader(held)
    reader.readNodes(nodes, null)
    return { blocks: reader.done(), pictures: reader.pictures, missing: reader.missing }
  })
}

/** The cost of a node's tags, in characters. */
const TAGS = 50

/** Without the containers around everything. */
function contentOf(container: HTMLElement): HTMLElement {
  const [only, ...others] = [...container.childNodes].filter((node) => (node.textContent ?? '').trim() !== '')
  const isAround =
    only instanceof HTMLElement &&
    others.length === 0 &&
    container.querySelectorAll(ALONE).length === only.querySelectorAll(ALONE).length
  if (!isAround || !/^(?:ARTICLE|B|BODY|CENTER|DIV|MAIN|SECTION)$/.test(only.tagName) || isWhole(only)) return container
  return only.querySelector(BLOCKS) ? contentOf(only) : container
}
const isWhole = (element: HTMLElement): boolean => isCode(element) || calloutOf(element) !== null
/** Elements that have a meaning without text. */
const ALONE = 'img, hr, br'

/** Whether nothing before this node can affect it: it ends a line, and open lists. */
const beginsAnew = (node: Node): boolean =>
  node instanceof HTMLElement &&
  (/^H[1-6]$/.test(node.tagName) || (node.tagName === 'P' && officeEntry(node) === null)) &&
  (node.textContent ?? '').trim() !== ''

const SKIPPED = new Set([
  'STYLE',
  'SCRIPT',
  'TITLE',
  'HEAD',
  'NOSCRIPT',
  'TEMPLATE',
  'SVG',
  'BUTTON',
  'SELECT',
  'IFRAME',
])
const PARAGRAPHS = new Set(['P', 'ADDRESS', 'FIGCAPTION', 'DT', 'DD', 'SUMMARY', 'CAPTION'])
const CONTAINERS = new Set(
  'ARTICLE ASIDE BODY CENTER DETAILS DIV DL FIGURE FOOTER FORM HEADER HTML MAIN NAV SECTION TBODY TD TH TR'.split(' '),
)

class HtmlReader implements InlineReading {
  readonly held: string
  readonly pictures: string[] = []
  missing = 0
  readonly #blocks: Draft[] = []
  #line: Inline[] = []
  /** The open items of the list being read, outermost first. */
  #items: { readonly level: number; readonly block: Draft }[] = []

  constructor(held: string) {
    this.held = held
  }

  done(): readonly Block[] {
    this.#end()
    return this.#blocks
  }

  read(parent: Node, list: ListPlace | null = null): void {
    this.readNodes(parent.childNodes, list)
  }

  readNodes(nodes: Iterable<Node>, list: ListPlace | null): void {
    for (const node of nodes) {
      if (node instanceof HTMLElement && this.#isBlock(node, list)) continue
      if (node instanceof Element && (SKIPPED.has(node.tagName.toUpperCase()) || isCheckBox(node))) continue
      // Spaces between items do not end a list.
      if (this.#line.length === 0 && (node.textContent ?? '').trim() === '' && !(node instanceof Element)) continue
      const holdsBlocks = node instanceof HTMLElement && node.querySelector(BLOCKS) !== null
      if (holdsBlocks) this.read(node, list)
      else this.#line.push(...inlinesIn(node, this))
    }
  }

  picture(source: string): PictureFate {
    const fate = fateOf(source)
    if (fate === 'held') this.pictures.push(source)
    if (fate === 'missing' && source !== '') this.missing += 1
    return fate
  }

  /** The content of an element, read by itself. */
  #within(element: HTMLElement, held = this.held): { readonly blocks: readonly Block[]; readonly pictures: number } {
    const inner = new HtmlReader(held)
    inner.read(element)
    this.pictures.push(...inner.pictures)
    this.missing += inner.missing
    return { blocks: inner.done(), pictures: inner.pictures.length }
  }

  /** @returns false for inline content */
  #isBlock(element: HTMLElement, list: ListPlace | null): boolean {
    const { tagName } = element
    const formula = formulaIn(element)
    const level = /^H([1-6])$/.exec(tagName)?.[1]
    if (level) this.#add('heading', this.#ownLine(element), { level: Number(level) })
    else if (tagName === 'PRE' || isCode(element)) this.#addCode(element)
    else if (formula?.isBlock === true) this.#add('mdIsland', formulaBlock(formula))
    else if (tagName === 'HR') this.#add('divider', undefined)
    else if (tagName === 'TABLE') this.#addTable(element as HTMLTableElement)
    else if (calloutOf(element) !== null) this.#addCallout(element)
    else if (tagName === 'BLOCKQUOTE') this.#addQuote(element)
    else if (tagName === 'UL' || tagName === 'OL') this.#readList(element, list)
    else if (tagName === 'LI') this.#readItem(element, list ?? { level: 1, isNumbered: false })
    else if (tagName === 'IMG' && this.#line.length === 0) return this.#addPicture(element as HTMLImageElement)
    else if (PARAGRAPHS.has(tagName)) {
      const entry = officeEntry(element)
      if (entry) this.#addItem(entry.type, entry.level, this.#ownLine(element))
      else {
        this.#end()
        this.read(element, list)
        this.#end()
      }
    } else if (CONTAINERS.has(tagName)) this.#readLines(element, list)
    else return false
    return true
  }

  /** A container without paragraphs is a line: editors write one for each. */
  #readLines(element: HTMLElement, list: ListPlace | null): void {
    const isBlank = (element.textContent ?? '').trim() === '' && element.querySelector('img, hr') === null
    if (isBlank) return element.querySelector('br') ? this.#end() : undefined
    if (this.#line.length > 0) this.#line.push(lineBreak())
    this.read(element, list)
    const isLine = element.tagName === 'DIV' && element.querySelector(BLOCKS) === null
    if (!isLine) this.#end()
    else if (element.nextElementSibling?.tagName !== 'DIV') this.#end()
  }

  #readList(element: HTMLElement, list: ListPlace | null): void {
    // Line numbers beside code look like a list without text.
    if ((element.textContent ?? '').trim() === '' && element.querySelector('img') === null) return
    if (this.#line.length > 0) this.#endLine(list)
    const said = saidLevel(element)
    const level = said ?? (list ? list.level + 1 : 1)
    const isNumbered = element.tagName === 'OL'
    const start = Number(element.getAttribute('start') ?? 1)
    this.read(element, { level, isNumbered, ...(isNumbered && start > 1 && said === null && { start }) })
    if (list === null) this.#endLine(null)
  }

  #readItem(element: HTMLElement, list: ListPlace): void {
    const checked = checkOf(element)
    const type = checked !== null ? 'checkListItem' : list.isNumbered ? 'numberedListItem' : 'bulletListItem'
    const isFirst = element.previousElementSibling === null
    const props = checked !== null ? { checked } : isFirst && list.start ? { start: list.start } : {}
    this.#endLine(list)
    const level = saidLevel(element) ?? list.level
    const item = this.#addItem(type, level, [], props)
    const nested: HTMLElement[] = []
    const copy = element.cloneNode(true) as HTMLElement
    for (const inside of copy.querySelectorAll<HTMLElement>(':scope > ul, :scope > ol')) {
      nested.push(inside)
      inside.remove()
    }
    const [first, ...others] = this.#within(copy).blocks
    if (first?.type === 'paragraph') item.content = first.content
    item.children.push(...([...(first && first.type !== 'paragraph' ? [first] : []), ...others] as Draft[]))
    for (const inside of nested) this.#readList(inside, { ...list, level })
  }

  #addItem(type: Block['type'], level: number, content: BlockContent, props: BlockProps = {}): Draft {
    this.#endLine(null, true)
    this.#items = this.#items.filter((open) => open.level < level)
    const block = draft(type, content, props)
    ;(this.#items.at(-1)?.block.children ?? this.#blocks).push(block)
    this.#items.push({ level, block })
    return block
  }

  #addQuote(element: HTMLElement): void {
    const [first, ...others] = this.#within(element).blocks
    if (!first) return
    const isText = first.type === 'paragraph'
    this.#add('quote', isText ? first.content : [])
    this.#blocks.at(-1)?.children.push(...((isText ? others : [first, ...others]) as Draft[]))
  }

  /** Callouts are edited as markdown, where no place can be held: it is below. */
  #addCallout(element: HTMLElement): void {
    const copy = element.cloneNode(true) as HTMLElement
    copy.querySelector('.markdown-alert-title')?.remove()
    const { blocks, pictures } = this.#within(copy, HELD_IN_BLOCKS)
    const text = writeBlocks(blocks, new Map()).trimEnd()
    const lines = [`[!${calloutOf(element)?.toUpperCase()}]`, ...text.split('\n')]
    if (text !== '') this.#add('mdIsland', lines.map((line) => `> ${line}`.trimEnd()).join('\n'))
    for (let picture = 0; picture < pictures; picture += 1) this.#addHeld()
  }

  #addCode(element: HTMLElement): void {
    const text = codeIn(element)
    if (text.trim() === '') return
    this.#add('codeBlock', text, { language: languageOf(element) })
  }

  #addTable(table: HTMLTableElement): void {
    const code = codeOfTable(table)
    if (code !== null) return this.#add('codeBlock', code, { language: languageOf(table) })
    const rows = [...table.rows].map((row) => ({
      cells: [...row.cells].map((cell) => trimmedLine(inlinesIn(cell, this))),
    }))
    if (rows.length > 0) this.#add('table', { type: 'tableContent', headerRows: 1, rows })
  }

  #addPicture(image: HTMLImageElement): boolean {
    const isAlone = (image.parentElement?.textContent ?? '').trim() === ''
    if (!isAlone) return false
    const source = pictureSource(image)
    const fate = this.picture(source)
    if (fate === 'shown') this.#add('image', undefined, { url: source, name: image.getAttribute('alt') ?? '' })
    if (fate === 'held') this.#addHeld()
    return true
  }

  #addHeld(): void {
    this.#add('paragraph', [{ type: 'mdRaw', props: { raw: this.held } }])
  }

  #ownLine(element: HTMLElement): readonly Inline[] {
    return trimmedLine([...element.childNodes].flatMap((node) => inlinesIn(node, this)))
  }

  #add(type: Block['type'], content: BlockContent, props: BlockProps = {}): void {
    this.#end()
    // What follows is below it, whatever list was open.
    this.#items = []
    if (type === 'heading' && Array.isArray(content) && content.length === 0) return
    this.#blocks.push(draft(type, content, props))
  }

  #end(): void {
    this.#endLine(null)
  }

  /** The collected inline content becomes a paragraph; between items it belongs to the previous item. */
  #endLine(list: ListPlace | null, isItem = false): void {
    const content = trimmedLine(this.#line)
    this.#line = []
    if (content.length > 0) {
      const owner = list ? this.#items.at(-1)?.block.children : undefined
      ;(owner ?? this.#blocks).push(draft('paragraph', content))
    }
    if (list === null && !isItem && content.length > 0) this.#items = []
  }
}

interface ListPlace {
  readonly level: number
  readonly isNumbered: boolean
  readonly start?: number
}

const isCheckBox = (element: Element): boolean => element.matches('input[type=checkbox], [role=checkbox]')

function checkOf(item: HTMLElement): boolean | null {
  const said = item.dataset['list'] ?? ''
  if (/^(?:checked|done)$/.test(said)) return true
  if (item.getAttribute('role') === 'checkbox' || /^(?:check|unchecked)$/.test(said))
    return item.getAttribute('aria-checked') === 'true'
  const box = item.querySelector(
    ':scope > input[type=checkbox], :scope > :not(ul, ol) input[type=checkbox], :scope > [role=checkbox]',
  )
  if (box) return box.hasAttribute('checked') || box.getAttribute('aria-checked') === 'true'
  if (/\b(?:checkbox|task|todo)\b/i.test(item.className)) return /\b(?:checked|done)\b/i.test(item.className)
  return null
}

/** Feishu, Yuque and Google write nested lists as siblings, with a level. */
function saidLevel(element: HTMLElement): number | null {
  const level = element.getAttribute('ne-level') ?? element.getAttribute('data-lake-indent')
  if (level !== null && /^\d+$/.test(level)) return Number(level) + 1
  const named =
    element.getAttribute('aria-level') ?? /\blist-(?:bullet|number|check|done)(\d)\b/.exec(element.className)?.[1]
  return named !== null && named !== undefined && /^\d+$/.test(named) ? Number(named) : null
}

/** Entries of Word's lists are paragraphs formatted as lists. */
function officeEntry(element: HTMLElement): { type: Block['type']; level: number } | null {
  const level = /mso-list:[^;]*\blevel(\d+)/i.exec(element.getAttribute('style') ?? '')?.[1]
  if (!level) return null
  return { type: element.dataset['numbered'] ? 'numberedListItem' : 'bulletListItem', level: Number(level) }
}

type Callout = (typeof CALLOUTS)[number]

/** The kind of a callout of this product's readers, of GitHub or Yuque; null for anything else. */
function calloutOf({ className, dataset }: HTMLElement): Callout | null {
  const word = new RegExp(`(?:^|\\s)(?:callout|markdown-alert)-(${CALLOUTS.join('|')})(?:\\s|$)`).exec(className)?.[1]
  if (word !== undefined) return word as Callout
  return /(?:^|\s)ne-alert(?:\s|$)/.test(className) ? (OF_YUQUE[dataset['type'] ?? ''] ?? 'note') : null
}
const OF_YUQUE: Readonly<Record<string, Callout>> = {
  success: 'tip',
  tips: 'tip',
  warning: 'warning',
  danger: 'caution',
}

const MONOSPACE = /font-family:[^;]*(?:mono|consolas|menlo|courier)/i
/** Code editors copy a block with preserved white space and a monospace font. */
function isCode(element: HTMLElement): boolean {
  const style = element.getAttribute('style') ?? ''
  const isPreserved = /white-space:\s*(?:pre|break-spaces)/i.test(style) && MONOSPACE.test(style)
  return element.tagName === 'DIV' && isPreserved && codeIn(element).includes('\n')
}

/** Without spaces at its ends and around its line breaks, which browsers do not show. */
function trimmedLine(line: readonly Inline[]): readonly Inline[] {
  const kept: Inline[] = []
  for (const inline of line) {
    const before = kept.at(-1)
    const isBegun = before === undefined || isBreak(before)
    if (inline.type === 'text' && isBegun && !isBreak(inline)) {
      const text = inline.text.replace(/^ +/, '')
      if (text !== '') kept.push({ ...inline, text })
      continue
    }
    if (isBreak(inline) && before?.type === 'text')
      kept[kept.length - 1] = { ...before, text: before.text.replace(/ +$/, '') }
    kept.push(inline)
  }
  return withoutBlankEnds(kept)
}
const isBreak = (inline: Inline): boolean => inline.type === 'text' && inline.text === '\n'

function withoutBlankEnds(line: readonly Inline[]): readonly Inline[] {
  const kept = [...line]
  const isBlank = (inline: Inline | undefined): boolean => inline?.type === 'text' && inline.text.trim() === ''
  while (isBlank(kept[0])) kept.shift()
  while (isBlank(kept.at(-1))) kept.pop()
  return kept
}

const draft = (type: Block['type'], content: BlockContent, props: BlockProps = {}): Draft => ({
  id: newBlockId(),
  type,
  props,
  content,
  children: [],
})
