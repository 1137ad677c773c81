import { createHmac, timingSafeEqual } from 'node:crypto'

/*
 * A receipt is signed with a key derived from that of the site, so that nobody without it can change a receipt
 * unnoticed. The signature is a separate line of the file, and covers all other lines.
 */
const LINE = /^(?:<!-- signature: ([0-9a-f]{64}) -->|  "signature": "([0-9a-f]{64})",)\n/m
const PURPOSE = 'octavo switch receipt'

const signatureOf = (text: string, key: Uint8Array): string =>
  createHmac('sha256', createHmac('sha256', key).update(PURPOSE).digest()).update(text).digest('hex')

/** The JSON of a receipt with its signature as the first line inside. */
export const signedJson = (json: string, key: Uint8Array): string =>
  json.replace('{\n', `{\n  "signature": "${signatureOf(json, key)}",\n`)

/** The document of a receipt with its signature as the second line. */
export const signedPage = (page: string, key: Uint8Array): string =>
  page.replace('\n', `\n<!-- signature: ${signatureOf(page, key)} -->\n`)

/** Whether a text is unchanged since it was signed with this key. */
export function isAsSigned(text: string, key: Uint8Array): boolean {
  const [line = '', ofPage, ofJson] = LINE.exec(text) ?? []
  const signature = ofPage ?? ofJson
  if (signature === undefined) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(text.replace(line, ''), key)))
}
