import { pathInUploads } from './uploads-folder.ts'

/** The files whose addresses occur in a text. */
export interface NamedFiles {
  readonly signs: ReadonlySet<string>
  /** Below the uploads folder. */
  readonly paths: ReadonlySet<string>
}

// In JSON, slashes may be escaped.
const SIGNED = /(visitFile(?:\\?\/sign\\?\/|(?:&|%26)(?:amp;)*sign(?:=|%3D)))([\w-]{32})(?![\w-])/gi
const PLACED = /((?:server\\?\/\.\.\\?\/)?)(Public\\?\/Uploads\\?\/(?:[^\s"'()<>\\?#&|`*]|\\\/)+)(\??)/g

const mayName = (content: string): boolean => content.includes('visitFile') || content.includes('Uploads')
const pathAt = (address: string): string | null => pathInUploads(address.replaceAll('\\/', '/'))

/** In any notation of the address: markdown, HTML, or JSON. Null without any. */
export function namedFilesIn(content: string): NamedFiles | null {
  if (!mayName(content)) return null
  const signs = new Set(Array.from(content.matchAll(SIGNED), ([, , sign = '']) => sign))
  const paths = new Set(
    Array.from(content.matchAll(PLACED), ([, , address = '']) => pathAt(address)).filter((place) => place !== null),
  )
  return signs.size + paths.size === 0 ? null : { signs, paths }
}

/** Other signs for files, by what their addresses contain now. */
export interface OtherSigns {
  readonly ofSign: ReadonlyMap<string, string>
  readonly ofPath: ReadonlyMap<string, string>
}

/** A text with these signs in the addresses of its files, and how many of them changed. */
export function withOtherSigns(
  content: string,
  { ofSign, ofPath }: OtherSigns,
): { readonly content: string; readonly count: number } {
  if (!mayName(content)) return { content, count: 0 }
  let count = 0
  const signed = content.replaceAll(SIGNED, (address, before: string, sign: string) => {
    const other = ofSign.get(sign)
    if (other === undefined) return address
    count += 1
    return before + other
  })
  const placed = signed.replaceAll(PLACED, (address, _server: string, place: string, query: string) => {
    const path = pathAt(place)
    const other = path === null ? undefined : ofPath.get(path)
    if (other === undefined) return address
    count += 1
    return `server/index.php?s=/api/attachment/visitFile&sign=${other}${query === '' ? '' : '&'}`
  })
  return { content: placed, count }
}
