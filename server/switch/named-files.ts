import { endOfAddress, hostOfAddress } from './address-around.ts'
import { pathInUploads } from './uploads-folder.ts'

/** The files whose addresses occur in a text. */
export interface NamedFiles {
  readonly signs: ReadonlySet<string>
  /** Below the uploads folder. */
  readonly paths: ReadonlySet<string>
}

// In JSON, slashes may be escaped.
const SIGNED = /(visitFile(?:\\?\/sign\\?\/|(?:&|%26)(?:amp;)*sign(?:=|%3D)))([\w-]{32})(?![\w-])/gi
const PLACED = /((?:server\\?\/\.\.\\?\/)?)(Public(?:\\?\/){1,9}Uploads(?:\\?\/){1,9}(?:[^\s"'()<>\\?#&|`*]|\\\/)+)/g

const mayName = (content: string): boolean => content.includes('visitFile') || content.includes('Uploads')
const pathAt = (address: string): string | null => pathInUploads(address.replaceAll('\\/', '/'))

/** In any notation of the address: markdown, HTML, or JSON. Null without any. */
export function namedFilesIn(content: string): NamedFiles | null {
  if (!mayName(content)) return null
  const signs = new Set(Array.from(content.matchAll(SIGNED), ([, , sign = '']) => sign))
  const paths = new Set(Array.from(placedIn(content), ({ place }) => pathAt(place)).filter((place) => place !== null))
  return signs.size + paths.size === 0 ? null : { signs, paths }
}

interface Placed {
  readonly from: number
  readonly to: number
  /** From `Public` on. */
  readonly place: string
}

/** Addresses by a path. What follows one of them without a blank may contain the next. */
function* placedIn(content: string): Generator<Placed, void> {
  const finder = new RegExp(PLACED)
  for (let match = finder.exec(content); match; match = finder.exec(content)) {
    const [, server = '', whole = ''] = match
    const from = match.index
    const place = whole.slice(0, endOfAddress(content, from, whole))
    finder.lastIndex = from + server.length + place.length
    yield { from, to: finder.lastIndex, place }
  }
}

/** Other signs for files, by what their addresses contain now. */
export interface OtherSigns {
  readonly ofSign: ReadonlyMap<string, string>
  readonly ofPath: ReadonlyMap<string, string>
}

/**
 * A text with these signs in the addresses of its files, and how many of them changed. Addresses of other hosts stay:
 * they lead to files there.
 * @param hosts under which the files of the text are reached
 */
export function withOtherSigns(
  content: string,
  { ofSign, ofPath }: OtherSigns,
  hosts: ReadonlySet<string>,
): { readonly content: string; readonly count: number } {
  if (!mayName(content)) return { content, count: 0 }
  const isOwn = (text: string, at: number): boolean => {
    const host = hostOfAddress(text, at)
    return host === null || hosts.has(host)
  }
  let count = 0
  const signed = content.replaceAll(SIGNED, (address, before: string, sign: string, at: number) => {
    const other = ofSign.get(sign)
    if (other === undefined || !isOwn(content, at)) return address
    count += 1
    return before + other
  })
  let [changed, kept] = ['', 0]
  for (const { from, to, place } of placedIn(signed)) {
    const path = pathAt(place)
    const other = path === null ? undefined : ofPath.get(path)
    if (other === undefined || !isOwn(signed, from)) continue
    count += 1
    const hasQuery = signed[to] === '?'
    changed += `${signed.slice(kept, from)}server/index.php?s=/api/attachment/visitFile&sign=${other}${hasQuery ? '&' : ''}`
    kept = hasQuery ? to + 1 : to
  }
  return { content: changed + signed.slice(kept), count }
}
