/** The scroll position of a text, in lines. */
export interface ScrolledLine {
  /** From 0, with a fraction for a line partly above the top edge. */
  readonly line: number
  /** Whether the first or the last line is visible. */
  readonly isAtStart: boolean
  readonly isAtEnd: boolean
}

/** Scrolls a preview to the result of that line; between two blocks with line numbers, proportionally. */
export function showLine(preview: HTMLElement, { line, isAtStart, isAtEnd }: ScrolledLine): void {
  const last = preview.scrollHeight - preview.clientHeight
  // A sticky header would cover the line.
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
