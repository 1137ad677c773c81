/** A stretch of text, and the character that comes after it. */
interface TextPart {
  readonly part: string
  readonly isAddress: boolean
  readonly after: string
}

// Readers make links of these. To some, such a link goes on to the next space and takes the backslashes of escapes along.
const ADDRESS = /(?:(?:https?|ftp):\/\/|www\.)[^\s<]*/gi

/** The text cut before and after its addresses, which end at a space. */
export function addressParts(text: string, after: string): readonly TextPart[] {
  const parts: { part: string; isAddress: boolean }[] = []
  let end = 0
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    if (index > end) parts.push({ part: text.slice(end, index), isAddress: false })
    end = index + address.length
    parts.push({ part: address, isAddress: true })
  }
  if (end < text.length) parts.push({ part: text.slice(end), isAddress: false })
  return parts.map((part, at) => ({ ...part, after: parts[at + 1]?.part.at(0) ?? after }))
}

interface Surroundings {
  readonly before: string
  readonly after: string
  readonly isInTable: boolean
  readonly isInLink: boolean
}
/** Text with the escapes it needs between these characters. */
type WrittenText = (text: string, before: string, after: string) => string

/**
 * An address as it was typed; between angle brackets where it would need escapes or run into what follows; where these
 * mean nothing, so that it is no link.
 */
export function writtenAddress(address: string, place: Surroundings, written: WrittenText): string {
  const { before, after, isInTable, isInLink } = place
  const plain = written(address, before, after)
  // A cell ends with a bar, before which there is a space.
  const isGlued = /\S/.test(after) && !(isInTable && after === '|')
  // The backslash before a bar is for the table, which takes it away.
  if (!isGlued && (isInTable ? plain.replaceAll('\\|', '|') : plain) === address) return plain
  const core = BRACKETED.exec(address)?.[0].replace(TAIL, '') ?? ''
  if (core === '' || isInLink || /[A-Za-z0-9\\]/.test(before)) return unlinked(plain)
  const tail = address.slice(core.length)
  return `<${core}>${tail === '' ? '' : unlinked(written(tail, '>', after))}`
}

const BRACKETED = /^(?:https?|ftp):\/\/[\w\-.~%:/?#[\]@!$&'()*+,;={}]+/i
const TAIL = /[.,;:!?'"()[\]{}*_~]+$/
const unlinked = (written: string): string => written.replace(/((?:https?|ftp)(?=:\/\/)|www(?=\.))/gi, '$1\\')
