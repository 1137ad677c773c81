import { describe, expect, it } from 'vitest'
import { MarkdownRenderer } from '#adapters/markdown/markdown-renderer.ts'
import { typedBlocks } from '../rich/typing/typed-blocks.ts'
import { newBlockId, type Block, type Inline, type TextStyles } from './blocks.ts'
import { markdownOf, openMarkdown } from './session.ts'
import { writeBlocks } from './write-blocks.ts'

const text = (value: string, styles: TextStyles = {}) => ({ type: 'text' as const, text: value, styles })
const chip = (raw: string): Inline => ({ type: 'mdRaw', props: { raw } })
const linkTo = (href: string): Inline => ({ type: 'link', href, content: [text(href)] })
const paragraph = (...content: Inline[]): Block => ({
  ...{ id: newBlockId(), type: 'paragraph', props: {}, children: [] },
  content,
})
const htmlOf = async (markdown: string) => (await new MarkdownRenderer().render(markdown)).html

describe('a line break stays a line break', () => {
  it.each<[string, readonly Inline[]]>([
    ['a line indented by full-width spaces', [text('第一行\n　　第二行')]],
    ['an address', [text('see\n'), linkTo('https://example.com/x')]],
    ['a formula', [text('a\n'), chip('$x$'), text(' b')]],
    ['a picture', [text('a\n'), chip('![b](/c.png)')]],
    ['a footnote', [text('a\n'), chip('[^1]'), text(' b')]],
    ['a key', [text('a\n'), chip('<kbd>'), text('Esc'), chip('</kbd>')]],
    ['bold text that needs tags', [text('a\n'), text('(b)', { bold: true }), text('c')]],
    ['a formula in a later line', [text('a\nb\n'), chip('$x$'), text('\n'), chip('$y$')]],
  ])('before %s', async (_, content) => {
    const markdown = writeBlocks([paragraph(...content)], new Map())
    const breaks = content.map((part) => (part.type === 'text' ? part.text.split('\n').length - 1 : 0))

    expect((await htmlOf(markdown)).split('<br />')).toHaveLength(1 + breaks.reduce((sum, each) => sum + each))
    expect(await htmlOf(markdown)).toMatch(/^<p>.*<\/p>\n$/s)
    expect(openMarkdown(`${markdown}\n`).blocks).toMatchObject([{ type: 'paragraph' }])
  })

  it.each(['<div>', '</div>', '<details>', '<!-- b -->', '<?b?>', '<pre>', '<h1>', '$$b$$'])(
    'unless %s would begin a block there',
    (raw) => expect(writeBlocks([paragraph(text('a\n'), chip(raw), text(' c'))], new Map())).toBe(`a ${raw} c`),
  )

  it('in pasted lines with the indentation of Chinese paragraphs', async () => {
    const { blocks, hints } = typedBlocks('第一行\n　　第二行\n　　第三行')

    expect(await htmlOf(writeBlocks(blocks, hints))).toBe('<p>第一行<br />\n　　第二行<br />\n　　第三行</p>\n')
  })

  it.each(['first\n$x$ second\n', 'see\n<https://example.com/x> now\n', '一\n　　二 ![c](/d.png)\n'])(
    'when %j is opened and changed',
    async (source) => {
      const { blocks, session } = openMarkdown(`${source}\nother\n`)
      const [first, ...others] = blocks
      if (!first || !Array.isArray(first.content)) throw new Error('it cannot be edited')
      const content = [...(first.content as Inline[]), text('!')]
      const after = markdownOf([{ ...first, content }, ...others], session)

      expect(await htmlOf(after)).toContain((await htmlOf(source)).replace(/<\/p>\n$/, '!</p>'))
    },
  )
})
