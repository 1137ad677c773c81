import { describe, expect, it } from 'vitest'
import plugin from '../plugin.ts'
import { foundIn, sourceOf } from '../testing/found-in.ts'
import { readHere } from '../testing/read-here.ts'
import { BrokenFile } from '../thread/reader.ts'
import { readHtml } from './html-reader.ts'

const formats = plugin.contributes.map(({ value }) => value)
const PICTURE = 'data:image/png;base64,iVBORw0KGgo='

describe('a page in HTML', () => {
  it('becomes markdown, in which nothing of it stays HTML', async () => {
    const html = `<!doctype html><title>Shop &amp; more</title><script>alert(1)</script><style>p{}</style><!-- no -->
      <h1>Shop</h1><p onclick="x()">A <b>bold</b> <a href="https://example.test">link</a> &lt;i&gt;</p>
      <ul><li>one<ul><li>two</li></ul></li></ul><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>
      <pre><code class="language-js">let a</code></pre><img alt="in" src="${PICTURE}"><img alt="out" src="https://example.test/a.png">`

    const { format, item, pages, files, warnings } = await foundIn(formats, sourceOf('a.html', html))

    expect(format).toBe('html')
    expect(item).toEqual({ name: 'Shop & more' })
    expect(pages).toHaveLength(1)
    expect(pages[0]?.content).toBe(
      [
        '# Shop',
        'A **bold** [link](https://example.test) \\<i>',
        '- one\n  - two',
        '| a | b |\n| - | - |\n| c | d |',
        '```js\nlet a\n```',
        '![in](/attachment/0)![out](https://example.test/a.png)',
      ].join('\n\n'),
    )
    expect(files.map(({ name }) => name)).toEqual(['1.png'])
    expect(warnings).toEqual(['1 pictures were not in the file and stay where they are.'])
  })

  it('is refused before a tree is made of it when it nests 100,000 levels deep', async () => {
    const html = '<div>'.repeat(100_000)

    await expect(readHere(readHtml, 'a.html', html)).rejects.toThrow(BrokenFile)
  })

  it('may hold paragraphs that never end', async () => {
    const { pages } = await readHere(readHtml, 'a.html', '<p>a'.repeat(2_000))

    expect(pages[0]?.content.split('\n\n')).toHaveLength(2_000)
  })
})

describe('a file of markdown', () => {
  it('becomes a page, in whatever encoding it is', async () => {
    const chinese = Buffer.from([0x23, 0x20, 0xb5, 0xc7, 0xc2, 0xbc, 0x0a])

    const { format, item, pages } = await foundIn(formats, sourceOf('login.md', chinese))

    expect(format).toBe('markdown-file')
    expect(item).toEqual({ name: '登录' })
    expect(pages).toEqual([{ id: 'file login.md', catalogId: null, title: '登录', content: '# 登录\n' }])
  })

  it('is none when it holds bytes that are no text', async () => {
    await expect(foundIn(formats, sourceOf('a.md', new Uint8Array([35, 0, 1])))).rejects.toThrow('no format')
  })
})
