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
const [ANGLE, END_OF_ANGLE] = ['\\langle', '\\rangle']
const BEGINS = new Set(['(', '[', '\\{', ANGLE])
const ENDS = new Set([')', ']', '\\}', END_OF_ANGLE])
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

  const placeBeside = (at: number, step: 1 | -1): number => {
    let next = at + step
    while (isBlank(tokens[next])) next += step
    return next
  }
  const nearest = (at: number, step: 1 | -1): string => tokens[placeBeside(at, step)] ?? ''
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
      else {
        const from = at
        at = endOfGroup(tokens, at)
        // Bars between the letters of its columns are lines.
        if (
          tokens
            .slice(from + 1, at + 1)
            .join('')
            .trim() === '{array}'
        )
          at = endOfGroup(tokens, at)
      }
    } else if (token === '}') exit()
    else if (token === '&' || token === '\\\\' || token === '\\end') {
      // No group may go beyond a cell.
      leave(open)
      open = []
      if (token === '\\end') at = endOfGroup(tokens, at)
    } else if (BEGINS.has(token)) open.push({ at, sign: TAKES_BRACKETS.test(nearest(at, -1)) ? '' : token })
    else if (ENDS.has(token)) {
      // That of an angle may be without its beginning, as in quantum mechanics.
      const begin = open.findLastIndex(({ sign }) => (token === END_OF_ANGLE ? sign === ANGLE : !BARS.has(sign)))
      const [from, ...bars] = begin < 0 ? [] : open.splice(begin)
      leave(bars)
      if (from && from.sign !== '' && /^[\^_']$/.test(nearest(at, 1))) group(from, at)
    } else if (bar !== undefined) {
      const last = open.at(-1)
      // Nothing is between two bars that stand beside each other: the second one begins as well.
      if (last?.sign === bar && last.at !== placeBeside(at, -1)) {
        open.pop()
        group(last, at)
      } else open.push({ at, sign: bar })
    }
  }
  leave(open)
  return tokens.join('')
}

const isBlank = (token: string | undefined): boolean => token !== undefined && /^\s$/.test(token)

/** Where the group in braces after this token ends; the token itself when there is none. */
function endOfGroup(tokens: readonly string[], at: number): number {
  let begin = at + 1
  while (isBlank(tokens[begin])) begin += 1
  if (tokens[begin] !== '{') return at
  let depth = 0
  for (let end = begin; end < tokens.length; end += 1) {
    if (tokens[end] === '{') depth += 1
    else if (tokens[end] === '}') depth -= 1
    if (depth === 0) return end
  }
  return tokens.length
}
