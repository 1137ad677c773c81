/*
 * Markdown as a line of a list of results: its text without its marks. It need not be exact, since it is only looked at, but
 * it must not lose a word.
 */

// Behind three backquotes and more of them on one line stands code, as within one.
const FENCE = /^\s*(?:`{3,}[^`]*|~{3,}.*)$/
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
const RULE = /^\s*(?:-\s*){3,}$|^\s*(?:\*\s*){3,}$|^\s*(?:_\s*){3,}$|^\s*=+\s*$/
/** Signs a line begins with, again and again: quotes, headings, points of a list, tasks. */
const LINE_BEGINS = /^\s*(?:>|#{1,6}(?=\s|$)|[-+*](?=\s)|\[[ xX]\](?=\s))\s*/
const CELL = ' · '

/** The text of markdown on one line: no marks of headings, lists, tables, emphasis, code, links, pictures and tags. */
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
/** Stands for code while the signs around it go; no text has it. */
const PLACE = '\0'

/** In code every character is meant: `List<String>` has no tag. */
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
