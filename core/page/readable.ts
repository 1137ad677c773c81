/*
 * Markdown as one line of a result list: its text without markup. An approximation is enough for display, but no word
 * may be lost.
 */

// Text after three or more backquotes on one line is treated as code too.
const FENCE = /^\s*(?:`{3,}[^`]*|~{3,}.*)$/
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
const RULE = /^\s*(?:-\s*){3,}$|^\s*(?:\*\s*){3,}$|^\s*(?:_\s*){3,}$|^\s*=+\s*$/
/** Markers at the beginning of a line, possibly repeated: quotes, headings, list items, task boxes. */
const LINE_BEGINS = /^\s*(?:>|#{1,6}(?=\s|$)|[-+*](?=\s)|\[[ xX]\](?=\s))\s*/
const CELL = ' · '

/**
 * The text of markdown on one line, without headings, list markers, tables, emphasis, code marks, links, pictures and
 * tags.
 */
export function readable(markdown: string): string {
  const lines = markdown.split('\n').flatMap((line) => {
    if (FENCE.test(line) || TABLE_RULE.test(line) || RULE.test(line)) return []
    return [withoutCells(withoutBegin(line))]
  })
  return withoutInline(lines.join(' ')).replaceAll(/\s+/gu, ' ').trim()
}

function withoutBegin(line: string): string {
  let rest = line
  while (LINE_BEGINS.test(rest)) rest = rest.replace(LINE_BEGINS, '')
  return rest
}

function withoutCells(line: string): string {
  if (!/^\s*\|.*\|\s*$/.test(line)) return line
  const cells = line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
  return cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(CELL)
}

const CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/gs
/** Placeholder for code while the surrounding markup is removed; does not occur in texts. */
const PLACE = '\0'

/** Inside code every character is literal: `List<String>` contains no tag. */
function withoutInline(text: string): string {
  const codes: string[] = []
  const rest = text.replaceAll(PLACE, ' ').replaceAll(CODE, (_, __, code: string) => {
    codes.push(code.trim())
    return PLACE
  })
  return withoutSigns(rest).replaceAll(PLACE, () => codes.shift() ?? '')
}

const withoutSigns = (text: string): string =>
  text
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replaceAll(/<(https?:[^<>\s]+)>/g, '$1')
    .replaceAll(/<\/?[a-zA-Z][^<>]*>/g, ' ')
    .replaceAll(/(\*\*|__|~~)(?=\S)((?:(?!\1).)+?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
