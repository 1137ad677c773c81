import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { ALLOWED_TAGS } from './allowed.ts'
import { HOSTILE_MARKDOWN } from './hostile-markdown.ts'
import { MarkdownRenderer } from './markdown-renderer.ts'

const renderer = new MarkdownRenderer()
const htmlOf = async (markdown: string): Promise<string> => (await renderer.render(markdown)).html
// One window for all: separate windows for each article are not freed before the end.
const { DOMParser } = new JSDOM().window
const bodyOf = (html: string): HTMLElement => new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html').body

/** As detected by browsers. */
const isElsewhere = (source: string): boolean =>
  !/^data:image\/(png|jpe?g|gif|webp);/i.test(source) &&
  ['http', 'https'].some((scheme) => new URL(source, `${scheme}://site.example/1/2`).host !== 'site.example')

/** Forbidden content of an article, as `element@attribute=value`. */
function dangersIn(html: string): string[] {
  const isDanger = (tag: string, name: string, value: string): boolean =>
    name.startsWith('on') ||
    (name === 'id' && !value.startsWith('user-content-')) ||
    (name === 'style' && !/^text-align: ?(left|right|center);?$/.test(value)) ||
    (name === 'href' && !/^(https?:|mailto:|tel:|#|[^:]*$)/i.test(value)) ||
    (tag === 'img' && name === 'src' && isElsewhere(value)) ||
    (tag === 'input' && name === 'type' && value !== 'checkbox') ||
    ['name', 'srcdoc', 'action', 'formaction', 'data', 'srcset'].includes(name)
  return [...bodyOf(html).querySelectorAll('*')].flatMap((element) => {
    const tag = element.localName
    const strange = ALLOWED_TAGS.includes(tag) ? [] : [tag]
    const attributes = [...element.attributes].filter(({ name, value }) => isDanger(tag, name, value))
    return [...strange, ...attributes.map(({ name, value }) => `${tag}@${name}=${value}`)]
  })
}

it('names the checkbox of a task without text, and no other', async () => {
  const boxes = bodyOf(await htmlOf('- [ ] &#x20;\n- [x] &#x20;\n- [ ] buy milk\n')).querySelectorAll('input')
  const forged = bodyOf(await htmlOf('<input type="checkbox" aria-label="Log in">')).querySelector('input')

  expect([...boxes].map((box) => box.getAttribute('aria-label'))).toEqual(['☐', '☑', null])
  expect(forged?.hasAttribute('aria-label')).toBe(false)
})

describe('what an article may contain', () => {
  it('is tested with at least sixty attacks', () => {
    expect(HOSTILE_MARKDOWN.length).toBeGreaterThanOrEqual(60)
  })

  it.each(HOSTILE_MARKDOWN)('removes the danger from %j', async (markdown) => {
    const html = await htmlOf(markdown)

    expect(dangersIn(html)).toEqual([])
    // Serialised and parsed again it stays the same, so nothing becomes active in the browser.
    const once = bodyOf(html).innerHTML
    expect(bodyOf(once).innerHTML).toBe(once)
  })

  it('stays safe whatever attacks are combined', async () => {
    const pieces = fc.array(
      fc.constantFrom(...HOSTILE_MARKDOWN, '\n\n', '> ', '- ', '`', '**', '|', '<b>', '</section>', '&'),
      {
        maxLength: 8,
      },
    )
    await fc.assert(
      fc.asyncProperty(pieces, async (parts) => {
        expect(dangersIn(await htmlOf(parts.join('')))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('opens other sites in a window that cannot access this one', async () => {
    const link = bodyOf(await htmlOf('[there](https://example.org/a)')).querySelector('a')

    expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener noreferrer'])
  })

  it('shows images of other sites as links', async () => {
    const body = bodyOf(await htmlOf('![a picture](https://example.org/a.png) ![own](/files/b.png)'))

    expect(body.querySelector('a.external-image')?.textContent).toBe('a picture')
    expect([...body.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(['/files/b.png'])
  })
})

describe('a picture of another site in a link', () => {
  it('leaves the link where it leads, as in a badge', async () => {
    const body = bodyOf(await htmlOf('[![Build](https://ci.example.org/a.svg)](https://ci.example.org/jobs/1) after'))

    const links = [...body.querySelectorAll('a')]
    expect(links.map((link) => [link.href, link.textContent, link.className, link.dataset['picture']])).toEqual([
      ['https://ci.example.org/jobs/1', 'Build', 'external-image', 'https://ci.example.org/a.svg'],
    ])
  })

  it('is its text where the link has more than the picture', async () => {
    const body = bodyOf(
      await htmlOf('[State: ![Build](https://ci.example.org/a.svg)](/1/2) ![b](https://c.example.org/b.svg)'),
    )

    const links = [...body.querySelectorAll('a')]
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['/1/2', 'State: Build'],
      ['https://c.example.org/b.svg', 'b'],
    ])
  })

  it('of this site is a picture in a link, as before', async () => {
    const body = bodyOf(await htmlOf('[![own](/files/b.png)](/1/2)'))

    expect(body.querySelector('a[href="/1/2"] img')?.getAttribute('src')).toBe('/files/b.png')
    expect(body.querySelector('.external-image')).toBeNull()
  })
})

describe('rendering markdown', () => {
  it('[VIEW-07] renders bold text adjacent to Chinese', async () => {
    expect(await htmlOf('**简要描述：**用户')).toBe('<p><strong>简要描述：</strong>用户</p>\n')
  })

  it('keeps line breaks as typed', async () => {
    expect(await htmlOf('one\ntwo')).toContain('<br />')
  })

  it('shows placeholders that look like tags as text', async () => {
    expect(bodyOf(await htmlOf('Authorization: Bearer <token>')).textContent).toContain('Bearer <token>')
  })

  it('keeps harmless HTML', async () => {
    const body = bodyOf(await htmlOf('<details><summary>more</summary>\n\nH<sub>2</sub>O\n\n</details>'))

    expect(body.querySelector('details summary')?.textContent).toBe('more')
    expect(body.querySelector('sub')?.textContent).toBe('2')
  })

  it('aligns table cells and lets wide tables scroll', async () => {
    const body = bodyOf(await htmlOf('| a | b |\n|:-:|--:|\n| 1 | 2 |'))

    expect([...body.querySelectorAll('td')].map((cell) => cell.style.textAlign)).toEqual(['center', 'right'])
    expect(body.querySelector('.table-scroll > table')).not.toBeNull()
  })

  it('links footnotes to their texts', async () => {
    const body = bodyOf(await htmlOf('x[^note]\n\n[^note]: the text'))
    const target = body.querySelector('.footnote-ref a')?.getAttribute('href')?.slice(1) ?? ''

    expect(body.querySelector(`[id="${target}"]`)?.textContent).toContain('the text')
  })

  it('[VIEW-10] lists the headings with ids that exist in the article', async () => {
    const { html, headings } = await renderer.render('# 概述 `code`\n\n## 请求 **参数**\n\n## 请求 **参数**')

    expect(headings.map(({ text, level }) => [text, level])).toEqual([
      ['概述 code', 1],
      ['请求 参数', 2],
      ['请求 参数', 2],
    ])
    const ids = [...bodyOf(html).querySelectorAll('h1, h2')].map(({ id }) => id)
    expect(headings.map(({ id }) => id)).toEqual(ids)
    expect(new Set(ids).size).toBe(3)
  })

  it('follows links to headings of the same page', async () => {
    const body = bodyOf(await htmlOf('[go](#错误码)\n\n## 错误码'))
    const target = decodeURIComponent(body.querySelector('a')?.hash.slice(1) ?? '')

    expect(target).toBe(body.querySelector('h2')?.id)
  })

  it('puts every part under an h2 into a section', async () => {
    const body = bodyOf(await htmlOf('intro\n\n## a\n\ntext\n\n## b\n\nmore'))

    expect([...body.querySelectorAll(':scope > section > h2')].map((heading) => heading.textContent)).toEqual([
      'a',
      'b',
    ])
  })

  it('highlights code of known languages and names the language', async () => {
    const body = bodyOf(await htmlOf('```json\n{"a": 1}\n```\n\n```klingon\nqapla\n```'))
    const [json, klingon] = body.querySelectorAll('.code-block')

    expect(json?.querySelector('.hljs-attr')?.textContent).toBe('"a"')
    expect(json?.querySelector('figcaption')?.textContent).toBe('json')
    expect(klingon?.querySelector('code')?.textContent).toBe('qapla\n')
  })

  it('marks formulas and diagrams for the browser, and ignores prices', async () => {
    const body = bodyOf(
      await htmlOf('$a^2$ costs $5 and $6\n\n$$\nx < 1\n$$\n\n```math\ny\n```\n\n```mermaid\ngraph TD\n```'),
    )

    expect([...body.querySelectorAll('.math')].map((formula) => formula.textContent)).toEqual(['a^2', 'x < 1', 'y'])
    expect(body.querySelector('pre.mermaid')?.textContent).toBe('graph TD\n')
    expect(body.textContent).toContain('costs $5 and $6')
  })
})
