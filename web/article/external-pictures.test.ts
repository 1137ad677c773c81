// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import type { ShownPictures } from '#core/site/picture-settings.ts'
import { lookLike, siteLook } from '#web/session/site-look.ts'
import { isShown, offerExternalPictures, showExternalPictures } from './external-pictures.ts'

const LINKS =
  '<a class="external-image" href="https://img.example.com/a.png">A</a>' +
  '<a class="external-image" href="http://other.example:81/b.png">http://other.example:81/b.png</a>' +
  '<a class="external-image" href="ftp://img.example.com/c.png">C</a><a href="https://img.example.com/d.png">D</a>'
const article = document.createElement('div')
const t = ((key: string, { host = '' } = {}) => `${key} ${host}`) as unknown as Parameters<
  typeof offerExternalPictures
>[1]
const allow = (pictures: Partial<ShownPictures>) =>
  lookLike({ ...siteLook(), pictures: { areAll: false, hosts: [], canChoose: false, ...pictures } })
beforeEach(() => {
  article.innerHTML = LINKS
})

describe('a picture of another site', () => {
  it('is shown where the document may show it, with its words, and else stays a link', () => {
    allow({ hosts: ['img.example.com'] })

    showExternalPictures(article)

    const pictures = [...article.querySelectorAll('img')]
    expect(pictures.map(({ src, alt, referrerPolicy }) => [src, alt, referrerPolicy])).toEqual([
      ['https://img.example.com/a.png', 'A', 'no-referrer'],
    ])
    expect([...article.querySelectorAll('a')].map(({ textContent }) => textContent.at(-1))).toEqual(['g', 'C', 'D'])
  })

  it('is a link again when it cannot be loaded', () => {
    allow({ areAll: true })

    showExternalPictures(article)
    for (const picture of article.querySelectorAll('img')) picture.dispatchEvent(new Event('error'))

    expect(article.innerHTML).toBe(LINKS)
  })

  it('of a badge is shown in its link, which leads where it led', () => {
    const badge =
      '<a href="https://ci.example.com/1" class="external-image" data-picture="https://img.example.com/a.svg">Build</a>'
    const bad = badge.replace('https://img.example.com/a.svg', 'javascript:alert(1)')
    article.innerHTML = badge + bad
    allow({ hosts: ['ci.example.com'] })
    showExternalPictures(article)
    expect(article.innerHTML).toBe(badge + bad)
    allow({ areAll: true })

    showExternalPictures(article)

    const [link] = article.querySelectorAll('a')
    const [picture, ...others] = article.querySelectorAll('img')
    expect([link?.href, picture?.parentElement === link, picture?.src, picture?.alt]).toEqual([
      ...['https://ci.example.com/1', true],
      ...['https://img.example.com/a.svg', 'Build'],
    ])
    expect(others).toEqual([])
    picture?.dispatchEvent(new Event('error'))
    expect(article.innerHTML).toBe(badge + bad)
  })

  it('can be asked for by its host, unless it is shown or readers may not choose', () => {
    const offered = () => [...article.querySelectorAll('button')].map(({ textContent }) => textContent)

    allow({ hosts: ['img.example.com'], canChoose: true })
    for (const _time of [1, 2]) offerExternalPictures(article, t)
    expect(offered()).toEqual(['page.showPictures other.example:81'])

    allow({})
    offerExternalPictures(article, t)
    expect(offered()).toEqual([])
  })

  it.each([
    ['https://a.example.org/x', true],
    ['https://a.b.example.org/x', true],
    ['https://example.org/x', false],
    ['https://badexample.org/x', false],
    ['https://a.example.org:444/x', false],
  ])('at %s below *.example.org: %s', (address, is) => {
    expect(isShown(new URL(address), { areAll: false, hosts: ['*.example.org'], canChoose: true })).toBe(is)
  })
})
