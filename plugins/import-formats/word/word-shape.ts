const [LESS, GREATER, SLASH, QUESTION, EXCLAMATION, EQUALS] = [0x3c, 0x3e, 0x2f, 0x3f, 0x21, 0x3d]
const [QUOTE, APOSTROPHE] = [0x22, 0x27]

export interface XmlShape {
  readonly tags: number
  readonly depth: number
  /** The most of one element. */
  readonly attributes: number
}

/**
 * The number of tags, how deep elements lie in each other, and how large they are, found without a tree.
 * @param atElement is called with the place of each element, its end or its beginning, and how deep it lies
 */
export function shapeOfXml(bytes: Uint8Array, atElement?: (at: number, depth: number) => void): XmlShape {
  let [tags, depth, deepest, equals, attributes] = [0, 0, 0, 0, 0]
  let isInTag = false
  let quote = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (quote !== 0) {
      if (byte === quote) quote = 0
      else if (byte === LESS) quote = 0
    } else if (isInTag && (byte === QUOTE || byte === APOSTROPHE)) quote = byte
    if (byte === LESS) {
      tags += 1
      equals = 0
      isInTag = true
      const next = bytes[at + 1]
      if (next === SLASH) {
        depth -= 1
        atElement?.(at, depth)
      } else if (next !== QUESTION && next !== EXCLAMATION) {
        atElement?.(at, depth)
        depth += 1
      }
      if (depth > deepest) deepest = depth
    } else if (byte === GREATER && quote === 0) {
      attributes = Math.max(attributes, equals)
      equals = -Infinity
      isInTag = false
      if (bytes[at - 1] === SLASH) depth -= 1
    } else if (byte === EQUALS) equals += 1
  }
  return { tags, depth: deepest, attributes }
}
