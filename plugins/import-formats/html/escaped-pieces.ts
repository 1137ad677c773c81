import { defaultHandlers, type Handle } from 'mdast-util-to-markdown'

/** In UTF-16 units. */
const PIECE = 1_000
/** How far what is before a sign decides whether it is escaped; after it, one character does. */
const BEFORE = 50

/**
 * The root, with signs of long texts escaped piece by piece: the library looks for each sign among all it has found
 * in the same text, so that a text of nothing but asterisks would take quadratic time.
 */
export const root: Handle = (node, parent, state, info) => {
  const safe = state.safe.bind(state)
  state.safe = (input, around) => {
    // Before an address stands all of the picture or link so far.
    const beside = { ...around, before: around.before.slice(-BEFORE) }
    if (!input || input.length <= 2 * PIECE) return safe(input, beside)
    let escaped = ''
    for (let from = 0, to = 0; from < input.length; from = to) {
      to = endOfPiece(input, from + PIECE)
      const before = from === 0 ? beside.before : input.slice(Math.max(0, from - BEFORE), from)
      const after = to === input.length ? beside.after : input.charAt(to)
      escaped += safe(input.slice(from, to), { ...beside, before, after })
    }
    return escaped
  }
  return defaultHandlers.root(node, parent, state, info)
}

/** After a character that is never escaped, if there is one near. */
function endOfPiece(input: string, from: number): number {
  if (from >= input.length) return input.length
  const near = input.slice(from, from + PIECE)
  return from + (/[^\s!-/:-@[-`{-~]/.exec(near)?.index ?? near.length - 1) + 1
}
