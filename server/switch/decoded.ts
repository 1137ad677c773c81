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

/** The content of a page or a version as ShowDoc's editor shows it, whether it was compressed or not. */
export const contentFrom = (stored: string): string => unescapedOnce(unpacked(stored) ?? stored)

/** More than any page of ShowDoc can have; a larger text, made to expand endlessly, is not decompressed. */
const LONGEST_BYTES = 64 * 1024 * 1024
/** The first byte of a zlib stream in base64. */
const PACKED = /^e[AFJN][A-Za-z0-9+/]+={0,2}$/

/** Null for a text that only looks compressed. */
function unpacked(stored: string): string | null {
  if (stored.length % 4 !== 0 || !PACKED.test(stored)) return null
  try {
    const bytes = inflateSync(Buffer.from(stored, 'base64'), { maxOutputLength: LONGEST_BYTES })
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
