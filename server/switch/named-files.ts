import { pathInUploads } from './uploads-folder.ts'

/** The files whose addresses occur in a text. */
export interface NamedFiles {
  readonly signs: ReadonlySet<string>
  /** Below the uploads folder. */
  readonly paths: ReadonlySet<string>
}

const SIGNED = /visitFile(?:\/sign\/|(?:&|%26)(?:amp;)*sign(?:=|%3D))([\w-]{32})(?![\w-])/gi
const PLACED = /Public\/Uploads\/[^\s"'()<>\\?#&|`*]+/g

/** In any notation of the address: markdown, HTML, or JSON. Null without any. */
export function namedFilesIn(content: string): NamedFiles | null {
  if (!content.includes('visitFile') && !content.includes('Uploads')) return null
  const text = content.replaceAll('\\/', '/')
  const signs = new Set(Array.from(text.matchAll(SIGNED), ([, sign = '']) => sign))
  const paths = new Set(
    Array.from(text.matchAll(PLACED), ([address]) => pathInUploads(address)).filter((place) => place !== null),
  )
  return signs.size + paths.size === 0 ? null : { signs, paths }
}
