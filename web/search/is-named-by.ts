/**
 * Whether all these words find something of this title: a part of it, or the beginning of one of its other names.
 * @param words what was typed, in small letters
 * @param otherNames with commas between them, such as the pinyin of the title
 */
export function isNamedBy(words: readonly string[], title: string, otherNames: string): boolean {
  const shown = title.toLowerCase()
  const others = otherNames.toLowerCase().split(/[\s,，]+/)
  return words.every((word) => shown.includes(word) || others.some((other) => other.startsWith(word)))
}
