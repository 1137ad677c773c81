import { describe, expect, it } from 'vitest'
import plugin from '../plugin.ts'
import { foundIn, sourceOf } from '../testing/found-in.ts'
import { readHere } from '../testing/read-here.ts'
import { BrokenFile } from '../thread/reader.ts'
import { MOST_TAKEN } from '../thread/threaded-format.ts'
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
    expect(warnings).toEqual(['1 picture was not in the file and stays where it is.'])
  })

  const markdownOf = async (html: string): Promise<string | undefined> =>
    (await readHere(readHtml, 'a.html', html)).pages[0]?.content

  it('keeps lines, lists, code and inner tables of a cell as lines of it', async () => {
    const cells = [
      '<p>一</p><p>二</p>',
      '<ul><li>x</li><li>y<ol><li>z</li></ol></li></ul>',
      '<pre>let a\n\nlet b</pre>',
      'in<table><tr><td>1</td><td><p>2</p><p>3</p></td></tr><tr><td>4</td><td>5</td></tr></table>out',
      '6<br>7<br>',
    ].map((cell) => `<tr><td>${cell}</td></tr>`)

    expect(await markdownOf(`<table><tr><th>h</th></tr>${cells.join('')}</table>`)).toBe(
      [
        '| h |',
        '| - |',
        '| 一<br>二 |',
        '| - x<br>- y<br>1. z |',
        '| `let a`<br>`let b` |',
        '| in<br>1 / 2 3<br>4 / 5<br>out |',
        '| 6<br>7 |',
      ].join('\n'),
    )
  })

  it('writes bold words so that their marks are read, and no character of a text as a code', async () => {
    const html = [
      '<p><strong>注意：</strong>内容，<strong>「重要」</strong>说明<strong>。</strong></p>',
      '<p><b>one </b>two<b><br></b></p>',
      '<p><b>a</b><b>b<br></b>c<i> d </i>e</p>',
    ]

    expect(await markdownOf(html.join(''))).toBe(
      ['**注意**：内容，「**重要**」说明。', '**one** two', '**ab**\\\nc *d* e'].join('\n\n'),
    )
  })

  it('keeps the link of a picture', async () => {
    const badge = '<a href="https://ci.test/x"><img src="https://img.test/b.svg" alt="build"></a>'
    const { pages } = await readHere(readHtml, 'a.html', `<p>${badge}</p><table><tr><td>${badge}</td></tr></table>`)

    expect(
      pages[0]?.content.match(/\[!\[build\]\(https:\/\/img\.test\/b\.svg\)\]\(https:\/\/ci\.test\/x\)/g),
    ).toHaveLength(2)
  })

  it('keeps texts around any number of empty marks, and reads them in linear time', async () => {
    const marks = '<b> </b><i></i><!-- --><span><em> </em></span>'.repeat(5_000)
    const { pages } = await readHere(readHtml, 'a.html', `<p>one${marks}two<b>bold</b></p><p>${marks}</p>`)

    expect(pages[0]?.content).toBe('one two**bold**')
  })

  it('keeps powers, indices and dollars', async () => {
    expect(await markdownOf('<p>10<sup>3</sup> H<sub>2</sub>O 1<sup>st</sup> $5 and 6$</p>')).toBe(
      '10³ H₂O 1st \\$5 and 6\\$',
    )
  })

  it('holds no more cells than it could show, however many are said to be merged', async () => {
    const cell = '<td colspan="1000" rowspan="65534">x</td>'
    const rows = `<tr>${cell.repeat(3)}</tr>${'<tr><td>y</td></tr>'.repeat(300)}`

    const lines = ((await markdownOf(`<table>${rows}</table>`)) ?? '').split('\n')

    expect(lines).toHaveLength(302)
    expect(Math.max(...lines.map((line) => line.split('|').length - 2))).toBeLessThan(200)
  })

  it.each([
    ['one wide row', `<tr>${'<td>x'.repeat(3_000)}${'<tr><td>x'.repeat(3_000)}`],
    ['cells merged over rows and columns', '<tr><td colspan="1000" rowspan="60000">x'.repeat(5_000)],
  ])('is refused before its rows are filled when they would have millions of empty cells: %s', async (_, rows) => {
    await expect(readHere(readHtml, 'a.html', `<table>${rows}</table>`)).rejects.toMatchObject({
      message: expect.stringContaining('empty cells'),
    })
  })

  it('keeps merged and aligned cells of a table however long it is', async () => {
    const rows = `<tr>${'<td>x</td>'.repeat(5)}</tr>`.repeat(21_000)
    const last = '<tr><td colspan="2" align="right">joined</td><td>a</td><td>b</td><td>c</td></tr>'

    expect(await markdownOf(`<table>${rows}${last}</table>`)).toMatch(/joined.*\| *\|.*a/)
  })

  it('may hold a picture without quotes around its address', async () => {
    const picture = `data:image/png;base64,${'iVBORw0/GgoA+AA/'.repeat(25_000)}`

    await expect(markdownOf(`<p><img src=${picture} alt=x> text</p>`)).resolves.toContain('text')
  })

  it('may have attributes of many words', async () => {
    const words = 'word = '.repeat(6_000).trim()

    expect(await markdownOf(`<p title="${words}" data-a='${words}'>text</p><p>a ${words}`)).toContain('text')
  })

  it('may have long scripts and styles, in which comparisons look like elements', async () => {
    const script = `<script type="module">${'if (a<b&&b<c) d()\n'.repeat(1_000)}</script >`
    const style = `<STYLE>/* ${'<div>'.repeat(1_000)} */</STYLE>`

    expect(await markdownOf(`${style}<p>one</p>${script}<p>two</p>${style}`)).toBe('one\n\ntwo')
    const hidden = `<p title="<script>">${'<div>'.repeat(1_000)}`
    await expect(markdownOf(hidden)).rejects.toThrow(BrokenFile)
    const endless = `${'<div>'.repeat(1_000)}<script>${'</script '.repeat(200_000)}`
    await expect(markdownOf(endless)).rejects.toThrow(BrokenFile)
  })

  it('is refused before a tree is made of it when it nests 100,000 levels deep', async () => {
    const html = '<div>'.repeat(100_000)

    await expect(readHere(readHtml, 'a.html', html)).rejects.toThrow(BrokenFile)
  })

  it('is refused before it is written when each of its lines begins with hundreds of signs', async () => {
    const html = `${'<blockquote>'.repeat(190)}${'<ul><li>'.repeat(90)}${'a<br>'.repeat(60_000)}`

    // More than a page may have.
    expect((await markdownOf(html))?.length).toBe(MOST_TAKEN.contentLength + 1)
  })

  it('is refused for its elements, also where the end of one makes another', async () => {
    const html = `${'<p>a'.repeat(100_000)}${'</br>'.repeat(60_000)}`

    await expect(readHere(readHtml, 'a.html', html)).rejects.toThrow('too many elements')
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

  it('may have two bytes a character, as a byte order mark says', async () => {
    const little = Buffer.from('\uFEFF# 登录\n', 'utf16le')

    for (const bytes of [little, Buffer.from(little).swap16()])
      expect((await foundIn(formats, sourceOf('login.md', bytes))).pages).toMatchObject([{ content: '# 登录\n' }])
  })

  it('is none when it holds bytes that are no text', async () => {
    await expect(foundIn(formats, sourceOf('a.md', new Uint8Array([35, 0, 1])))).rejects.toThrow('no format')
  })
})
