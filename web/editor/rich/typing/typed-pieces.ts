/** Can be read in a few milliseconds, except for tables with links and styles. */
const PIECE_LENGTH = 4_000

/**
 * The text in pieces that can be read one at a time, with the same result as reading it at once. A piece ends at an
 * empty line before a line that does not continue anything: not a list item, not indented, not inside a fence.
 */
export function typedPieces(text: string, length = PIECE_LENGTH): readonly string[] {
  const lines = text.split('\n')
  const fenceEnds = lines.flatMap((line, at) => (FENCE_END.test(line) ? [at] : []))
  const pieces: string[] = []
  let [from, size, nextFence] = [0, 0, 0]
  for (let at = 0; at < lines.length; at += 1) {
    const isBoundary = size >= length && lines[at - 1]?.trim() === '' && BEGINS_ANEW.test(lines[at] ?? '')
    if (isBoundary) {
      pieces.push(lines.slice(from, at).join('\n'))
      from = at
      size = 0
    }
    while ((fenceEnds[nextFence] ?? Infinity) <= at) nextFence += 1
    const end = FENCE.test(lines[at] ?? '') ? (fenceEnds[nextFence] ?? at) : at
    for (const line of lines.slice(at, end + 1)) size += line.length + 1
    at = end
  }
  return [...pieces, lines.slice(from).join('\n')]
}

const FENCE = /^ {0,3}```[^`\s]*[ \t]*$/
const FENCE_END = /^ {0,3}```[ \t]*$/
const BEGINS_ANEW = /^(?!- |\d+\. )\S/
