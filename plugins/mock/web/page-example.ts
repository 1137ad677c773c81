/** The last code block of a page with a JSON object or list, as written; null without one. */
export function exampleIn(markdown: string): string | null {
  return blocksIn(markdown).findLast(isStructure) ?? null
}

/** An unclosed block does not count. */
function blocksIn(markdown: string): readonly string[] {
  const blocks: string[] = []
  let fence: string | null = null
  let lines: string[] = []
  for (const line of markdown.split(/\r?\n/)) {
    if (fence === null) {
      fence = /^(?:`{3,}|~{3,})/.exec(line)?.[0] ?? null
      lines = []
    } else if (line.trimEnd() === fence) {
      blocks.push(lines.join('\n'))
      fence = null
    } else lines.push(line)
  }
  return blocks
}

/** Other code, and examples with comments, do not count. */
function isStructure(code: string): boolean {
  try {
    const value: unknown = JSON.parse(code)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
