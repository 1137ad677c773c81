import type { MarkdownIt, Token } from 'markdown-it'

/** With fewer rows and columns, a table is as well read in its place as alone. */
const LARGE_ROWS = 8
const LARGE_COLUMNS = 6
/** A word that is longer wraps anywhere: a hash, an address. */
const LONGEST_WORD = 28
/** In em: what is no longer stands on one line. */
const ONE_LINE = 11
/** Chinese of this length is a mark, as 是 or 必填, and no text. */
const MARK = 4
/** In em: texts that are longer get wider columns, so that no row becomes a tower. */
const WIDE = 22
const WIDEST = 44

interface Cell {
  readonly open: Token
  readonly text: string
  readonly isHead: boolean
}

/**
 * Says of each cell what it needs, as a class: the width of a column follows from what stands in it, so styles alone can
 * lay the table out, also where no script runs.
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

/** Whether it is worth a button that shows it alone. */
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

/** A number, a type, a name, a mark: read at one glance, and not when it is broken. */
const isValue = (text: string): boolean =>
  longestWord(text) <= LONGEST_WORD &&
  (isLatin(text) ? widthOf(text) <= ONE_LINE || !/\s/.test(text) : widthOf(text) <= MARK)

const isLatin = (text: string): boolean => !WIDE_SIGN.test(text)

/** Chinese, Japanese and Korean, with their signs. */
const WIDE_SIGN = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/
const WIDE_SIGNS = new RegExp(WIDE_SIGN, 'g')
const LATIN_WIDTH = 0.55

/** About how wide a text is on one line, in em. */
const widthOf = (text: string): number => {
  const wide = text.match(WIDE_SIGNS)?.length ?? 0
  return wide + (text.length - wide) * LATIN_WIDTH
}

/** Browsers break Chinese between any two signs, and Latin between words alone. */
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
