/** Code with its lines, one per block in it, and its indentation; without the numbers of its lines. */
export function codeIn(element: HTMLElement): string {
  let text = ''
  const read = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue ?? ''
    if (!(node instanceof HTMLElement)) return
    if (/^(?:STYLE|SCRIPT|BUTTON)$/.test(node.tagName)) return
    if (node.tagName === 'BR') {
      text += '\n'
      return
    }
    const numbered = node instanceof HTMLTableElement ? codeOfTable(node) : null
    const isLine = node !== element && (isLineOfCode(node) || numbered !== null)
    if (isLine && text !== '' && !text.endsWith('\n')) text += '\n'
    const before = text.length
    if (numbered !== null) text += numbered
    else for (const child of node.childNodes) read(child)
    // An empty line counts.
    if (isLine && (text.length === before || !text.endsWith('\n'))) text += '\n'
  }
  read(element)
  return text.replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ').replace(/\n+$/, '')
}

/** Several `<code>` in a row are lines, as WeChat writes them; within a line they are its words. */
const isLineOfCode = (node: HTMLElement): boolean =>
  /^(?:DIV|P|LI|TR)$/.test(node.tagName) ||
  (node.tagName === 'CODE' &&
    node.parentElement?.querySelectorAll(':scope > code').length !== 1 &&
    !/^(?:DIV|P|LI|TD)$/.test(node.parentElement?.tagName ?? ''))

/** The code in a table that sites draw to have line numbers beside it, or a frame around it; null for other tables. */
export function codeOfTable(table: HTMLTableElement): string | null {
  const lines = [...table.querySelectorAll<HTMLElement>('td.blob-code, td.hljs-ln-code')]
  if (lines.length > 0) return lines.map((line) => codeIn(line)).join('\n')
  const rows = [...table.rows].map(({ cells }) => [...cells])
  const [[first, second, third] = [], ...others] = rows
  if (first && !second && others.length === 0) return isPreformatted(first) ? codeIn(first) : null
  if (!first || !second || third || rows.some(({ length }) => length !== 2)) return null
  const isNumbered =
    rows.every(([numbers]) => numbers !== undefined && isGutter(numbers)) ||
    (others.length === 0 && isPreformatted(second) && areNumbersOf(first, codeIn(second)))
  return isNumbered ? rows.map(([, code]) => (code ? codeIn(code) : '')).join('\n') : null
}

/** What the cell or its content is called where sites number lines. */
const GUTTER =
  '[data-line-number], [class*="gutter" i], [class*="lineno" i], [class*="line-num" i], [class*="ln-num" i], [class*="blob-num" i]'

const isGutter = (cell: HTMLElement): boolean =>
  /^[\s\d]*$/.test(cell.textContent ?? '') && (cell.matches(GUTTER) || cell.querySelector(GUTTER) !== null)

function isPreformatted(cell: HTMLElement): boolean {
  const pre = cell.querySelector('pre')
  return pre !== null && (cell.textContent ?? '').trim() === (pre.textContent ?? '').trim()
}

/** Whether there is one number for each line, each after the other. */
function areNumbersOf(cell: HTMLElement, code: string): boolean {
  const numbers = codeIn(cell)
    .split(/\s+/)
    .filter((number) => number !== '')
  const begin = Number(numbers[0])
  return (
    numbers.length > 1 &&
    numbers.length === code.split('\n').length &&
    numbers.every((number, at) => number === String(begin + at))
  )
}

/** The name of the language of code, as sites write it; empty without one. */
export function languageOf(element: HTMLElement): string {
  const inside = [element, ...element.querySelectorAll<HTMLElement>('code')]
  for (const { className, dataset } of [...inside, element.parentElement ?? element]) {
    const named = /\b(?:lang(?:uage)?|brush|highlight-source)[-:]\s*([\w+#-]+)/i.exec(className)?.[1]
    const said = named ?? dataset['language'] ?? dataset['lang']
    if (isLanguage(said)) return said.toLowerCase()
  }
  const around = element.closest('figure.highlight, .syntaxhighlighter')?.className ?? ''
  const beside = /^(?:highlight|syntaxhighlighter)\s+(?:nogutter\s+)?([\w+#-]+)/i.exec(around)?.[1]
  return isLanguage(beside) ? beside.toLowerCase() : ''
}
const isLanguage = (name: string | undefined): name is string =>
  name !== undefined && name !== '' && !/^(?:plain|text|none|plaintext|table)$/i.test(name)
