/*
 * Targets of links in the text of a page: `[…](target "title")`, `![…](<target>)`, `href="target"`, `src="target"`, and
 * `[name]: target` at the beginning of a line. Code is ignored.
 */
const CODE_BLOCK = /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\k<fence>)[^\n]*)*(?:\n {0,3}\k<fence>[^\n]*)?/
const CODE = /(?<!`)(?<ticks>`+)(?!`)(?:[^\n]|\n(?!\s*\n)){0,2000}?(?<!`)\k<ticks>(?!`)/
const INLINE = /(?<=\]\()\s{0,9}<?(?<inline>[^\s<>()]+)(?=>?[\s)])/
const QUOTED = /(?<=\s(?:href|src)=")(?<quoted>[^"<>\n]+)(?=")/
const DEFINED = /(?<=^ {0,3}\[[^\]\n]{1,500}\]:[ \t]{1,9}<?)(?<defined>[^\s<>]+)/
const FOUND = new RegExp([CODE_BLOCK, CODE, INLINE, QUOTED, DEFINED].map(({ source }) => source).join('|'), 'gm')

/** What stands before every target. Most texts have none, and searching them for all of the above takes far longer. */
const MAY_LINK = /\]\(|\]:|(?:href|src)="/

/** The text with targets replaced; null from the function keeps a target. */
export async function withTargets(
  text: string,
  targetFor: (target: string) => Promise<string | null>,
): Promise<string> {
  if (!MAY_LINK.test(text)) return text
  const known = new Map<string, string | null>()
  for (const { groups } of text.matchAll(FOUND)) {
    const target = targetIn(groups)
    if (target !== null && !known.has(target)) known.set(target, await targetFor(target))
  }
  if ([...known.values()].every((other) => other === null)) return text
  return text.replaceAll(FOUND, (found, ...rest) => {
    const target = targetIn(rest.at(-1) as Groups)
    const other = target === null ? null : known.get(target)
    return target === null || other === null || other === undefined ? found : found.replace(target, () => other)
  })
}

type Groups = Readonly<Record<string, string>> | undefined
const targetIn = (groups: Groups): string | null =>
  groups?.['inline'] ?? groups?.['quoted'] ?? groups?.['defined'] ?? null

/** Splits a target before its `?` or `#`. */
export function splitTarget(target: string): { readonly place: string; readonly rest: string } {
  const at = target.search(/[?#]/)
  return at === -1 ? { place: target, rest: '' } : { place: target.slice(0, at), rest: target.slice(at) }
}
