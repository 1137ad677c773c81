import { describe, expect, it } from 'vitest'
import { MarkdownRenderer } from '#adapters/markdown/markdown-renderer.ts'
import { newBlockId, type Block } from '../../markdown-blocks/blocks.ts'
import { markdownOf, openMarkdown } from '../../markdown-blocks/session.ts'
import { writeBlocks } from '../../markdown-blocks/write-blocks.ts'
import { chance, randomLine, TYPED_WORDS } from '#tests/support/typed-lines.ts'
import { typedBlocks } from './typed-blocks.ts'
import { typedInlines } from './typed-inlines.ts'

const renderer = new MarkdownRenderer()
const paragraphOf = (line: string): Block => ({
  id: newBlockId(),
  type: 'paragraph',
  props: {},
  content: typedInlines(line),
  children: [],
})
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
const htmlOf = async (line: string): Promise<string> =>
  (await renderer.render(writeBlocks([paragraphOf(line)], new Map()))).html.trim()

describe('a line that is typed', () => {
  it.each([
    ['**bold** and *italic*', '<p><strong>bold</strong> and <em>italic</em></p>'],
    ['(~~gone~~) `a_b`.', '<p>(<s>gone</s>) <code>a_b</code>.</p>'],
    ['**重要**： **a*b**', '<p><strong>重要</strong>： <strong>a*b</strong></p>'],
    ['*a*，（*b*）', '<p><em>a</em>，（<em>b</em>）</p>'],
  ])('has the style of %j', async (line, html) => {
    expect(await htmlOf(line)).toBe(html)
  })

  it.each(
    ['.env', '/api/users', '=SUM(A1)', 'key=', 'https://e.com/', '//', ';', '}', '|'].flatMap((word) => [
      `**${word}**`,
      `~~${word}~~`,
    ]),
  )('has the style of a single word with a sign at one end, as in %j', async (line) => {
    const word = line.slice(2, -2)
    const html = await htmlOf(`a ${line}, b`)
    const isOneEnd = word.length > 2

    expect(textOf(html)).toBe(isOneEnd ? `a ${word}, b` : `a ${line}, b`)
  })

  it('has the link of [x](y)', async () => {
    expect(await htmlOf('see [the site](/a/b).')).toContain('see <a href="/a/b">the site</a>.')
  })

  it.each([
    ...['a**b** c', '**b**c', '** b**', '**b **', '*b*c', 'a*b*', 'x = *p**q*', 'a[b](c)', '![b](c)', '[b] (c)'],
    ...[
      '[b](c d)',
      '[b](javascript:alert(1))',
      '`a',
      'a`b`',
      '`a`b',
      '__a__',
      '_a_',
      '***a***',
      '~a~',
      '~~a~~b',
      '*',
      '**',
    ],
    ...['**/*.md and docs/**', '**/node_modules/**', '**/a b**', '*.env*', '*/etc*', '~~/ a~~', '**=a =b**'],
    ...['SUM(*) + COUNT(*)', '(*.ts,*.js)', '[a-z](\\d+)', 'a$~~b~~)(c$x$', '* * *', '****', '``', '~~~~'],
  ])('is text as %j', async (line) => {
    const html = await htmlOf(line)

    expect(textOf(html)).toBe(line)
    expect(html).not.toMatch(/<(?:em|strong|s|code)>|<a href="[cdj]/)
  })
})

/** What readers see of a line: the text of its inlines, without the marks of shortcuts. */
const shownText = (line: string): string =>
  typedInlines(line)
    .map((inline) => {
      if (inline.type === 'text') return inline.text
      return inline.type === 'link' ? inline.content.map(({ text }) => text).join('') : ''
    })
    .join('')

/** Written out here once more as the product promises them, so that a fault of the rules shows. */
const MAYBE_SHORTCUT =
  /(?:^|[\s([{（【「『《〈〔｛［])(?:\*\*?(?=[^\s*])|~~(?=[^\s~])|`(?=[^\s`])|\[(?=[^\s\]])).*(?:(?<=[^\s*])\*\*?|(?<=[^\s~])~~|(?<=[^\s`])`|(?<=\S)\]\([^\s]+\))(?:[\s\p{P}]|$)/u

describe('20,000 lines that are typed', () => {
  const HALF = 10_000
  const fresh = Math.floor(Math.random() * 2 ** 31)
  it.each([
    ['a seed that stays', 20_261_122],
    ['a seed of this run', fresh],
  ])('read as they were typed, from %s (%i)', async (_, seed) => {
    const random = chance(seed)
    const lines = Array.from({ length: HALF }, () => randomLine(random)).filter((line) => line !== '')
    const spoiled: string[] = []
    // Beside each other, as on a page: what a line leaves open must not reach the next one.
    for (let from = 0; from < lines.length; from += 100) {
      const page = lines.slice(from, from + 100)
      const { html } = await renderer.render(writeBlocks(page.map(paragraphOf), new Map()))
      const shown = html.split('</p>\n').map((paragraph) => textOf(paragraph).trim())
      for (const [index, line] of page.entries()) {
        const expected = MAYBE_SHORTCUT.test(line) ? shownText(line) : line
        if (shown[index] !== expected.trim()) spoiled.push(`${line} → ${shown[index] ?? ''}`)
      }
    }
    expect(spoiled.slice(0, 10)).toEqual([])
  })

  it.each([
    ['a seed that stays', 20_261_123],
    ['a seed of this run', fresh],
  ])('are read, plain ones, in the cells of a pasted table as in its source, from %s (%i)', async (_, seed) => {
    const random = chance(seed)
    const plainWords = TYPED_WORDS.filter((word) => /^[\p{L}\p{N}_,.;:?'"()%=/：（）“”，。-]+$/u.test(word))
    const plainLine = (): string =>
      Array.from({ length: 4 }, () => plainWords[Math.floor(random() * plainWords.length)]).join(' ')
    const spoiled: string[] = []
    for (let tables = 300; tables > 0; tables -= 1) {
      const [one, two, three, four] = Array.from({ length: 4 }, plainLine)
      const source = `| a | b |\n| --- | :---: |\n| ${one} | ${two} |\n| ${three} | ${four} |`
      const { blocks, hints } = typedBlocks(source)
      const { html: read } = await renderer.render(writeBlocks(blocks, hints))
      const { html: meant } = await renderer.render(source)
      if (read !== meant) spoiled.push(`${source}\n${read}\n${meant}`)
    }
    expect(spoiled.slice(0, 3)).toEqual([])
  })

  it('come back as the same text when the page is opened again', () => {
    const random = chance(fresh)
    const lines = Array.from({ length: 300 }, () => randomLine(random)).filter((line) => line !== '')
    const page = writeBlocks(lines.map(paragraphOf), new Map())
    const { blocks, session } = openMarkdown(`${page}\n`)
    expect(markdownOf(blocks, session)).toBe(`${page}\n`)
  })
})

describe('a line that begins with a number', () => {
  const shapeOf = (typed: string): readonly (readonly [string, unknown])[] =>
    typedBlocks(typed).blocks.map(({ type, props }) => [type, props.start])

  it.each(['2024. Ein gutes Jahr', '2026. 年度计划', '1984. George Orwell', '2024.1 is out', '10000. text'])(
    'is text when that is a year or a version: %s',
    async (line) => {
      expect(shapeOf(line)).toEqual([['paragraph', undefined]])
      expect(await htmlOf(line)).toBe(`<p>${line}</p>`)
    },
  )

  it.each([
    [
      '1. one\n2. two',
      [
        ['numberedListItem', undefined],
        ['numberedListItem', undefined],
      ],
    ],
    ['7. seven', [['numberedListItem', 7]]],
    [
      '999. a\n1000. b\n\n1001. c',
      [
        ['numberedListItem', 999],
        ['numberedListItem', undefined],
        ['numberedListItem', undefined],
      ],
    ],
    [
      '1. one\n2024. text',
      [
        ['numberedListItem', undefined],
        ['paragraph', undefined],
      ],
    ],
  ])('is an item of a list when it is small or follows the item before: %j', (typed, shape) => {
    expect(shapeOf(typed)).toEqual(shape)
  })
})
