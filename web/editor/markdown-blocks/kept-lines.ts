import { diffArrays } from 'diff'
import { meaningOf } from './meaning.ts'
import { parseMarkdown } from './parse.ts'

/**
 * The new text of the piece, with the source's own lines wherever nothing changed: changing a cell rewrites one row,
 * not the formatting of the whole table. `before` is the untouched piece as it would be written.
 */
export function keptLines(source: string, before: string, now: string): string {
  const sourceLines = source.split('\n')
  const linesBefore = before.split('\n')
  if (sourceLines.length !== linesBefore.length) return now

  let line = 0
  let replaced: readonly string[] = []
  const kept = diffArrays(linesBefore, now.split('\n')).flatMap(({ value, added, removed }) => {
    if (added) return replaced.length === value.length ? value.map((text, at) => text + breakOf(replaced[at])) : value
    const from = line
    line += value.length
    replaced = removed ? sourceLines.slice(from, line) : []
    return removed ? [] : sourceLines.slice(from, line)
  })
  const text = kept.join('\n')
  return isSame(text, now) ? text : now
}

// Other markdown programs break lines only there.
const breakOf = (line = ''): string => /\S( {2,})$/.exec(line)?.[1] ?? ''

const isSame = (one: string, other: string): boolean => one === other || allMeanings(one) === allMeanings(other)
const allMeanings = (markdown: string): string => parseMarkdown(markdown).children.map(meaningOf).join('\n')
