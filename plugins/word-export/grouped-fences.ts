/*
 * In Word, a power is that of one character unless the text before it is grouped; other programs that open the file then
 * see half a pair of parentheses, and show none of it. A vertical bar without a partner is an operator to them.
 */

interface Open {
  /** In the list of tokens. */
  readonly at: number
  readonly sign: string
}

const TOKEN = /\\[a-zA-Z]+\*?|\\[\s\S]|\|\||[\s\S]/g
/** Text, in which signs mean themselves. */
const IS_TEXT = /^\\(?:text\w*|mbox|operatorname|label|tag)\*?$/
/** Before an argument in brackets, which are no fence. */
const TAKES_BRACKETS = /^\\(?:sqrt|x\w+arrow|\\)$/
/** Only change the size of a fence. */
const IS_SIZE = /^\\(?:[bB]ig|[bB]igg)[lrm]?$/
const BEGINS = new Set(['(', '[', '\\{'])
const ENDS = new Set([')', ']', '\\}'])
const BARS = new Map([
  ['|', '|'],
  ['\\vert', '|'],
  ['||', '\\|'],
  ['\\|', '\\|'],
  ['\\Vert', '\\|'],
])

/** A formula in LaTeX with its pairs of bars, and the pairs of fences that have a power or an index, as groups. */
export function groupedFences(latex: string): string {
  const tokens = (latex.match(TOKEN) ?? []).filter((token) => !IS_SIZE.test(token))
  let open: Open[] = []
  const outer: Open[][] = []

  const nearest = (at: number, step: 1 | -1): string => {
    let next = at + step
    while (/^\s$/.test(tokens[next] ?? '')) next += step
    return tokens[next] ?? ''
  }
  const group = (from: Open, to: number): void => {
    tokens[from.at] = `\\left${from.sign}`
    tokens[to] = `\\right${BARS.get(tokens[to] ?? '') ?? tokens[to]}`
  }
  /** Bars that stay alone. */
  const leave = (left: readonly Open[]): void => {
    for (const { at, sign } of left) if (sign === '|') tokens[at] = '\\mid '
  }
  const enter = (): void => {
    outer.push(open)
    open = []
  }
  const exit = (): void => {
    leave(open)
    open = outer.pop() ?? []
  }

  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? ''
    const bar = BARS.get(token)
    if (token === '\\left' || token === '\\right') {
      if (token === '\\left') enter()
      else exit()
      at += tokens[at + 1] === ' ' ? 2 : 1
    } else if (token === '\\middle') at += 1
    else if (IS_TEXT.test(token)) at = endOfGroup(tokens, at)
    else if (token === '{' || token === '\\begin') {
      if (token === '{') enter()
      else at = endOfGroup(tokens, at)
    } else if (token === '}') exit()
    else if (token === '&' || token === '\\\\' || token === '\\end') {
      // No group may go beyond a cell.
      leave(open)
      open = []
      if (token === '\\end') at = endOfGroup(tokens, at)
    } else if (BEGINS.has(token)) open.push({ at, sign: TAKES_BRACKETS.test(nearest(at, -1)) ? '' : token })
    else if (ENDS.has(token)) {
      const begin = open.findLastIndex(({ sign }) => !BARS.has(sign))
      const [from, ...bars] = begin < 0 ? [] : open.splice(begin)
      leave(bars)
      if (from && from.sign !== '' && /^[\^_']$/.test(nearest(at, 1))) group(from, at)
    } else if (bar !== undefined) {
      if (open.at(-1)?.sign === bar) group(open.pop() as Open, at)
      else open.push({ at, sign: bar })
    }
  }
  leave(open)
  return tokens.join('')
}

/** Where the group in braces after this token ends; the token itself when there is none. */
function endOfGroup(tokens: readonly string[], at: number): number {
  if (tokens[at + 1] !== '{') return at
  let depth = 0
  for (let end = at + 1; end < tokens.length; end += 1) {
    if (tokens[end] === '{') depth += 1
    else if (tokens[end] === '}') depth -= 1
    if (depth === 0) return end
  }
  return tokens.length
}
