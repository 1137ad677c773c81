import type { CDPSession, Page } from '@playwright/test'
import { paste } from '../e2e/support/clipboard.ts'
import { move } from '../e2e/support/typist.ts'
import type { Language } from '../e2e/support/words.ts'

export type FaceValue = 'rich' | 'source' | 'split'

interface DocumentNode {
  readonly isTextblock: boolean
  readonly content: { readonly size: number }
  readonly attrs: { readonly raw?: string }
  readonly type: { readonly name: string }
  textBetween(from: number, to: number, between: string, leaf: (node: DocumentNode) => string): string
  descendants(visit: (node: DocumentNode) => boolean): void
}
type Editable = HTMLElement & {
  readonly editor?: { readonly view: { readonly state: { readonly doc: DocumentNode } } }
}

const LONG_MS = 60_000
const signs = new Intl.Segmenter()

/** Keys and clicks of somebody at a page in its editor. */
export class Hand {
  readonly page: Page
  readonly language: Language
  #devtools: CDPSession | null = null

  constructor(page: Page, language: Language) {
    this.page = page
    this.language = language
  }

  async face(): Promise<FaceValue> {
    return (await this.page.locator('.edit-page').getAttribute('data-face')) as FaceValue
  }
  async chooseFace(face: FaceValue): Promise<void> {
    await this.page.locator(`.face-switch input[value="${face}"]`).check({ force: true })
    await this.page.locator(`.edit-page[data-face=${face}] [role=textbox]`).waitFor()
  }

  /** Clicks right behind this word. */
  async clickBehind(word: string): Promise<void> {
    let isThere = false
    for (let click = 0; !isThere; click += 1) {
      if (click > 15)
        throw new Error(`a click does not put the cursor behind ${word}: ${await this.page.evaluate(whereClicked)}`)
      const place = await this.page.waitForFunction(placeBehind, word, { timeout: LONG_MS })
      const { x, y } = (await place.jsonValue()) as { x: number; y: number }
      await this.page.mouse.click(x, y)
      // The text may have moved meanwhile.
      isThere = await this.page.waitForFunction(isCursorBehind, word, { timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    }
    // Rich text is told of the cursor a moment later.
    await this.move('ArrowLeft', 'ArrowRight')
  }
  async move(...keys: readonly string[]): Promise<void> {
    if ((await this.face()) === 'rich') return move(this.page, ...keys)
    for (const key of keys) await this.page.keyboard.press(key)
  }
  async times(key: string, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) await this.move(key)
  }
  /** Chinese words come from a Chinese keyboard where that is the language, and a sign of several characters at once. */
  async type(text: string): Promise<void> {
    for (const [part] of text.matchAll(/\p{sc=Han}{1,4}|\P{sc=Han}+/gu))
      if (this.language === 'zh-cn' && /^\p{sc=Han}/u.test(part)) {
        await this.compose('pinyin'.slice(0, part.length + 2))
        await this.choose(part)
      } else {
        for (const { segment } of signs.segment(part))
          if (segment.length > 1) await this.page.keyboard.insertText(segment)
          else await this.page.keyboard.type(segment)
      }
  }
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key)
  }
  async paste(text: string): Promise<void> {
    await paste(this.page, { text })
  }

  /** As a Chinese keyboard does: letters that are not text yet. */
  async compose(letters: string): Promise<void> {
    const devtools = (this.#devtools ??= await this.page.context().newCDPSession(this.page))
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', windowsVirtualKeyCode: 229, key: 'Process' })
    for (let length = 1; length <= letters.length; length += 1)
      await devtools.send('Input.imeSetComposition', {
        ...{ text: letters.slice(0, length), selectionStart: length, selectionEnd: length },
      })
  }
  /** What the letters become; nothing when they are given up. */
  async choose(text: string): Promise<void> {
    const devtools = (this.#devtools ??= await this.page.context().newCDPSession(this.page))
    if (text === '') await devtools.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
    else await devtools.send('Input.insertText', { text })
  }

  /** The lines of rich text; null in another face. */
  async shown(): Promise<readonly string[] | null> {
    return (await this.face()) === 'rich' ? this.page.evaluate(linesOfEditor) : null
  }
}

/** Where the picture of this word ends; null while it is not on the screen. */
function placeBehind(word: string): { x: number; y: number } | null {
  const face = document.querySelector('.edit-page [role=textbox]')
  if (!face) return null
  const walker = document.createTreeWalker(face, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = (node.textContent ?? '').indexOf(word)
    if (at < 0) continue
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + word.length)
    node.parentElement?.scrollIntoView({ block: 'center' })
    const box = range.getBoundingClientRect()
    return box.width > 0 ? { x: box.right - 0.5, y: box.top + box.height / 2 } : null
  }
  return null
}

/** What the last click met, and where the cursor is. */
function whereClicked(): string {
  const { anchorNode: node, anchorOffset: offset = 0 } = getSelection() ?? {}
  const told = (element: Element | null | undefined) => element?.outerHTML.slice(0, 300) ?? 'nothing'
  const around = node instanceof Element ? node : node?.parentElement
  return `the cursor is at ${offset} of ${JSON.stringify(node?.textContent?.slice(0, 90))} in ${told(around)}, with the focus in ${told(document.activeElement?.firstElementChild)}`
}

/** The cursor may be in the element that begins there, as in code right behind the word. */
function isCursorBehind(word: string): boolean {
  const { anchorNode: node, anchorOffset: offset = 0, isCollapsed = false } = getSelection() ?? {}
  const element = node instanceof Element ? node : node?.parentElement
  const line = element?.closest('.bn-inline-content, .cm-line, td, th, pre')
  if (!isCollapsed || !node || !line) return false
  const before = document.createRange()
  before.selectNodeContents(line)
  before.setEnd(node, offset)
  return before.toString().endsWith(word)
}

function linesOfEditor(): readonly string[] {
  const lines: string[] = []
  const document_ = document.querySelector<Editable>('.ProseMirror')?.editor?.view.state.doc
  document_?.descendants((node) => {
    if (!node.isTextblock) return true
    const leaf = (chip: DocumentNode): string => (chip.type.name === 'hardBreak' ? '\n' : (chip.attrs.raw ?? '\ufffc'))
    lines.push(...node.textBetween(0, node.content.size, '', leaf).split('\n'))
    return false
  })
  return lines
}

/** The lines of an article as readers see it. */
export function linesOfArticle(): readonly string[] {
  const BLOCKS = 'P,H1,H2,H3,H4,H5,H6,LI,UL,OL,TD,TH,TR,TABLE,PRE,BLOCKQUOTE,DIV,HR,DETAILS,SUMMARY'.split(',')
  let text = ''
  const visit = (node: Node): void => {
    if (node instanceof Text) text += node.parentElement?.closest('pre') ? node.data : node.data.replaceAll('\n', '')
    if (!(node instanceof Element) || node.matches('button, [aria-hidden=true], .visually-hidden, figcaption')) return
    if (node.matches('.katex')) {
      text += `$${node.querySelector('annotation')?.textContent ?? ''}$`
      return
    }
    const isBlock = BLOCKS.includes(node.tagName) || node.tagName === 'BR'
    if (isBlock) text += '\n'
    node.childNodes.forEach(visit)
    if (isBlock) text += '\n'
  }
  const article = document.querySelector('.article')
  if (article) visit(article)
  return text.split('\n')
}
