import type { MarkdownIt, StateBlock } from 'markdown-it'

/**
 * The delimiter row of a table with its dashes joined: ShowDoc's sample of a data dictionary has `-- -` in it, which
 * ShowDoc shows as a table and the standard does not. As long as it was; null if it is none of a table with this head,
 * or needs no joining.
 */
export function joinedDelimiters(head: string, row: string): string | null {
  if (!LOOSE.test(row)) return null
  const joined = withJoinedDashes(row)
  const cells = withoutEdges(joined.trim().split('|'))
  const isTable = cells.length > 1 && cells.every((cell) => /^:?-+:?$/.test(cell.trim()))
  return isTable && cells.length === withoutEdges(head.trim().split(/(?<!\\)\|/)).length ? joined : null
}
/** Dashes, colons and bars that begin no list, with a space between two dashes. */
const LOOSE = /^[ \t]*(?:[|:]|--)(?=[|:\- \t]*-[ \t]+-)[|:\- \t]*$/

/** As long as the text was. */
const withJoinedDashes = (text: string): string => text.replaceAll(/-[ \t]+(?=-)/g, ({ length }) => '-'.repeat(length))

const withoutEdges = (cells: readonly string[]): readonly string[] =>
  cells.slice(cells[0]?.trim() === '' ? 1 : 0, cells.at(-1)?.trim() === '' ? -1 : undefined)

/** Shows tables whose delimiter row has spaces between its dashes. */
export function looseTables(markdown: MarkdownIt): void {
  const rule = (state: StateBlock, line: number, end: number): boolean => {
    if (line + 2 > end || !isOfBlock(state, line) || !isOfBlock(state, line + 1)) return false
    const [from = 0, to = 0] = [state.bMarks[line + 1], state.eMarks[line + 1]]
    const head = state.src.slice(state.bMarks[line], state.eMarks[line])
    const isLoose = head.includes('|') && joinedDelimiters(head, state.src.slice(from, to)) !== null
    if (isLoose) {
      // The rule of tables comes next, and reads this line in the copy.
      const distance = joinedCopyIn(state)
      state.bMarks[line + 1] = from + distance
      state.eMarks[line + 1] = to + distance
    }
    return false
  }
  markdown.block.ruler.before('table', 'loose_tables', rule, { alt: ['paragraph', 'reference'] })
}

/** How far behind its place a line is found with its dashes joined, for texts that have such a copy. */
const copies = new WeakMap<StateBlock, number>()

// Made once for each text, at its end: writing each row into the text would copy all of it for each table.
function joinedCopyIn(state: StateBlock): number {
  const known = copies.get(state)
  if (known !== undefined) return known
  const distance = state.src.length + 1
  state.src = `${state.src}\n${withJoinedDashes(state.src)}`
  copies.set(state, distance)
  return distance
}

/** Neither code nor outside the list or quote around it. */
function isOfBlock({ sCount, blkIndent }: StateBlock, line: number): boolean {
  const indent = (sCount[line] ?? 0) - blkIndent
  return indent >= 0 && indent < 4
}
