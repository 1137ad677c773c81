/** Pieces of markdown one below the other, each its own block. */
export const joined = (pieces: readonly string[]): string =>
  pieces.reduce((text, piece) => text + separatorAfter(text) + piece, '')

/**
 * What ends a text so that a new block can follow. A text that ends with an empty line needs no other one: the code or
 * comment of a list item that nobody closed takes every empty line below it, and would grow with each writing.
 */
export function separatorAfter(text: string): string {
  if (text === '') return ''
  // From its end: a long text is asked about after each of its blocks.
  let end = text.length
  while (end > 0 && ' \t'.includes(text[end - 1] ?? '')) end -= 1
  return text[end - 1] === '\n' ? '\n' : '\n\n'
}
