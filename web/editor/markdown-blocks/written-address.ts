/** A piece of text, and the character after it. */
interface TextPart {
  readonly part: string
  readonly isAddress: boolean
  readonly after: string
}

// Renderers turn these into links. In some, such a link extends to the next space, including the backslashes of
// escapes.
const ADDRESS = /(?:(?:https?|ftp):\/\/|www\.)[^\s<]*/gi

/** The text split at its addresses, which end at a space. */
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
/** Text with the escapes needed between these characters. */
type WrittenText = (text: string, before: string, after: string) => string

/**
 * An address as typed; in angle brackets where it would need escapes or merge with what follows; escaped, so that it is
 * not a link, where these do not work.
 */
export function writtenAddress(address: string, place: Surroundings, written: WrittenText): string {
  const { before, after, isInTable, isInLink } = place
  const plain = written(address, before, after)
  // A cell ends with a bar, preceded by a space.
  const isGlued = /\S/.test(after) && !(isInTable && after === '|')
  // The backslash before a bar belongs to the table, which removes it.
  if (!isGlued && (isInTable ? plain.replaceAll('\\|', '|') : plain) === address) return plain
  const core = BRACKETED.exec(address)?.[0].replace(TAIL, '') ?? ''
  if (core === '' || isInLink || /[A-Za-z0-9\\]/.test(before)) return unlinked(plain)
  const tail = address.slice(core.length)
  return `<${core}>${tail === '' ? '' : unlinked(written(tail, '>', after))}`
}

const BRACKETED = /^(?:https?|ftp):\/\/[\w\-.~%:/?#[\]@!$&'()*+,;={}]+/i
const TAIL = /[.,;:!?'"()[\]{}*_~]+$/
const unlinked = (written: string): string => written.replace(/((?:https?|ftp)(?=:\/\/)|www(?=\.))/gi, '$1\\')
