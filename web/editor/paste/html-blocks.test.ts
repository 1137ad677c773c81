// @vitest-environment jsdom
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeBlocks } from '../markdown-blocks/write-blocks.ts'
import { htmlBlocks, htmlPieces, together, type HtmlBlocks } from './html-blocks.ts'

const markdownOf = (html: string): string => writeBlocks(htmlBlocks(html).blocks, new Map())

describe('formatted text of other programs', () => {
  it.each([
    ['raised and lowered text', 'a 10<sup>6</sup> and H<sub>2</sub>O', 'a 10<sup>6</sup> and H<sub>2</sub>O'],
    [
      'a quote with a list',
      '<blockquote><p>Said</p><ul><li>one</li><li>two</li></ul></blockquote><p>after</p>',
      '> Said\n>\n> - one\n> - two\n\nafter',
    ],
    ['code without <code>', '<pre>if (a) {\n  b()\n}</pre>', '```\nif (a) {\n  b()\n}\n```'],
    ['lines that are blocks', '<div>one</div><div>two</div><div><br></div><div>three</div>', 'one\ntwo\n\nthree'],
    ['a picture alone', '<img src="https://example.com/a.png" alt="A">', '![A](https://example.com/a.png)'],
    ['a short link', '<a href="https://example.com/a">the site</a>', '[the site](https://example.com/a)'],
    [
      'an address',
      'see <a href="https://example.com/a">https://example.com/a</a><br>next',
      'see https://example.com/a\nnext',
    ],
    ['a link to a script', '<a href="javascript:alert(1)">no</a>', 'no'],
    [
      'styles',
      '<b>a</b> <i>b</i> <s>c</s> <code>d_e</code> <span style="font-weight:700">f</span>',
      '**a** *b* ~~c~~ `d_e` **f**',
    ],
    ['a rule and headings', '<h3>T</h3><hr><p>x</p>', '### T\n\n---\n\nx'],
  ])('keep %s', (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })

  const KATEX = (tex: string, isBlock = false) =>
    `<span class="katex"><span class="katex-mathml"><math${isBlock ? ' display="block"' : ''}><semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base">E</span></span></span>`
  it.each([
    ['in a line', `<p>so ${KATEX('E=mc^2')} holds</p>`, 'so $E=mc^2$ holds'],
    [
      'in the middle of the page',
      `<p>so</p><div class="math math-block"><span class="katex-display">${KATEX('a \\\\ b', true)}</span></div><p>end</p>`,
      'so\n\n$$\na \\\\ b\n$$\n\nend',
    ],
    [
      'of Wikipedia',
      '<p>area <span class="mwe-math-element"><span style="display: none"><math alttext="{\\displaystyle \\pi r^{2}}"><semantics><mi>r</mi><annotation encoding="application/x-tex">{\\displaystyle \\pi r^{2}}</annotation></semantics></math></span><img src="https://wikimedia.org/svg/a" alt="{\\displaystyle \\pi r^{2}}"></span></p>',
      'area $\\pi r^{2}$',
    ],
    [
      'of an editor that has it in the attribute of our own',
      `<p>so <span data-formula="E=mc^2">${KATEX('E=mc^2')}</span> holds</p>`,
      'so $E=mc^2$ holds',
    ],
    ['in a table', `<table><tr><th>f</th></tr><tr><td>${KATEX('x_1')}</td></tr></table>`, '| f |\n| --- |\n| $x_1$ |'],
  ])('keep the source of a formula %s', (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })

  it.each([
    [
      'underlined, inserted and marked text',
      '<u>a</u> <ins>b</ins> <mark>c</mark>',
      '<u>a</u> <ins>b</ins> <mark>c</mark>',
    ],
    ['keys', 'press <kbd>Ctrl</kbd>+<kbd>C</kbd>', 'press <kbd>Ctrl</kbd>+<kbd>C</kbd>'],
    [
      'what Word underlines and marks',
      "<p class=MsoNormal><u><span lang=EN-US>a</span></u><span style='background:yellow;mso-highlight:yellow'>b</span></p>",
      '<u>a</u><mark>b</mark>',
    ],
    [
      'what Google Docs underlines and marks',
      '<p><span style="background-color:transparent;text-decoration:underline;">a</span><span style="background-color:#fff2cc;text-decoration:none;">b</span></p>',
      '<u>a</u><mark>b</mark>',
    ],
    [
      'no line below a link',
      '<a href="https://example.com/a"><span style="text-decoration:underline">the site</span></a>',
      '[the site](https://example.com/a)',
    ],
    [
      'nothing of the background of a page',
      '<span style="background-color: rgb(246, 248, 250);">a</span><span style="background-color: rgb(255, 240, 0); -webkit-text-stroke-width: 0px;">b</span>',
      'ab',
    ],
    ['no spaces at the beginnings of lines', '<p> a<br>\n  b </p><ul><li> c</li></ul>', 'a\nb\n\n- c'],
  ])('keep %s', (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })

  it('from Word keep lists with their levels', () => {
    const entry = (level: number, mark: string, text: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${mark}<span>&nbsp;</span></span>${text}</p>`

    expect(markdownOf(entry(1, '1.', 'a') + entry(2, 'a)', 'b') + entry(1, '2.', 'c') + entry(1, '·', 'd'))).toBe(
      '1. a\n   1. b\n2. c\n\n- d',
    )
  })

  it('from Google Docs keep sub-items, tasks and what is not bold', () => {
    const html =
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400">x</span><span style="vertical-align:super">2</span></p>' +
      '<ul><li aria-level="1"><p>one</p></li><ul><li aria-level="2"><p>two</p></li></ul></ul>' +
      '<ul><li role="checkbox" aria-checked="true" aria-level="1"><p>done</p></li></ul></b>'

    expect(markdownOf(html)).toBe('x<sup>2</sup>\n\n- one\n  - two\n- [x] done')
  })

  it('from GitHub keep tasks, fences with their language and lines of a file', () => {
    expect(
      markdownOf(
        '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled> done</li>' +
          '<li class="task-list-item"><input type="checkbox" disabled> open</li></ul>' +
          '<div class="highlight highlight-source-js"><pre><span>let</span> a\n  = 1</pre></div>' +
          '<table><tr><td class="blob-num">1</td><td class="blob-code">a {</td></tr><tr><td>2</td><td class="blob-code">  b</td></tr></table>',
      ),
    ).toBe('- [x] done\n- [ ] open\n\n```js\nlet a\n  = 1\n```\n\n```\na {\n  b\n```')
  })

  it('from VS Code keep code with its lines and indentation', () => {
    expect(
      markdownOf(
        '<div style="color: #000;font-family: Menlo, Monaco, monospace;white-space: pre;"><div><span>if a:</span></div><div><span>    b()</span></div><br><div><span>c</span></div></div>',
      ),
    ).toBe('```\nif a:\n    b()\n\nc\n```')
  })

  it('from Yuque keep levels, tasks and code', () => {
    expect(
      markdownOf(
        '<ul class="ne-ul"><li><span class="ne-text">one</span></li></ul><ul class="ne-ul" ne-level="1"><li>two</li></ul>' +
          '<ul class="ne-tl"><li class="ne-tli"><input type="checkbox" class="ne-checkbox" checked>done</li></ul>' +
          '<pre data-language="java" class="ne-codeblock language-java">int a;\n  int b;</pre>',
      ),
    ).toBe('- one\n  - two\n- [x] done\n\n```java\nint a;\n  int b;\n```')
  })

  it('from Feishu keep levels and tasks', () => {
    expect(
      markdownOf(
        '<div data-page-id="x"><ul class="list-bullet1"><li data-list="bullet"><div>one</div></li></ul><ul class="list-bullet2"><li data-list="bullet"><div>two</div></li></ul>' +
          '<ul class="list-check1"><li data-list="checked"><div>done</div></li><li data-list="done"><div>as well</div></li>' +
          '<li data-list="unchecked"><div>not yet</div></li></ul></div>',
      ),
    ).toBe('- one\n  - two\n- [x] done\n- [x] as well\n- [ ] not yet')
  })

  it.each([
    ['<blockquote class="callout callout-tip"><p>one</p><ul><li>two</li></ul></blockquote>', 'TIP'],
    [
      '<div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p><p>one</p><ul><li>two</li></ul></div>',
      'TIP',
    ],
    ['<div class="ne-alert" data-type="danger"><p>one</p><ul><li>two</li></ul></div>', 'CAUTION'],
    ['<div class="ne-alert" data-type="info"><p>one</p><ul><li>two</li></ul></div>', 'NOTE'],
  ])('keep %s as a callout', (html, word) => {
    const markdown = `> [!${word}]\n> one\n>\n> - two`

    expect(markdownOf(html)).toBe(markdown)
    expect(markdownOf(`<p>before</p>${html}<p>after</p>`)).toBe(`before\n\n${markdown}\n\nafter`)
  })

  it('from WeChat keep pictures and code, whose lines are elements', () => {
    expect(
      markdownOf(
        '<section><p><span>文字</span></p><p><img data-src="https://mmbiz.qpic.cn/a/640"></p>' +
          '<section class="code-snippet__fix"><ul><li></li><li></li></ul><pre data-lang="sql"><code><span>SELECT</span> 1</code><code>  FROM t</code></pre></section></section>',
      ),
    ).toBe('文字\n\n![](https://mmbiz.qpic.cn/a/640)\n\n```sql\nSELECT 1\n  FROM t\n```')
  })

  it('tell pictures that come with their bytes, and those that do not come, from the text', () => {
    const picture = 'data:image/png;base64,iVBORw0KGgo='

    const { blocks, pictures, missing } = htmlBlocks(
      `<p>a</p><img src="${picture}"><p><img src="file:///C:/a.png"><img></p>`,
    )

    expect(pictures).toEqual([picture])
    expect(missing).toBe(1)
    expect(writeBlocks(blocks, new Map()).trim()).toBe('a')
  })

  const A = 'https://example.com/a'
  it.each([
    ['a picture', `<a href="${A}"><img src="${A}.png" alt="A"></a>`, `[![A](<${A}.png>)](<${A}>)`],
    ['a picture and words', `<a href="${A}"><img src="${A}.png"> site</a>`, `[![](<${A}.png>)](<${A}>) [site](${A})`],
    ['no picture that leads to itself', `<a href="${A}.png"><img src="${A}.png"></a>`, `![](<${A}.png>)`],
    ['lines', `<a href="${A}"><div>one</div><div><b>two</b></div></a>`, `[one](${A})\n[**two**](${A})`],
    [
      'a heading and its text',
      `<a href="${A}"><h3>T</h3><p>text</p></a><p>x</p>`,
      `### [T](${A})\n\n[text](${A})\n\nx`,
    ],
    [
      'cells',
      `<a href="${A}"><table><tr><td>a</td></tr><tr><td>b</td></tr></table></a>`,
      `| [a](${A}) |\n| --- |\n| [b](${A}) |`,
    ],
    ['no code', `<a href="${A}"><p>a</p><pre>b</pre></a>`, `[a](${A})\n\n\`\`\`\nb\n\`\`\``],
  ])('keep a link around %s', (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })

  it('keep the address of a link around a picture that comes with its bytes', () => {
    const { blocks, pictures } = htmlBlocks(`<p><a href="${A}"><img src="data:image/png;base64,AA=="></a></p>`)

    expect(pictures).toHaveLength(1)
    expect(writeBlocks(blocks, new Map()).trim()).toBe(A)
    expect(markdownOf(`<p>a <a href="${A}"><img src="file:///a.png"></a></p>`)).toBe(`a ${A}`)
    expect(markdownOf(`<p>a<a href="${A}"> </a>b</p>`)).toBe('a b')
  })

  const FENCE = '```\nif a:\n    b()\n```'
  const CODE = 'if a:\n    b()\n'
  it.each([
    [
      'Hexo',
      `<figure class="highlight python"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br></pre></td><td class="code"><pre><span class="line">if a:</span><br><span class="line">    b()</span><br></pre></td></tr></table></figure>`,
      FENCE.replace('```', '```python'),
    ],
    [
      'SyntaxHighlighter',
      '<div class="syntaxhighlighter  java"><table><tbody><tr><td class="gutter"><div class="line number1">1</div><div class="line number2">2</div></td>' +
        '<td class="code"><div class="container"><div class="line number1"><code class="java keyword">if</code> <code class="java plain">a:</code></div>' +
        '<div class="line number2"><code class="java spaces">&nbsp;&nbsp;&nbsp;&nbsp;</code><code class="java plain">b()</code></div></div></td></tr></tbody></table></div>',
      FENCE.replace('```', '```java'),
    ],
    [
      'Pygments',
      `<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><div><pre>${CODE}</pre></div></td></tr></table>`,
      FENCE,
    ],
    [
      'Jekyll, within other code',
      `<pre class="highlight"><code><table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="code"><pre>${CODE}</pre></td></tr></tbody></table></code></pre>`,
      FENCE,
    ],
    [
      'highlight.js, within other code',
      '<pre><code class="language-js"><table class="hljs-ln"><tr><td class="hljs-ln-numbers" data-line-number="1"></td><td class="hljs-ln-code">if a:</td></tr><tr><td class="hljs-ln-numbers" data-line-number="2"></td><td class="hljs-ln-code">    b()</td></tr></table></code></pre>',
      FENCE.replace('```', '```js'),
    ],
    [
      'sites that number lines in rows',
      '<table><tr><td class="line-number">1</td><td>if a:</td></tr><tr><td class="line-number">2</td><td>    b()</td></tr></table>',
      FENCE,
    ],
    ['sites that name nothing', `<table><tr><td><pre>9\n10</pre></td><td><pre>${CODE}</pre></td></tr></table>`, FENCE],
    ['a frame', `<table><tr><td><pre>${CODE}</pre></td></tr></table>`, FENCE],
  ])('keep code of %s, without the numbers of its lines', (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
    expect(markdownOf(`<p>x</p>${html}<p>y</p>`)).toBe(`x\n\n${markdown}\n\ny`)
  })

  it.each([
    [
      'with its lines',
      '<table><tr><th>call</th><th>answer</th></tr><tr><td>a</td><td><pre>{\n  "b": 1\n}</pre></td></tr></table>',
      '| call | answer |\n| --- | --- |\n| a | `{`<br>`\u00a0\u00a0"b": 1`<br>`}` |',
    ],
    [
      'between paragraphs',
      '<table><tr><td>a</td><td><p>b</p><pre>c\nd</pre><p>e</p></td></tr></table>',
      '| a | b<br>`c`<br>`d`<br>e |\n| --- | --- |',
    ],
  ])('keep code in a cell %s', (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })

  it.each([
    '<table><tr><td>1</td><td>Alice</td></tr><tr><td>2</td><td>Bob</td></tr></table>',
    '<table><tr><td>1</td><td><code>ls</code></td></tr><tr><td>2</td><td><code>cd</code></td></tr></table>',
    '<table><tr><td>1</td><td><pre>ls</pre></td></tr><tr><td>3</td><td><pre>cd</pre></td></tr></table>',
    '<table><tr><td>2026</td><td><pre>ls\ncd</pre></td></tr></table>',
  ])('keep %s a table', (html) => {
    expect(markdownOf(html)).toMatch(/^\| (?:1|2026) \|/)
  })
})

describe('a long formatted text in pieces', () => {
  const PARTS = [
    '<h2>Call</h2>',
    '<p>words <b>of it</b></p>',
    '<p> </p>',
    '<div>a line</div>',
    '<div><p>inside</p></div>',
    'letters',
    '<br>',
    '<ul><li>one<ul><li>two</li></ul></li></ul>',
    '<ol start="3"><li>three</li></ol>',
    '<li>alone</li>',
    '<pre>code</pre>',
    '<table><tr><td>a</td><td>b</td></tr></table>',
    '<blockquote><p>said</p></blockquote>',
    '<hr>',
    '<img src="https://example.com/a.png" alt="A">',
    '<img src="data:image/png;base64,AA==">',
    '<a href="/a"><div>linked</div></a>',
    "<p style='mso-list:l0 level1 lfo1'>entry</p>",
    "<p style='mso-list:l0 level2 lfo1'>within</p>",
  ]
  const shapeOf = (parts: readonly HtmlBlocks[]): string =>
    JSON.stringify(together(parts), (key, value: unknown) => (key === 'id' ? undefined : value))

  it('reads as all of it at once, wherever it could be parted', () => {
    const wrapped = fc.constantFrom<(html: string) => string>(
      (html) => html,
      (html) => `<div><div>${html}</div></div>`,
      (html) => `<b id="docs-internal-guid-1" style="font-weight:normal">${html}</b>`,
    )
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }), wrapped, (parts, wrap) => {
        const html = wrap(parts.join(''))

        expect(shapeOf(htmlPieces(html, 1).map((read) => read()))).toBe(
          shapeOf(htmlPieces(html, Infinity).map((read) => read())),
        )
      }),
      { numRuns: 80 },
    )
  })

  it('is parted where it can be', () => {
    expect(htmlPieces(`<main>${'<p>Some words of it.</p>\n'.repeat(500)}</main>`, 1_000).length).toBeGreaterThan(20)
  })

  it('takes formulas with any number of signs and spaces in a row', () => {
    const [signs, spaces] = ['$', ' '].map((each) => each.repeat(300_000))
    const source = `a${signs}b${spaces}c`

    expect(markdownOf(`<p><span data-formula="line">${source}</span></p>`)).toBe(`${signs}$${source}${signs}$`)
  })

  it('takes formulas with signs in any number of places', () => {
    const source = 'a$$'.repeat(200_000) + 'a'

    expect(markdownOf(`<p><span data-formula="line">${source}</span></p>`)).toBe(`$$$${source}$$$`)
  })

  it('keeps a heading between the entries of a list where it is', () => {
    const entry = (level: number, text: string) => `<p style='mso-list:l0 level${level} lfo1'>${text}</p>`

    expect(markdownOf(`${entry(1, 'a')}<h2>H</h2>${entry(2, 'b')}`)).toBe('- a\n\n## H\n\n- b')
  })
})
