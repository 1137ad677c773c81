/** Initials of an item: the first letters of two words, or one Chinese character. */
export function initialsOf(name: string): string {
  const words = name.match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []
  const [first = '', second = ''] = words
  if (/^\p{Script=Han}$/u.test(first)) return first
  const letters = [first, /^\p{Script=Han}$/u.test(second) ? '' : second].map((word) => [...word][0] ?? '')
  return letters.join('').toUpperCase()
}
