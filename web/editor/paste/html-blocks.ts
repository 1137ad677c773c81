import { CALLOUTS } from '#adapters/markdown/allowed.ts'
import { newBlockId, type Block, type BlockContent, type BlockProps, type Inline } from '../markdown-blocks/blocks.ts'
import { writeBlocks } from '../markdown-blocks/write-blocks.ts'
import { formulaBlock, formulaIn } from './html-formulas.ts'
import { codeIn, inlinesIn, lineBreak, writtenAddress, type InlineReading } from './html-inlines.ts'
import { readableHtml } from './readable-html.ts'

type Draft = { -readonly [Part in keyof Block]: Block[Part] } & { children: Draft[] }

export interface HtmlBlocks {
  readonly blocks: readonly Block[]
  /** Pictures copied as data addresses; they are not part of the blocks. */
  readonly pictures: readonly string[]
}

/**
 * The content of formatted text, as blocks. Nothing in it is run or loaded, and none of its HTML is kept (threats X6).
 */
export function htmlBlocks(html: string): HtmlBlocks {
  const read = htmlPieces(html).map((readPiece) => readPiece())
  return { blocks: read.flatMap(({ blocks }) => blocks), pictures: read.flatMap(({ pictures }) => pictures) }
}

/** Can be read in a few milliseconds. */
const PIECE_LENGTH = 8_000

/** The same in pieces that can be read one at a time. */
export function htmlPieces(html: string, length = PIECE_LENGTH): readonly (() => HtmlBlocks)[] {
  const { body } = new DOMParser().parseFromString(readableHtml(html), 'text/html')
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
    const reader = new HtmlReader()
    reader.readNodes(nodes, null)
    return { blocks: reader.done(), pictures: reader.pictures }
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
  readonly pictures: string[] = []
  readonly #blocks: Draft[] = []
  #line: Inline[] = []
  /** The open items of the list being read, outermost first. */
  #items: { readonly level: number; readonly block: Draft }[] = []

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

  /** Data addresses are handled as separate pictures; others stay in place. */
  picture(source: string): boolean {
    if (/^data:image\//i.test(source)) this.pictures.push(source)
    return /^(?:https?:)?\/\/|^\/(?!\/)/i.test(source)
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
    const inner = new HtmlReader()
    const nested: HTMLElement[] = []
    const copy = element.cloneNode(true) as HTMLElement
    for (const inside of copy.querySelectorAll<HTMLElement>(':scope > ul, :scope > ol')) {
      nested.push(inside)
      inside.remove()
    }
    inner.read(copy)
    this.pictures.push(...inner.pictures)
    const [first, ...others] = inner.done()
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
    const inner = new HtmlReader()
    inner.read(element)
    this.pictures.push(...inner.pictures)
    const [first, ...others] = inner.done()
    if (!first) return
    const isText = first.type === 'paragraph'
    this.#add('quote', isText ? first.content : [])
    this.#blocks.at(-1)?.children.push(...((isText ? others : [first, ...others]) as Draft[]))
  }

  /** Callouts are edited as markdown. */
  #addCallout(element: HTMLElement): void {
    const inner = new HtmlReader()
    const copy = element.cloneNode(true) as HTMLElement
    copy.querySelector('.markdown-alert-title')?.remove()
    inner.read(copy)
    this.pictures.push(...inner.pictures)
    const text = writeBlocks(inner.done(), new Map()).trimEnd()
    const lines = [`[!${calloutOf(element)?.toUpperCase()}]`, ...text.split('\n')]
    if (text !== '') this.#add('mdIsland', lines.map((line) => `> ${line}`.trimEnd()).join('\n'))
  }

  #addCode(element: HTMLElement): void {
    const text = codeIn(element)
    if (text.trim() === '') return
    this.#add('codeBlock', text, { language: languageOf(element) })
  }

  #addTable(table: HTMLTableElement): void {
    const code = [...table.querySelectorAll<HTMLElement>('td.blob-code, td.hljs-ln-code')]
    if (code.length > 0) {
      this.#add('codeBlock', code.map((line) => codeIn(line)).join('\n'), { language: '' })
      return
    }
    const rows = [...table.rows].map((row) => ({
      cells: [...row.cells].map((cell) => trimmedLine(inlinesIn(cell, this))),
    }))
    if (rows.length > 0) this.#add('table', { type: 'tableContent', headerRows: 1, rows })
  }

  #addPicture(image: HTMLImageElement): boolean {
    const isAlone = (image.parentElement?.textContent ?? '').trim() === ''
    const source = pictureSource(image)
    if (!isAlone || !this.picture(source)) return false
    this.#add('image', undefined, { url: source, name: image.getAttribute('alt') ?? '' })
    return true
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

const BLOCKS = 'p, div, section, article, ul, ol, li, table, pre, blockquote, hr, h1, h2, h3, h4, h5, h6'

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

function languageOf(element: HTMLElement): string {
  const inside = [element, ...element.querySelectorAll<HTMLElement>('code')]
  for (const { className, dataset } of [...inside, element.parentElement ?? element]) {
    const named = /\b(?:lang(?:uage)?|brush|highlight-source)[-:]\s*([\w+#-]+)/i.exec(className)?.[1]
    const said = named ?? dataset['language'] ?? dataset['lang']
    if (said && !/^(?:plain|text|none|plaintext)$/i.test(said)) return said.toLowerCase()
  }
  return ''
}

const pictureSource = (image: Element): string =>
  writtenAddress(image.getAttribute('data-src') ?? image.getAttribute('src') ?? '')

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
