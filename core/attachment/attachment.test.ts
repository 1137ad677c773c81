import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlWithKey, megabytes, textWithKey, withWholeAddresses } from './attachment.ts'

const TOKEN = 'abcdefghijklmnopqrstuvwxyz_-0123'
const FILE = `/attachment/${TOKEN}`
const SITE = 'https://docs.example.org'
const KEY = 'Xm2nV0bq8TtKx4LwQe7RzA9dYc3fHgJs'
const keyed = (text: string): string => textWithKey(text, KEY, SITE)

describe('the text of a page for the holder of its key', () => {
  it.each([
    `![](${FILE})`,
    `![](${SITE}${FILE})`,
    `<img src="${FILE}">`,
    `{"image":"${FILE}"}`,
    FILE,
    `${FILE} ${FILE}`,
  ])('fetches the files of the site with it: %s', (text) => {
    expect(keyed(text)).toBe(text.replaceAll(TOKEN, `${TOKEN}?key=${KEY}`))
  })

  it.each([
    `https://evil.example${FILE}`,
    `${SITE}.evil.example${FILE}`,
    `https://evil.example/${SITE}${FILE}`,
    `https://evil.example/a${FILE}`,
    `//evil.example${FILE}`,
    `[x]${FILE}`,
    `${FILE}?key=other`,
    `${FILE}x`,
    `/attachment/short`,
  ])('leaves everything else as it is, and tells no other site the key: %s', (text) => {
    expect(keyed(text)).toBe(text)
    expect(htmlWithKey(`<img src="${text}">`, KEY, SITE)).not.toContain(KEY)
  })

  it('is its text but for the key, whatever it says', () => {
    const parts = fc.constantFrom(FILE, SITE, 'https://evil.example', '/', '(', ' ', '?', 'a', '"', ':', '数')
    fc.assert(
      fc.property(
        fc.array(parts).map((chosen) => chosen.join('')),
        (text) => {
          expect(keyed(text).replaceAll(`?key=${KEY}`, '')).toBe(text)
          expect(withWholeAddresses(text, SITE).replaceAll(SITE, '')).toBe(text.replaceAll(SITE, ''))
        },
      ),
    )
  })
})

it('the HTML of a page fetches pictures of the site with the key, by path or whole address', () => {
  const html = (key: string): string => `<img src="${FILE}${key}"><a href="${SITE}${FILE}${key}">${FILE}</a>`

  expect(htmlWithKey(html(''), KEY, SITE)).toBe(html(`?key=${KEY}`))
})

it.each([
  [`![](${FILE})`, `![](${SITE}${FILE})`],
  [`${FILE}?key=${KEY}`, `${SITE}${FILE}?key=${KEY}`],
  [`${SITE}${FILE}`, `${SITE}${FILE}`],
  [`http://[::1]${FILE}`, `http://[::1]${FILE}`],
  ['', ''],
])('whole addresses of %s are %s', (text, whole) => {
  expect(withWholeAddresses(text, SITE)).toBe(whole)
})

it.each([
  [0, 0],
  [1, 0.001],
  [1024 * 1024, 1],
  [1024 * 1024 + 1, 1.001],
  [524_288, 0.5],
  [4 * 1024 * 1024 - 1, 4],
])('%d bytes are %d M, with three digits', (bytes, shown) => {
  expect(megabytes(bytes)).toBe(shown)
})
