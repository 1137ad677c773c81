/** The text of a heading without its markers. A regular expression would take cubic time in the number of spaces. */
export function headingWords(heading: string): string {
  const words = heading.trim()
  let end = words.length
  while (words[end - 1] === '#') end -= 1
  return words.slice(0, end).trim()
}
