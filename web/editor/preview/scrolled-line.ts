/** What a text of lines shows at its upper edge. */
export interface ScrolledLine {
  /** From 0, with a fraction for a line of which a part is above the edge. */
  readonly line: number
  /** The first or the last line is in sight. */
  readonly isAtStart: boolean
  readonly isAtEnd: boolean
}

/** Scrolls a preview to what has been made of that line; between two blocks that say theirs, as far as the line is. */
export function showLine(preview: HTMLElement, { line, isAtStart, isAtEnd }: ScrolledLine): void {
  const last = preview.scrollHeight - preview.clientHeight
  // What stays at the upper edge would cover the line.
  const covered = preview.querySelector<HTMLElement>('[data-stays]')?.offsetHeight ?? 0
  preview.scrollTop = isAtStart ? 0 : isAtEnd ? last : Math.min(last, heightOf(preview, line) - covered)
}

function heightOf(preview: HTMLElement, line: number): number {
  const upper = preview.getBoundingClientRect().top - preview.scrollTop
  let before = { line: 0, top: 0 }
  for (const block of preview.querySelectorAll<HTMLElement>('[data-line]')) {
    const here = { line: Number(block.dataset['line']), top: block.getBoundingClientRect().top - upper }
    if (here.line > line) {
      const share = (line - before.line) / Math.max(1, here.line - before.line)
      return before.top + share * (here.top - before.top)
    }
    before = here
  }
  return before.top
}
