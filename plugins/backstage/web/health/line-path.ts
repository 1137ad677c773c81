/** The size of a chart in its own units; it is stretched to the available width. */
export const CHART = { width: 300, height: 80 } as const

/** Short enough for a dot that is as wide as the line is thick. */
const DOT = 1.5

/** A line through the values from left to right, 0 at the bottom and `top` at the top, with gaps for unknown values. */
export function linePath(values: readonly (number | null)[], top: number): string {
  const step = values.length > 1 ? CHART.width / (values.length - 1) : 0
  const at = (value: number, index: number): string =>
    `${rounded(index * step)} ${rounded(CHART.height * (1 - (top > 0 ? value / top : 0)))}`
  return values
    .map((value, index) => {
      if (value === null) return ''
      const hasBefore = index > 0 && typeof values[index - 1] === 'number'
      const hasAfter = typeof values[index + 1] === 'number'
      if (hasBefore) return `L${at(value, index)}`
      if (hasAfter) return `M${at(value, index)}`
      // At the right end of the chart it would be cut off.
      const isAtEnd = index > 0 && index === values.length - 1
      return `M${at(value, index)}h${isAtEnd ? -DOT : DOT}`
    })
    .join('')
}

const rounded = (value: number): string => String(Math.round(value * 10) / 10)
