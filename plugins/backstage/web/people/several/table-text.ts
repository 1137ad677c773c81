/**
 * The text of a table saved by a spreadsheet: in UTF-16 when its byte order mark says so, else in UTF-8, else in the
 * legacy encoding of Chinese systems, in which Excel saves CSV files there.
 */
export function tableText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
