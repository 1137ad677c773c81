/** The end of a page address, as in the address bar. */
const END = /#\/\d{1,12}\/(\d{1,12})(?!\d)/g
/** What may stand before it. */
const BEGINNING = /(?:https?:\/\/[\w.:-]{1,100})?[\w./-]{0,60}$/
const LONGEST_BEGINNING = 170

/**
 * The text with other addresses of pages; null keeps one. The end of an address is looked for first: a search for its
 * beginning stops at each word of the text.
 */
export function withPageLinks(text: string, addressFor: (pageId: string) => string | null): string {
  let [changed, kept] = ['', 0]
  for (const { 0: found, 1: pageId = '', index } of text.matchAll(END)) {
    const address = addressFor(pageId)
    if (address === null) continue
    const [beginning = ''] = BEGINNING.exec(text.slice(Math.max(kept, index - LONGEST_BEGINNING), index)) ?? []
    changed += text.slice(kept, index - beginning.length) + address
    kept = index + found.length
  }
  return changed + text.slice(kept)
}
