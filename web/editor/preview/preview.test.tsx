// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { Preview } from './preview.tsx'
import { safeArticle } from './safe-article.ts'

beforeEach(() => {
  // What jsdom does not have.
  stubMatchMedia()
})

describe('the preview shows what readers will see', () => {
  it('formulas drawn, those with Chinese in them as well', async () => {
    const { place } = await mounted(<Preview markdown={'The sum $a+b$ and $速度，单位①$'} />, {})

    await until(() => place.querySelectorAll('.katex').length === 2)
    expect(place.querySelector('.katex-error')).toBeNull()
  })

  it('formulas that ask for more than formulas as text', async () => {
    const { place } = await mounted(<Preview markdown={'$\\href{javascript:alert(1)}{x}$ $\\htmlClass{a}{x}$'} />, {})

    await until(() => place.querySelectorAll('.katex, .katex-error').length === 2)
    expect(place.querySelector('.math [href], .math .a')).toBeNull()
  })

  it('a button that copies code', async () => {
    const { place } = await mounted(<Preview markdown={'```js\nlet a\n```'} />, {})

    await until(() => place.querySelector('.copy-code'))
  })
})

describe('images of other sites', () => {
  const shown = (markdown: string): HTMLElement => {
    const place = document.createElement('div')
    place.innerHTML = safeArticle(markdown)
    return place
  }

  for (const source of ['https://example.org/a.png', '//example.org/a.png', 'HTTPS://example.org/a.png'])
    it(`are links, also as HTML: ${source}`, () => {
      const place = shown(`text <img src="${source}" alt="A picture" onerror="alert(1)"> ![B](${source})`)

      expect(place.querySelector('img')).toBeNull()
      const links = [...place.querySelectorAll('a.external-image')]
      expect(links.map(({ textContent }) => textContent)).toEqual(['A picture', 'B'])
      expect(links.map((link) => link.getAttribute('href')?.toLowerCase())).toEqual([
        source.toLowerCase(),
        source.toLowerCase(),
      ])
    })

  it('stay text when their address could run something', () => {
    const place = shown('<img src="javascript:alert(1)" alt="A picture">')

    expect(place.querySelector('img, [href]')).toBeNull()
    expect(place.textContent.trim()).toBe('A picture')
  })

  it('leave those of this site alone', () => {
    expect(shown('<img src="/files/a.png" alt="A"> ![B](/files/b.png)').querySelectorAll('img')).toHaveLength(2)
  })
})
