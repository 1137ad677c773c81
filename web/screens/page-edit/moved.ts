/** The list with the value of one place at another. */
export function moved<T>(values: readonly T[], from: number, to: number): readonly T[] {
  const rest = values.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...values.slice(from, from + 1), ...rest.slice(to)]
}
