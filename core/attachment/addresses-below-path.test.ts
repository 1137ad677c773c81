import { describe, expect, it } from 'vitest'
import { limits } from '../limits.ts'
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

describe.each([
  '/Public/Uploads/2026-11-22/a.png',
  `/server/index.php?s=/api/attachment/visitFile&amp;sign=${TOKEN}`,
  `/server/?s=/api/attachment/visitFile/sign/${TOKEN}`,
])('the address %s, which a file had in ShowDoc', (former) => {
  const site = 'https://example.org/docs'
  const typed = former.replaceAll('&amp;', '&')

  it('shows its picture where a page names it whole', () => {
    const link = (address: string) => `<a class="external-image" href="${address}" target="_blank">dot</a>`

    expect(htmlWithOwnImages(link(site + former), site)).toBe(`<img src="/docs${former}" alt="dot" loading="lazy" />`)
    expect(htmlWithOwnImages(link(`https://example.org${former}`), site)).toBe(link(`https://example.org${former}`))
  })

  it('gets the key of a link, and no other site does', () => {
    const keyed = former + (former.includes('?') ? '&amp;key=k' : '?key=k')

    expect(htmlWithKey(`<img src="/docs${former}">`, 'k', site)).toBe(`<img src="/docs${keyed}">`)
    expect(textWithKey(`![](${typed})`, 'k', site)).toBe(`![](${keyed.replaceAll('&amp;', '&')})`)
    expect(textWithKey(`![](${typed}?b.c)`, 'k', site)).toBe(`![](${typed}?b.c)`)
    for (const other of [`https://other.example${former}`, `/elsewhere${former}`])
      expect(htmlWithKey(`<img src="${other}">`, 'k', site)).toBe(`<img src="${other}">`)
  })
})

it('takes no longer than the page is for paths that name the folder again and again', () => {
  const site = 'https://example.org/docs'
  const times = Math.floor(limits.pageContentLength / 20)
  const path = '/Public/Uploads/a'.repeat(times)
  const text = `${'/Public/Uploads/,'.repeat(times)}?`

  for (const end of ['', '?', "'"]) {
    const html = `<img src="${path}${end}">`
    const link = `<a class="external-image" href="https://example.org${path}${end}" target="_blank">dot</a>`
    expect(htmlWithKey(html, 'k', site)).toBe(html)
    expect(htmlWithOwnImages(link, site)).toBe(link)
    expect(textWithKey(`https://example.org${path}${end}`, 'k', site)).not.toContain('key=')
  }
  expect(textWithKey(text, 'k', site)).toBe(text)
})
