/**
 * An address by itself: `closed` between angle brackets, or `bare`. Targets of links that are known have to be looked
 * for first; it is none of an unknown one either.
 */
export const BARE_ADDRESS =
  /(?<![\w"'=>\\/[\]]|\][(:]\s{0,9}<?)(?:<(?<closed>https?:\/\/[^\s<>]{1,2000})>|(?<bare>https?:\/\/[^\s<>"'`\\|()[\]]{1,2000}))/

/** How far before an address an element is looked for that it may be in. */
const LONGEST_ELEMENT = 5_000

/**
 * Whether an address at this place is shown as a link: it is not in the text of another, not in HTML in which markdown is
 * not read, and not in code.
 */
export function isShownAsLink(text: string, from: number, length: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from)
  if (/^(?: {4}|\t)/.test(line)) return false
  if (/^[^\n[\]]{0,500}\][([]/.test(text.slice(from + length, from + length + 502))) return false
  const before = text.slice(Math.max(0, from - LONGEST_ELEMENT), from).toLowerCase()
  if (IN_HTML.test(before.slice(before.lastIndexOf('\n\n') + 1))) return false
  if (/^ {0,3}>/.test(line) && /^[ >]*(?:`{3}|~{3})/m.test(before)) return false
  return LASTING.every(([begin, end]) => before.lastIndexOf(begin) <= before.lastIndexOf(end))
}
/** In a block of HTML, which begins with a tag at the beginning of a line and ends with the paragraph, or in a tag. */
const IN_HTML = /^ {0,3}<(?!https?:)[a-z/!?]|<(?!https?:)[a-z/!?][^<>]*(?![^])/m
/** What goes on after an empty line, with its end. */
const LASTING = [
  ...['code', 'pre', 'script', 'style', 'textarea'].map((name) => [`<${name}`, `</${name}`] as const),
  ['<a ', '</a'] as const,
  ['<!--', '-->'] as const,
]
