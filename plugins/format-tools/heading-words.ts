/** The words of a heading behind its marks, without those at its end. A pattern would take the cube of the blanks in it. */
export function headingWords(heading: string): string {
  const words = heading.trim()
  let end = words.length
  while (words[end - 1] === '#') end -= 1
  return words.slice(0, end).trim()
}
