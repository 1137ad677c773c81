import type { MarkdownIt, Token } from 'markdown-it'

/** A table with fewer rows and columns needs no view of its own. */
const LARGE_ROWS = 8
const LARGE_COLUMNS = 6
/** A longer word, such as a hash or an address, wraps anywhere. */
const LONGEST_WORD = 28
/** In em: shorter text stays on one line. */
const ONE_LINE = 11
/** Chinese text of this length is a mark, such as 是 or 必填. */
const MARK = 4
/** In em: longer texts get wider columns, so that no row becomes too high. */
const WIDE = 22
const WIDEST = 44

interface Cell {
  readonly open: Token
  readonly text: string
  readonly isHead: boolean
}

/**
 * Adds a class for the required width to each cell: it depends on the texts of the column, so that styles alone can lay
 * the table out, even without scripts.
 */
export function tables(markdown: MarkdownIt): void {
  markdown.core.ruler.push('tables', ({ tokens }) => {
    let rows: Cell[][] = []
    let table: Token | null = null
    for (const [at, token] of tokens.entries()) {
      if (token.type === 'table_open') {
        table = token
        rows = []
      } else if (token.type === 'tr_open') rows.push([])
      else if (token.type === 'th_open' || token.type === 'td_open')
        rows.at(-1)?.push({ open: token, text: textOf(tokens[at + 1]), isHead: token.type === 'th_open' })
      else if (token.type === 'table_close' && table) {
        classify(rows)
        const isLarge = rows.length > LARGE_ROWS || (rows[0]?.length ?? 0) >= LARGE_COLUMNS
        for (const end of [table, token]) end.meta = { isLarge }
      }
    }
  })
}

/** Whether the table gets a button for a view of its own. */
export const isLargeTable = (token: Token | undefined): boolean =>
  (token?.meta as { isLarge?: boolean } | null | undefined)?.isLarge === true

function classify(rows: readonly (readonly Cell[])[]): void {
  const [head = []] = rows
  for (const column of head.keys()) {
    const cells = rows.flatMap((row) => row[column] ?? [])
    const name = columnClass(cells.filter(({ isHead }) => !isHead).map(({ text }) => text))
    for (const { open, text, isHead } of cells) {
      const isText = name !== 'cell-value' || widthOf(text) > ONE_LINE
      if (!isHead || isText) open.attrJoin('class', isHead && name === 'cell-value' ? 'cell-text' : name)
      if (longestWord(text) > LONGEST_WORD) open.attrJoin('class', 'cell-long')
    }
  }
}

function columnClass(texts: readonly string[]): string {
  if (texts.every(isValue)) return 'cell-value'
  const longest = texts.reduce((width, text) => Math.max(width, widthOf(text)), 0)
  return longest > WIDEST ? 'cell-widest' : longest > WIDE ? 'cell-wide' : 'cell-text'
}

/** A number, a type, a name, or a mark: short texts that should not be broken. */
const isValue = (text: string): boolean =>
  longestWord(text) <= LONGEST_WORD &&
  (isLatin(text) ? widthOf(text) <= ONE_LINE || !/\s/.test(text) : widthOf(text) <= MARK)

const isLatin = (text: string): boolean => !WIDE_SIGN.test(text)

/** Chinese, Japanese and Korean, with their punctuation. */
const WIDE_SIGN = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/
const WIDE_SIGNS = new RegExp(WIDE_SIGN, 'g')
const LATIN_WIDTH = 0.55

/** The approximate width of a text on one line, in em. */
const widthOf = (text: string): number => {
  const wide = text.match(WIDE_SIGNS)?.length ?? 0
  return wide + (text.length - wide) * LATIN_WIDTH
}

/** Browsers break Chinese between any two characters, and Latin only between words. */
const longestWord = (text: string): number =>
  text
    .replaceAll(WIDE_SIGNS, ' ')
    .split(/\s+/)
    .reduce((longest, { length }) => Math.max(longest, length), 0)

const textOf = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map((child) => {
      if (child.type === 'softbreak' || child.type === 'hardbreak' || child.type === 'html_inline') return ' '
      return child.type === 'image' ? '' : child.content
    })
    .join('')
    .trim()
