const BYTE_ORDER_MARK = '\uFEFF'

/** The text in the form editors use: line feeds only, no byte order mark. */
export const editable = (text: string): string => text.replace(BYTE_ORDER_MARK_AT_START, '').replace(/\r\n?/g, '\n')
const BYTE_ORDER_MARK_AT_START = /^\uFEFF/

/** The edited text with the line endings of the original; unchanged lines at both ends keep their own. */
export function withLineEndsOf(original: string, edited: string): string {
  const mark = original.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  if (!original.includes('\r')) return mark + edited
  const before = linesOf(original.slice(mark.length))
  const after = linesOf(edited)
  const shared = Math.min(before.length, after.length)
  let head = 0
  while (head < shared && before[head]?.text === after[head]?.text) head += 1
  let tail = 0
  while (tail < shared - head && before.at(-1 - tail)?.text === after.at(-1 - tail)?.text) tail += 1

  const usual = mostUsed(before)
  return (
    mark +
    after
      .map(({ text, end }, index) => {
        if (end === '') return text
        const kept =
          index < head
            ? before[index]?.end
            : index >= after.length - tail
              ? before.at(index - after.length)?.end
              : usual
        return text + (kept || usual)
      })
      .join('')
  )
}

interface Line {
  readonly text: string
  readonly end: string
}
const linesOf = (text: string): Line[] =>
  [...text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)].map(([, line = '', end = '']) => ({ text: line, end }))

function mostUsed(lines: readonly Line[]): string {
  const counts = new Map<string, number>()
  for (const { end } of lines) if (end !== '') counts.set(end, (counts.get(end) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '\n'
}
