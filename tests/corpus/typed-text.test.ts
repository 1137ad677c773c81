import { array, assert, constant, constantFrom, oneof, property, record, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { articleMarkdown } from '#adapters/markdown/article-markdown.ts'
import { isInlines, newBlockId, type Block, type Inline } from '#web/editor/markdown-blocks/blocks.ts'
import { writeBlocks } from '#web/editor/markdown-blocks/write-blocks.ts'

const WORDS = [
  ...'user_id * ** _x_ ` | <b> </b> &lt; & # 1. + > [x] (y) ![ http://a.b/c_d 中文 ， ： 用户。 \\ ~ $5 {{a}}'.split(
    ' ',
  ),
  ...'``` --- = "q" a Hello [^1] ::: <!-- 10% @u a@b.cn'.split(' '),
  '- ',
  '  ',
]
const phrase = tuple(array(constantFrom(...WORDS), { minLength: 1, maxLength: 6 }), constantFrom(' ', '')).map(
  ([words, space]) => words.join(space),
)
const styles = constantFrom(
  {},
  {},
  { bold: true },
  { italic: true },
  { strike: true },
  { code: true },
  { bold: true, italic: true },
)
const inlines = array(record({ type: constant('text' as const), text: phrase, styles }), {
  minLength: 1,
  maxLength: 4,
})
const block = (type: Block['type'], props = {}) =>
  inlines.map((content): Block => ({ id: newBlockId(), type, props, content, children: [] }))
const anyBlock = oneof(
  block('paragraph'),
  block('bulletListItem'),
  block('numberedListItem'),
  block('checkListItem', { checked: false }),
  block('quote'),
  block('heading', { level: 2 }),
  phrase.map((content): Block => ({
    id: newBlockId(),
    type: 'codeBlock',
    props: { language: 'sql' },
    content,
    children: [],
  })),
  array(array(inlines, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 }).map((rows): Block => ({
    id: newBlockId(),
    type: 'table',
    props: {},
    content: { type: 'tableContent', rows: rows.map((cells) => ({ cells })) },
    children: [],
  })),
)
const PARENTS: readonly Block['type'][] = ['paragraph', 'bulletListItem', 'numberedListItem', 'checkListItem', 'quote']
/** A block, and what is indented below it. */
const anyTree = tuple(anyBlock, array(anyBlock, { maxLength: 2 })).map(([parent, children]): Block =>
  PARENTS.includes(parent.type) ? { ...parent, children } : parent,
)

const article = articleMarkdown()
const CASES = Number(process.env['OCTAVO_FUZZ'] ?? 400)

describe('text that is typed into the rich editor', () => {
  it.each([
    // An address begins behind an underline and some letters, and within another one.
    '_x_http://a.b/c_d<!--',
    '\\ahttp://a.b/c_d<!--',
    'http://a.b/c_d[^1]http://a.b/c_d![user_id',
    // What looks like an escaped character is the person's own.
    '10%10%a@b.cn http://a.b/c%20d',
  ])('is shown as %j when nothing else stands beside it', (text) => {
    const block: Block = {
      id: newBlockId(),
      type: 'paragraph',
      props: {},
      content: [{ type: 'text', text, styles: {} }],
      children: [],
    }

    expect(readable(article.render(writeBlocks([block], new Map()), {}))).toBe(text.replace(/\s/g, ''))
  })

  it.each(['bold', 'italic', 'strike'])('is shown without marks where an address in %s runs into a word', (style) => {
    const content: Inline[] = [
      { type: 'text', text: 'http://a.b/c_d', styles: { [style]: true } },
      { type: 'text', text: 'user_id', styles: {} },
    ]
    const block: Block = { id: newBlockId(), type: 'paragraph', props: {}, content, children: [] }

    expect(readable(article.render(writeBlocks([block], new Map()), {}))).toBe('http://a.b/c_duser_id')
  })

  it.each<{ readonly content: readonly Inline[] }>([
    {
      content: [
        { type: 'text', text: 'a  ', styles: { italic: true } },
        { type: 'text', text: 'b', styles: { bold: true, italic: true } },
        { type: 'text', text: 'c', styles: { bold: true } },
      ],
    },
    {
      content: [
        { type: 'text', text: 'a   ', styles: { bold: true, italic: true } },
        { type: 'text', text: '*', styles: { bold: true } },
        { type: 'text', text: '_c_', styles: { bold: true, italic: true } },
      ],
    },
  ])('is shown without marks where a style goes on across spaces, and others end there: %j', ({ content }) => {
    const block: Block = { id: newBlockId(), type: 'paragraph', props: {}, content, children: [] }

    expect(readable(article.render(writeBlocks([block], new Map()), {}))).toBe(charactersOf([block]))
  })

  it('is shown to readers with every character', () => {
    assert(
      property(array(anyTree, { minLength: 1, maxLength: 3 }), (typed) => {
        const html = article.render(`${writeBlocks(typed, new Map())}\n`, {})

        expect(readable(html), html).toBe(charactersOf(typed))
      }),
      { numRuns: CASES },
    )
  })
})

/** Every character of the blocks that is not blank, in the order of reading. */
function charactersOf(blocks: readonly Block[]): string {
  const inline = (content: readonly Inline[]): string =>
    content
      .map((part) => (part.type === 'text' ? part.text : part.type === 'link' ? inline(part.content) : ''))
      .join('')
  return blocks
    .map(({ content, children }): string => {
      if (typeof content === 'string') return content
      if (isInlines(content)) return inline(content) + charactersOf(children)
      const cells = (content?.rows ?? []).flatMap((row) => row.cells)
      return cells.map((cell) => inline('content' in cell ? cell.content : cell)).join('')
    })
    .join('')
    .replace(/\s/g, '')
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }

/** What of the HTML is text, without blanks. */
const readable = (html: string): string =>
  html
    .replace(/<figcaption>.*?<\/figcaption>|<[^>]*>/g, '')
    .replace(/&(\w+|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s/g, '')
