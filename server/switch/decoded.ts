import { isUtf8 } from 'node:buffer'
import { inflateSync } from 'node:zlib'

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#039;': "'",
}

/**
 * A text as people typed it. ShowDoc stored names, titles and passwords HTML-escaped up to 2.10, and contents since
 * then; its own screens unescape them once in either case, and so does this.
 */
export const unescapedOnce = (stored: string): string =>
  stored.replaceAll(/&(?:amp|lt|gt|quot|#0?39);/g, (entity) => ENTITIES[entity] ?? entity)

/** Why a content may not be what people wrote: not all of it is text, or it is compressed and cannot be read. */
export type ContentDoubt = 'notUtf8' | 'packedUnread'

/** The content of a page or a version. */
export interface StoredContent {
  readonly content: string
  readonly doubt: ContentDoubt | null
}

/** The content of a page or a version as ShowDoc's editor shows it, whether it was compressed or not. */
export function storedContent(stored: string): StoredContent {
  const bytes = unpacked(stored)
  if (bytes === null)
    return { content: unescapedOnce(stored), doubt: PACKED_SURELY.test(stored) ? 'packedUnread' : null }
  const text = bytes.toString()
  if (isUtf8(bytes)) return { content: unescapedOnce(text), doubt: null }
  // Somebody's text with a cut or foreign sign in it, unlike what was never text.
  const isText = (text.split(REPLACED).length - 1) * MOST_REPLACED <= text.length
  return isText ? { content: unescapedOnce(text), doubt: 'notUtf8' } : { content: stored, doubt: 'packedUnread' }
}

/** The same without a doubt. */
export const contentFrom = (stored: string): string => storedContent(stored).content

/** More than any page of ShowDoc can have; a larger text, made to expand endlessly, is not decompressed. */
const LONGEST_BYTES = 64 * 1024 * 1024
/** The first byte of a zlib stream in base64. */
const PACKED = /^e[AFJN][A-Za-z0-9+/]+={0,2}$/
/** Its first two bytes, and more signs than a word has. */
const PACKED_SURELY = /^e(?:A[E-H]|F[4-7]|J[w-z]|N[o-r])[A-Za-z0-9+/]{37,}={0,2}$/
const REPLACED = '\uFFFD'
/** Of this many signs, one may be no text. */
const MOST_REPLACED = 8

/** Null for a text that only looks compressed. */
function unpacked(stored: string): Buffer | null {
  if (stored.length % 4 !== 0 || !PACKED.test(stored)) return null
  try {
    return inflateSync(Buffer.from(stored, 'base64'), { maxOutputLength: LONGEST_BYTES })
  } catch {
    return null
  }
}
