/** Marks these ranges under the name used with `::highlight` in a style sheet, in place of those marked before. */
export function highlightRanges(name: string, ranges: readonly Range[]): void {
  // Browsers before 2025 may not support it.
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return
  if (ranges.length === 0) {
    CSS.highlights.delete(name)
    return
  }
  // As arguments of one call, very many would exceed the stack.
  const highlight = new Highlight()
  for (const range of ranges) highlight.add(range)
  CSS.highlights.set(name, highlight)
}
