import { describe, expect, it } from 'vitest'
import { MarkdownRenderer } from '#adapters/markdown/markdown-renderer.ts'
import { isInlines, newBlockId, type Block, type Inline } from './blocks.ts'
import { markdownOf, openMarkdown, regenerated, settle } from './session.ts'

const PAGE = `---
title: 登录
---

# 用户登录接口 {#login}

**简要描述：**用户登录，返回 \`token\`。See https://example.com/a_b?x=1, user_id &amp; more.

Setext heading
===

* first item
* second item with [link](http://x.y "title")
    * nested

1) one

2) two

|参数名   |必选|说明|
|:-----|:--:|---|
|user_id|是  |a\\|b<br>c|
|&emsp;└ name|  | \`m \\| n\` |

~~~sql title="a"
SELECT 1;
~~~

<details>
<summary>More</summary>

Hidden **text**[^1]

</details>

> a
>
> - b

![图](a.png "标题")

[TOC]

$$
x
$$

[^1]: The note.
`
const opened = (markdown: string) => openMarkdown(markdown)
const texts = (lines: string): string[] => lines.split('\n')
const edit = (blocks: readonly Block[], type: Block['type'], to: string): Block[] => {
  let isDone = false
  return blocks.map((block) => {
    if (isDone || block.type !== type || !isInlines(block.content)) return block
    isDone = true
    return { ...block, content: [{ type: 'text', text: to, styles: {} }] }
  })
}

