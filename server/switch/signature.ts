import { createHmac, timingSafeEqual } from 'node:crypto'

/*
 * A receipt is signed with a key made of the site's own, so that nobody without it can change a receipt unnoticed. The
 * signature stands in the file itself, in a line of its own, and is that of all the other lines.
 */
const LINE = /^(?:<!-- signature: ([0-9a-f]{64}) -->|  "signature": "([0-9a-f]{64})",)\n/m
const PURPOSE = 'octavo switch receipt'

const signatureOf = (text: string, key: Uint8Array): string =>
  createHmac('sha256', createHmac('sha256', key).update(PURPOSE).digest()).update(text).digest('hex')

/** The JSON of a receipt with its signature as the first line in it. */
export const signedJson = (json: string, key: Uint8Array): string =>
  json.replace('{\n', `{\n  "signature": "${signatureOf(json, key)}",\n`)

/** The document of a receipt with its signature as a line behind the first. */
export const signedPage = (page: string, key: Uint8Array): string =>
  page.replace('\n', `\n<!-- signature: ${signatureOf(page, key)} -->\n`)

/** Whether a text is as it was when it was signed with this key. */
export function isAsSigned(text: string, key: Uint8Array): boolean {
  const [line = '', ofPage, ofJson] = LINE.exec(text) ?? []
  const signature = ofPage ?? ofJson
  if (signature === undefined) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(text.replace(line, ''), key)))
}
