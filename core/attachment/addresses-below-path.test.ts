import { expect, it } from 'vitest'
import { htmlWithKey, htmlWithOwnImages, textWithKey, tokensIn, withWholeAddresses } from './attachment.ts'

const TOKEN = 'x'.repeat(32)
const FILE = `/attachment/${TOKEN}`
const KEYED = `${FILE}?key=k`

it.each(['https://docs.example.org', 'https://example.org/docs', 'http://127.0.0.1:4000/a/b.c'])(
  'gives the key of a link to the files of the site at %s alone',
  (site) => {
    const path = new URL(site).pathname.replace(/\/$/, '')
    const others = [
      `https://other.example${path}${FILE}`,
      `${site}/elsewhere${FILE}`,
      `https://example.org/wiki${FILE}`,
    ]

    expect(htmlWithKey(`<img src="${path}${FILE}"><a href="${site}${FILE}">`, 'k', site)).toBe(
      `<img src="${path}${KEYED}"><a href="${site}${KEYED}">`,
    )
    expect(textWithKey(`![a](${FILE}) ![b](${site}${FILE}) ${FILE}?key=other`, 'k', site)).toBe(
      `![a](${KEYED}) ![b](${site}${KEYED}) ${FILE}?key=other`,
    )
    for (const other of others) {
      expect(htmlWithKey(`<img src="${other}">`, 'k', site)).toBe(`<img src="${other}">`)
      expect(textWithKey(`![a](${other})`, 'k', site)).toBe(`![a](${other})`)
    }
  },
)

it('shows pictures of the site that were written whole, below its path', () => {
  const link = (address: string) => `<a class="external-image" href="${address}" target="_blank">dot</a>`

  expect(htmlWithOwnImages(link(`https://example.org/docs${FILE}`), 'https://example.org/docs')).toBe(
    `<img src="/docs${FILE}" alt="dot" loading="lazy" />`,
  )
  expect(htmlWithOwnImages(link(`https://example.org/wiki${FILE}`), 'https://example.org/docs')).toBe(
    link(`https://example.org/wiki${FILE}`),
  )
})

it('names files whole below the path, and finds them however they are written', () => {
  const text = `![a](${FILE}) https://example.org/docs${FILE}`

  expect(withWholeAddresses(text, 'https://example.org/docs')).toBe(
    `![a](https://example.org/docs${FILE}) https://example.org/docs${FILE}`,
  )
  expect(tokensIn(text)).toEqual([TOKEN])
})