describe('markdown through blocks', () => {
  it('gives back every byte of a page that nobody changed', () => {
    const { session, blocks } = opened(PAGE)

    expect(markdownOf(blocks, session)).toBe(PAGE)
  })

  it.each([
    '',
    '\n',
    '\n\n\n',
    'a',
    'a\n',
    'a\n\n\n\nb\n\n',
    '  - a\n  - b',
    '\ta\n',
    '- a\n\n\n\n* b',
    '[a]: /b\nc\n===\n',
  ])('gives back the bytes of %j', (markdown) => {
    const { session, blocks } = opened(markdown)

    expect(markdownOf(blocks, session)).toBe(markdown)
  })

  it('changes only the lines of the paragraph that was changed', () => {
    const { session, blocks } = opened(PAGE)

    const saved = texts(markdownOf(edit(blocks, 'paragraph', 'new words'), session))

    const before = texts(PAGE)
    expect(saved).toHaveLength(before.length)
    expect(saved.filter((line, index) => line !== before[index])).toEqual(['new words'])
  })

  it('changes only the lines of the list item that was changed', () => {
    const { session, blocks } = opened(PAGE)

    const saved = texts(markdownOf(edit(blocks, 'bulletListItem', 'changed item'), session))

    const before = texts(PAGE)
    expect(saved.filter((line, index) => line !== before[index])).toEqual(['* changed item'])
  })

  it('changes only the row of the table cell that was changed', () => {
    const { session, blocks } = opened(PAGE)
    const changed = blocks.map((block) => {
      if (block.type !== 'table') return block
      const content = structuredClone(block.content) as unknown as { rows: { cells: { content: Inline[] }[] }[] }
      const cell = content.rows[1]?.cells[1]
      if (cell) cell.content = [{ type: 'text', text: '否', styles: {} }]
      return { ...block, content } as unknown as Block
    })

    const saved = texts(markdownOf(changed, session))

    const before = texts(PAGE)
    expect(saved.filter((line, index) => line !== before[index])).toEqual(['| user_id | 否 | a\\|b<br>c |'])
  })

  it('keeps the rest when a block is removed, moved or added', () => {
    const { session, blocks } = opened('# A\n\nb   *c*\n\n\n+ d\n')
    const added: Block = { id: newBlockId(), type: 'paragraph', props: {}, content: [text('new')], children: [] }

    expect(markdownOf(blocks.slice(1), session)).toBe('b   *c*\n\n\n+ d\n')
    expect(markdownOf([...blocks, added], session)).toBe('# A\n\nb   *c*\n\n\n+ d\n\nnew\n')
    expect(markdownOf([blocks[1], blocks[0], blocks[2]] as Block[], session)).toBe('b   *c*\n\n# A\n\n+ d\n')
  })

  it.each([
    { source: 'a\n\n\n\nb\n\n\n\nc\n\n\n', at: 1, saved: 'a\n\n\n\nnew\n\n\n\nc\n\n\n' },
    { source: '\n\na\n\n\n\nb\n', at: 0, saved: '\n\nnew\n\n\n\nb\n' },
    { source: 'a\n\n\n\nb\n\n\n\n', at: 1, saved: 'a\n\n\n\nnew\n\n\n\n' },
    { source: '# A\nb\n\n\n- c\n', at: 1, saved: '# A\nnew\n\n\n- c\n' },
    { source: '# A\nb\n## C\nd\n', at: 0, saved: '# new\nb\n## C\nd\n' },
  ])('leaves the empty lines beside the block that is changed: $saved', ({ source, at, saved }) => {
    const { session, blocks } = opened(source)
    const changed = blocks.map((block, index) => (index === at ? { ...block, content: [text('new')] } : block))

    expect(markdownOf(changed, session)).toBe(saved)
  })

  it('leaves the empty lines around blocks that are all changed, and around one that is new', () => {
    const { session, blocks } = opened('a\n\n\n\nb\n\n\n\nc\n')
    const added: Block = { id: newBlockId(), type: 'paragraph', props: {}, content: [text('new')], children: [] }
    const changed = blocks.map((block, index) => ({ ...block, content: [text(`${index}`)] }))

    expect(markdownOf(changed, session)).toBe('0\n\n\n\n1\n\n\n\n2\n')
    expect(markdownOf(blocks.toSpliced(1, 0, added), session)).toBe('a\n\nnew\n\n\n\nb\n\n\n\nc\n')
    expect(markdownOf(blocks.toSpliced(1, 1), session)).toBe('a\n\nc\n')
  })

  it('leaves the two spaces that break a line of the paragraph that is changed', () => {
    const { session, blocks } = opened('one  \ntwo  \nthree\n\n\nbeside  \nit\n')

    expect(markdownOf(edit(blocks, 'paragraph', 'one\nTWO\nthree'), session)).toBe(
      'one  \nTWO  \nthree\n\n\nbeside  \nit\n',
    )
  })

  it('writes words of programmers without needless backslashes', () => {
    const { session, blocks } = opened('x')

    const saved = markdownOf(edit(blocks, 'paragraph', 'user_id a&b me@example.com http://a.b/c'), session)

    expect(saved).toBe('user_id a&b me@example.com http://a.b/c\n')
  })

  it.each([
    { typed: 'see https://example.com/x now', written: 'see https://example.com/x now\n' },
    { typed: '见https://example.com/a_b，谢谢', written: '见https://example.com/a_b，谢谢\n' },
    // Escapes would become a part of the link.
    { typed: 'https://example.com/*.js?q=~~a~~b now', written: '<https://example.com/*.js?q=~~a~~b> now\n' },
    { typed: '(https://example.com/_x_)', written: '(<https://example.com/_x>\\_)\n' },
  ])('writes an address that is typed as an address: $typed', async ({ typed, written }) => {
    const { session, blocks } = opened('x')

    const saved = markdownOf(edit(blocks, 'paragraph', typed), session)

    expect(saved).toBe(written)
    const { html } = await new MarkdownRenderer().render(saved)
    expect(html).toContain('<a href="https://example.com/')
    expect(html.replaceAll(/<[^>]+>/g, '').trim()).toBe(typed)
  })

  it('writes an address with a bar into one cell', async () => {
    const { session, blocks } = opened('| a |\n|---|\n| b |\n')
    const address = 'https://example.com/?q=a|b'
    const row = (words: string) => ({ cells: [[text(words)]] })
    const content = { type: 'tableContent' as const, headerRows: 1, rows: [row('a'), row(address)] }

    const saved = markdownOf(
      blocks.map((block) => ({ ...block, content })),
      session,
    )

    expect(saved).toBe('| a |\n|---|\n| https://example.com/?q=a\\|b |\n')
    const { html } = await new MarkdownRenderer().render(saved)
    expect(html).toContain('>https://example.com/?q=a|b</a></td>')
    expect(JSON.stringify(opened(saved).blocks)).toContain(address)
  })

  it('writes the address of a link as it was given, but for what would mean something else', () => {
    const written = (href: string): string => {
      const { session, blocks } = opened('x')
      const link: Inline = { type: 'link', href, content: [{ type: 'text', text: 'here', styles: {} }] }
      return markdownOf(
        blocks.map((block) => ({ ...block, content: [text('a&b '), link, text('!')] })),
        session,
      )
    }

    expect(written('https://a.example/x?b=c&d_e=f&g=h#i')).toBe('a&b [here](https://a.example/x?b=c&d_e=f&g=h#i)!\n')
    expect(written('https://a.example/x?b=c&copy;=d')).toBe('a&b [here](https://a.example/x?b=c\\&copy;=d)!\n')
    for (const href of ['https://a.example/x?b=c&d=e', 'https://a.example/?x&lt;y', 'https://a.example/\\&b'])
      expect(JSON.stringify(opened(written(href)).blocks)).toContain(JSON.stringify(href))
  })

  it('keeps a line break at the end of a link outside of it', () => {
    const address = 'https://example.com/x'
    const link: Inline = { type: 'link', href: address, content: [{ type: 'text', text: `${address}\n`, styles: {} }] }
    const { session, blocks } = opened('x')

    const saved = markdownOf(
      blocks.map((block) => ({ ...block, content: [link, text('next words')] })),
      session,
    )

    expect(saved).toBe('<https://example.com/x>\nnext words\n')
  })

  it('keeps line breaks that the editor took into code, in paragraphs and in cells', async () => {
    const written = (source: string, content: Inline[]) => {
      const { session, blocks } = opened(source)
      return markdownOf(
        blocks.map((block) =>
          block.type === 'table'
            ? { ...block, content: { type: 'tableContent' as const, headerRows: 1, rows: [{ cells: [content] }] } }
            : { ...block, content },
        ),
        session,
      )
    }
    const code = [text('a '), text('npm i\nnpm start\n', { code: true }), text('then')]

    expect(written('x', code)).toBe('a `npm i`\n`npm start`\nthen\n')
    expect(written('| a |\n|---|\n', code)).toContain('| a `npm i`<br>`npm start`<br>then |')
    const { html } = await new MarkdownRenderer().render(written('x', code))
    expect(html.match(/<br \/>/g)).toHaveLength(2)
  })

  it('opens a style that had to be written as tags as that style', () => {
    const bold = [text('a'), text('(b)', { bold: true }), text('c')]
    const { session, blocks } = opened('x')
    const saved = markdownOf(
      blocks.map((block) => ({ ...block, content: bold })),
      session,
    )
    expect(saved).toBe('a<strong>(b)</strong>c\n')

    const again = opened(saved)

    expect(again.blocks.map(({ content }) => content)).toEqual([bold])
    expect(markdownOf(again.blocks, again.session)).toBe(saved)
    expect(markdownOf(edit(again.blocks, 'paragraph', 'd'), again.session)).toBe('d\n')
  })

  it.each(['- a ![x\n  y](z)\n', '- a\n\n  b [x\n  y](z "t")\n', '> a <!--\n> -->\n'])(
    'indents the lines of %j no further, however often they are written',
    (source) => {
      const { session, blocks } = opened(source)

      expect(regenerated(blocks, session)).toBe(source)
      expect(JSON.stringify(blocks)).toContain('mdRaw')
    },
  )

  it.each(['![_x_http://a.b/c_d', '![\\http://a.b/c_d', '![&lt;http://a.b/c_d'])(
    'writes the address in %j alike, link or text',
    (source) => {
      const { session, blocks } = opened(source)
      const saved = regenerated(blocks, session)
      const again = opened(saved)

      expect(regenerated(again.blocks, again.session)).toBe(saved)
    },
  )

  it.each([
    { before: '\\a', inner: '(b)', styles: { bold: true }, written: '\\a<strong>(b)</strong>c\n' },
    { before: '中', inner: '文', styles: { bold: true, italic: true }, written: '中<em>**文**</em>c\n' },
    { before: '&#x61;a', inner: '(b)', styles: { bold: true }, written: '\\&#x61;a<strong>(b)</strong>c\n' },
  ])('writes the letters around styled text as letters: $written', ({ before, inner, styles, written }) => {
    const content = [text(before), text(inner, styles), text('c')]
    const { session, blocks } = opened('x')

    const saved = markdownOf(
      blocks.map((block) => ({ ...block, content })),
      session,
    )

    expect(saved).toBe(written)
    expect(opened(saved).blocks.map((block) => block.content)).toEqual([content])
  })

  it('leaves tags that are not closed beside them, or have attributes, as they are', () => {
    const source = 'a <strong>b and <em class="x">c</em> d</s>\n'
    const { blocks } = opened(source)

    expect(JSON.stringify(blocks)).toContain('mdRaw')
    expect(JSON.stringify(blocks)).not.toContain('"bold"')
  })

  it.each(['1. ```\n', '1. ```\n\n\n', '- a\n  <!--\n\n', '- ```\n  \n'])(
    'neither adds nor takes an empty line below %j, however often it is written',
    (open) => {
      const source = `${open}\nuser_id\n`
      const { session, blocks } = opened(source)

      expect(regenerated(blocks, session)).toBe(source)
      expect(markdownOf(edit(blocks, 'paragraph', 'new words'), session)).toBe(`${open}\nnew words\n`)
    },
  )

  it.each([
    'text\n- 1.\n',
    'text\n1. -\n',
    'text\n> 2. b\n',
    '> text\n> - 2. b\n',
    '- text\n  - 1.\n  - 2.\n',
    '- text\n  > -\n  > - b\n',
  ])('leaves the inner list in %j, which readers see and the parser does not, as it was typed', (lists) => {
    const { session, blocks } = opened(`old words\n\n${lists}`)

    expect(regenerated(blocks, session)).toBe(`old words\n\n${lists}`)
    expect(markdownOf(edit(blocks, 'paragraph', 'new words'), session)).toBe(`new words\n\n${lists}`)
    expect(blocks.slice(1).map(({ type }) => type)).toEqual(['mdIsland'])
  })

  const item = (type: Block['type'], words: string, children: readonly Block[] = [], props = {}): Block => {
    return { id: newBlockId(), type, props, content: words === '' ? [] : [text(words)], children }
  }
  it.each([
    // A hyphen alone would make a heading of the text above.
    { of: item('bulletListItem', 'a', [item('bulletListItem', '')]), written: '- a\n  - &#x20;\n' },
    { of: item('bulletListItem', 'a', [item('numberedListItem', '')]), written: '- a\n  1. &#x20;\n' },
    { of: item('bulletListItem', '', [item('paragraph', 'b')]), written: '- &#x20;\n\n  b\n' },
    {
      of: item('numberedListItem', 'a', [item('numberedListItem', 'b', [], { start: 3 })]),
      written: '1. a\n\n   3. b\n',
    },
  ])('keeps the items of a list items: $written', ({ of, written }) => {
    const { session } = opened('')

    const saved = markdownOf([of], session)

    expect(saved).toBe(written)
    const [again] = opened(saved).blocks
    const shapeOf = ({ type, props, content, children }: Block): unknown => [
      type,
      props,
      content,
      children.map(shapeOf),
    ]
    expect(again && shapeOf(again)).toEqual(shapeOf(of))
    expect(regenerated(opened(saved).blocks, opened(saved).session)).toBe(saved)
  })

  it('parts a line that is put into a list from the text above it, which it would underline', () => {
    const { session, blocks } = opened('- a\n- b\n')
    const [first, ...others] = blocks
    const line = item('divider', '')

    const saved = markdownOf(first ? [{ ...first, children: [line] }, ...others] : [], session)

    expect(saved).toBe('- a\n\n  ---\n\n- b\n')
  })

  it('turns what the editor alters into source', () => {
    const first = opened('# A\n\n- b\n')
    const stored = first.blocks.map((block) => (block.type === 'heading' ? { ...block, props: { level: 3 } } : block))

    const settled = settle('# A\n\n- b\n', first, stored)

    expect(settled.blocks?.map(({ type }) => type)).toEqual(['mdIsland', 'bulletListItem'])
    expect(markdownOf(settled.blocks ?? [], settled.session)).toBe('# A\n\n- b\n')
  })
})

const text = (value: string, styles = {}): Inline => ({ type: 'text', text: value, styles })
