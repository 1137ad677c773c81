import { BARE_ADDRESS, isShownAsLink } from '#core/thread-api.ts'

/** Where an address begins, if it names a host. */
const HOST = /^https?:\/\/([^/?#]+)/i
/** What follows: nothing but ShowDoc's folders, and its notations for a page. */
const PLACE =
  /[\w./-]{0,100}#\/(?:page\/(\d{1,12})|[a-z0-9]{1,100}(?:\/|\?page_id=)(\d{1,12}))|[\w./-]{0,100}index\.php\?s=\/?[a-z0-9]{1,100}(?:\/|&(?:amp;)?page_id=)(\d{1,12})/
/** A place within the page may follow, as in items that were taken back from here: ShowDoc itself has none. */
const PAGE = new RegExp(`^(?:${PLACE.source})(#.*)?$`, 'i')
const PAGE_FIRST = new RegExp(`^(?:${PLACE.source})(?![\\w/-])`, 'i')

/** The page of a ShowDoc that a link leads to. */
export interface PageLink {
  readonly pageId: string
  /** In lower case; null for a link within its own site. */
  readonly host: string | null
}

const FENCED = /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\k<fence>)[^\n]*)*(?:\n {0,3}\k<fence>[^\n]*)?/
const TICKS = /(?<ticks>`+)/
/** Of a link in markdown, in HTML, also within JSON, or defined for others. */
const TARGET =
  /(?<=\]\(\s{0,9}<?|\s(?:href|src)=\\?["']|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{1,9}<?)(?<target>[^\s<>()"'\\]+)/
const CODE_OR_TARGET = new RegExp([FENCED, TICKS, TARGET, BARE_ADDRESS].map(({ source }) => source).join('|'), 'gm')
/** Code within a line is not looked for any further. */
const LONGEST_CODE = 2_000

/**
 * The text with other targets for links to pages; null keeps one. Addresses by themselves become links with the same
 * text, but not in JSON. Code stays as it is.
 */
export function withPageLinks(text: string, addressFor: (link: PageLink) => string | null): string {
  const finder = new RegExp(CODE_OR_TARGET)
  const isJson = /^\s*(?:\{\s*"|\[\s*[{"])/.test(text)
  let [changed, kept] = ['', 0]
  for (let match = finder.exec(text); match; match = finder.exec(text)) {
    const { ticks, target, closed, bare } = match.groups ?? {}
    if (ticks !== undefined) finder.lastIndex = endOfCode(text, finder.lastIndex, ticks.length)
    const alone = closed ?? bare
    if (alone !== undefined) {
      const shown = isJson || !isShownAsLink(text, match.index, match[0].length) ? null : pageLinkIn(alone)
      const other = shown && addressFor(shown.link)
      if (!shown || other === null || (closed !== undefined && shown.text !== closed)) continue
      changed += `${text.slice(kept, match.index)}[${shown.text}](${other})`
      kept = match.index + (closed === undefined ? shown.text.length : match[0].length)
      continue
    }
    const found = target === undefined ? null : pageLinkAt(target)
    const address = found && addressFor(found.link)
    if (!found || address === null) continue
    changed += text.slice(kept, match.index) + address + found.place
    kept = finder.lastIndex
  }
  return changed + text.slice(kept)
}

/** After the next equal run of backticks in the same paragraph; where the run ends without one. */
function endOfCode(text: string, from: number, length: number): number {
  const [paragraph = ''] = text.slice(from, from + LONGEST_CODE).split(/\n\s*\n/, 1)
  const end = Array.from(paragraph.matchAll(/`+/g)).find(([run]) => run.length === length)
  return end ? from + end.index + length : from
}

/** The link to a page that a target is, and the place within it, as `#title`; empty for none. */
function pageLinkAt(target: string): { readonly link: PageLink; readonly place: string } | null {
  const [origin = '', host = null] = HOST.exec(target) ?? []
  const [, byPage, byItem, byQuery, place = ''] = PAGE.exec(target.slice(origin.length)) ?? []
  const pageId = byPage ?? byItem ?? byQuery
  return pageId === undefined ? null : { link: { pageId, host: host?.toLowerCase() ?? null }, place }
}

/** The link to a page with which an address begins, and its text. */
function pageLinkIn(address: string): { readonly link: PageLink; readonly text: string } | null {
  const [origin = '', host = null] = HOST.exec(address) ?? []
  const [place, byPage, byItem, byQuery] = PAGE_FIRST.exec(address.slice(origin.length)) ?? []
  const pageId = byPage ?? byItem ?? byQuery
  if (place === undefined || pageId === undefined) return null
  return { link: { pageId, host: host?.toLowerCase() ?? null }, text: origin + place }
}

/** An address under which a ShowDoc gave out its own files names its host. */
const OF_FILE =
  /https?:\/\/([^/?#\s"'()<>\\]{1,200})\/[^\s"'()<>\\]{0,200}?(?:api\/attachment\/visitFile|Public\/Uploads\/)/gi

export const hostsOfFilesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(OF_FILE), ([, host = '']) => host.toLowerCase())
