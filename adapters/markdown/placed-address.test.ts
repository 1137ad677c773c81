import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { placedAddress } from './allowed.ts'
import { MarkdownRenderer } from './markdown-renderer.ts'

const HERE = 'https://example.org/docs/7/8'
/** The page a browser opens for an address in a document of the site. */
const reached = (address: string): URL | null => (URL.canParse(address, HERE) ? new URL(address, HERE) : null)
const isPath = (address: string): boolean => /^[/\\](?![/\\])/.test(address.replaceAll(/[\t\n\r]/g, '').trim())

const ADDRESSES = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.constantFrom(
    ...[
      '/',
      '/7/8',
      '/attachment/x?key=y',
      ' /7',
      '/\t7',
      '\n/7',
      '\\7',
      '//other.example/7',
      '/\\other.example',
      '\\\\a',
    ],
    ...[
      '#part',
      '?a=b',
      '7/8',
      '../x',
      'mailto:a@b.c',
      'data:image/png;base64,AA',
      'https:x',
      '',
      '/docs/7',
      '/%2e%2e/x',
    ],
  ),
  fc.string(),
)

describe('an address of a text below the path of a site', () => {
  it('leads to the same place below the site if it is a path, and is unchanged otherwise', () => {
    fc.assert(
      fc.property(ADDRESSES, (address) => {
        const placed = reached(placedAddress(address, '/docs'))
        const before = reached(address)
        if (!isPath(address)) expect(placed?.href).toBe(before?.href)
        else expect(placed?.href.replace('/docs', '')).toBe(before?.href)
      }),
    )
  })

  it('is unchanged at the root of a host', () => {
    fc.assert(fc.property(ADDRESSES, (address) => placedAddress(address, '') === address))
  })

  it('is changed in links and pictures, in markdown and in HTML, and never in displayed text', async () => {
    const markdown = [
      '[a](/7/8) ![b](/attachment/x) <a href="\\7">c</a> <img src=" /attachment/y" alt="d">',
      '[e](https://example.com/7) [f](#part) ![g](https://example.com/a.png) [h](//example.com/7)',
      '`<a href="/7">` and <b title="/7">/7</b>',
    ].join('\n\n')

    const { html } = await new MarkdownRenderer('/docs').render(markdown)
    const { document } = new JSDOM(html).window
    const named = [...document.querySelectorAll('a, img')].map(
      (element) => element.getAttribute('href') ?? element.getAttribute('src'),
    )

    expect(named).toEqual([
      ...['/docs/7/8', '/docs/attachment/x', '/docs\\7', '/docs/attachment/y', 'https://example.com/7'],
      ...['#user-content-part', 'https://example.com/a.png', '//example.com/7'],
    ])
    expect(document.body.textContent).toContain('<a href="/7"> and /7')
    expect(document.querySelector('b')?.title).toBe('/7')
  })
})
