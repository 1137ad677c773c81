import { describe, expect, it } from 'vitest'
import { MarkdownRenderer } from '#adapters/markdown/markdown-renderer.ts'
import { newBlockId, type Block } from '../../markdown-blocks/blocks.ts'
import { markdownOf, openMarkdown } from '../../markdown-blocks/session.ts'
import { writeBlocks } from '../../markdown-blocks/write-blocks.ts'
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
    ...['SUM(*) + COUNT(*)', '(*.ts,*.js)', '[a-z](\\d+)', 'a$~~b~~)(c$x$', '* * *', '****', '``', '~~~~'],
  ])('is text as %j', async (line) => {
    const html = await htmlOf(line)

    expect(textOf(html)).toBe(line)
    expect(html).not.toMatch(/<(?:em|strong|s|code)>|<a href="[cdj]/)
  })
})

/** Random numbers below 1 that are the same for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const WORDS = [
  ...'a b2 user_id __init__ SELECT FROM WHERE n/a km/h 3.14 1.10 ^1.2.3 ~1.2 >=4 v2 2026-11-22 1/2 $5 ¥9.90 €3 10% #42'.split(
    ' ',
  ),
  ...'中文 是/否 说明： （见下） “引号” 你好，世界。 https://example.com/a_b?x=1&y=*z* http://[::1]:80/ ftp://h/x_y_ www.example.com/_a_'.split(
    ' ',
  ),
  ...'me@example.com C:\\Users\\new \\\\server\\share ./a/*.ts --flag=x -v {"a":[1,2]} <tag> </tag> <a href="x"> &lt; &amp; &#x41;'.split(
    ' ',
  ),
  ...'^\\d+(a|b)*$ [a-z]+ (?:x) */5 * ** *** ~~ ` `` ``` _ __ | || # ## > - + 1. 2) = == --- *** ~~~ [ ] [x] ![ ]( [^1] $x$ $$'.split(
    ' ',
  ),
  ...'{{a}} ${b} %s :smile: ::: !!! [TOC] [!NOTE] @user \\ \\\\ \\* \\_ <br> <!-- --> ( ) { } \' " ; , . ! ? *a* **b** ~~c~~ `d` [e](f)'.split(
    ' ',
  ),
]
const EDGES = ['', '', '', ' ', ' ', ' ', ' ', '，', '(', ')']

function randomLine(random: () => number): string {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
  let line = ''
  for (let words = 1 + Math.floor(random() * 8); words > 0; words -= 1) line += pick(WORDS) + pick(EDGES)
  return line.trim()
}

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
    const plainWords = WORDS.filter((word) => /^[\p{L}\p{N}_,.;:?'"()%=/：（）“”，。-]+$/u.test(word))
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
