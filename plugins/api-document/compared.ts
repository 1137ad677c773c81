import { readJson, type JsonNode } from '#plugins/format-tools/api.ts'
import { laidOut } from './markdown.ts'

/** A value nested deeper than this is shown as it is written, in one line. */
const MOST_LEVELS = 100

/**
 * A document as lines for a comparison, one for each field and each row, so that a changed field is a changed line.
 * Nothing stored is omitted.
 */
export function comparedLines(content: string): string {
  const { root, isWhole } = readJson(content)
  if (!isWhole || root?.kind !== 'object') return content
  const lines: string[] = []
  addLines(content, root, '', lines, 0)
  return lines.join('\n')
}

function addLines(text: string, node: JsonNode, path: string, lines: string[], level: number): void {
  if (node.kind === 'scalar' || level > MOST_LEVELS) {
    const value = node.kind === 'scalar' ? String(node.value ?? '') : text.slice(node.start, node.end)
    const shown = laidOut(value)
    if (shown.includes('\n')) lines.push(`${path}:`, ...shown.split('\n').map((line) => `  ${line}`))
    else if (shown !== '') lines.push(`${path}: ${shown}`)
    return
  }
  if (node.kind === 'object') {
    for (const { name, node: value } of node.entries)
      addLines(text, value, path === '' ? name : `${path}.${name}`, lines, level + 1)
    return
  }
  for (const [at, { node: value }] of node.entries.entries()) {
    const row = rowOf(value)
    if (row === null) addLines(text, value, `${path}[${at}]`, lines, level + 1)
    else if (row !== '') lines.push(`${path}: ${row}`)
  }
}

/** A row of a table in one line; null for anything else. */
function rowOf(node: JsonNode): string | null {
  if (node.kind !== 'object') return null
  const cells: string[] = []
  for (const { name, node: value } of node.entries) {
    if (value.kind !== 'scalar') return null
    const cell = String(value.value ?? '').replaceAll(/\s+/g, ' ')
    if (cell !== '') cells.push(name === 'name' ? cell : `${name}=${cell}`)
  }
  return cells.join(' · ')
}
