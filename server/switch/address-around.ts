/*
 * Addresses are found in texts by what ShowDoc's own contain. Here is what stands around: the host before it, and where
 * it ends when prose follows without a blank, as in Chinese.
 */

/** The longest beginning of an address that is looked at. */
const LONGEST = 2_000
const IN_ADDRESS = /[\w\-.~:/?#@!$&*+,;=%\\]/
const SCHEME = /(?:https?(?::|%3A)|^|[=,;])(?:\\?\/|%2F){2}([^/\\?#%&,;]*)/gi
/** As people write addresses without a scheme: `docs.example.com/…` or `localhost:4999/…`. */
const BARE = /^((?:[\w-]+\.)+[\w-]+(?::\d+)?|[\w.-]+:\d+)\\?\//

function beginningOf(text: string, at: number): number {
  let from = at
  while (from > 0 && at - from < LONGEST && IN_ADDRESS.test(text[from - 1] ?? '')) from -= 1
  return from
}

/** The host, with its port, of the address of which a part is at this place; null for a relative one. */
export function hostOfAddress(text: string, at: number): string | null {
  const before = text.slice(beginningOf(text, at), at)
  const named = Array.from(before.matchAll(SCHEME), ([, host = '']) => host).at(-1)
  if (named !== undefined) return comparable(named)
  const [, bare = ''] = BARE.exec(before) ?? []
  return bare === '' || bare.toLowerCase().endsWith('.php') ? null : comparable(bare)
}

/** Without the port that browsers add. */
const comparable = (host: string): string =>
  host
    .slice(host.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/:(?:80|443)$/, '')

/** What ends an address that is not marked as one by what stands around it. */
const ENDS = /[，。；：！？、…—“”‘’,;[\]{}（）「」『』【】《》〈〉]/g
const OPENING: ReadonlyMap<string, string> = new Map(
  ['[]', '{}', '（）', '「」', '『』', '【】', '《》', '〈〉'].map(([open = '', close = '']) => [close, open]),
)

/**
 * The length of an address of a file that is at most `found`, up to punctuation of the text around it. Punctuation is part
 * of a name before its extension, as in `说明（一）.pdf`, and anywhere in the target of a link or between quotes.
 * @param at where what was found begins
 */
export function endOfAddress(text: string, at: number, found: string): number {
  const from = beginningOf(text, at)
  if (/(?:["'<]|\]\()$/.test(text.slice(Math.max(0, from - 2), from))) return found.length
  for (const { 0: sign, index } of found.matchAll(ENDS)) {
    const before = found.slice(0, index)
    const opening = OPENING.get(sign)
    if (/\.\w{1,8}$/.test(before) || (opening !== undefined && !before.includes(opening))) return index
  }
  return found.length - (/[.!:]+$/.exec(found)?.[0].length ?? 0)
}
