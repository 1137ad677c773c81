import { expect, it } from 'vitest'
import { tableText } from './table-text.ts'

const TEXT = '姓名,邮箱\r\n林梅,mei@example.org\r\n'
const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
/** As Excel saves it in China: the characters of the text in GBK. */
const GBK = Buffer.from('d0d5c3fb2cd3cacfe40d0ac1d6c3b72c6d6569406578616d706c652e6f72670d0a', 'hex')

it.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16', utf16(TEXT, false)],
  ['UTF-16 with the other byte order', utf16(TEXT, true)],
  ['GBK', GBK],
])('reads a table in %s', (_, bytes) => {
  expect(tableText(bytes)).toBe(TEXT)
})
