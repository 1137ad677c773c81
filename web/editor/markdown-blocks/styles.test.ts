import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarkdownRenderer } from '#adapters/markdown/markdown-renderer.ts'
import { isInlines, newBlockId, type Block, type Inline, type TextStyles } from './blocks.ts'
import { markdownOf, openMarkdown, regenerated } from './session.ts'
import { writeBlocks } from './write-blocks.ts'

const text = (value: string, styles: TextStyles = {}): Inline => ({ type: 'text', text: value, styles })
const paragraph = (content: readonly Inline[]): Block => {
  return { id: newBlockId(), type: 'paragraph', props: {}, content, children: [] }
}
const written = (content: readonly Inline[]): string => writeBlocks([paragraph(content)], new Map())
const htmlOf = async (markdown: string): Promise<string> => (await new MarkdownRenderer().render(markdown)).html.trim()

/** The text is changed at its end. */
function editedAtEnd(source: string): string {
  const { session, blocks } = openMarkdown(source)
  const changed = blocks.map((block) =>
    isInlines(block.content) ? { ...block, content: [...block.content, text(' more')] } : block,
  )
  return markdownOf(changed, session)
}

describe('text with a style that markdown only has as a tag', () => {
  it.each([
    'a <u>b</u> <ins>c</ins> <mark>d</mark> e',
    '10<sup>6</sup> and H<sub>2</sub>O by <kbd>Ctrl</kbd>+<kbd>C</kbd> e',
    '<u>at the beginning</u> e',
    '中<mark>文</mark>字 e',
    '**a <u>b</u> c** e',
    '<mark>**a** b *c*</mark> e',
    '<u>a</u><mark>b</mark> e',
    '- <u>a</u> e',
    '# <mark>a</mark> e',
    '<u class="x">a</u> and <abbr title="y">b</abbr> e',
    '<u>not closed e',
    '<u></u> and <mark> a </mark> e',
    '<small>a</small> <ruby>漢<rt>かん</rt></ruby> e',
  ])('stays as it is beside what is changed: %s', (source) => {
    expect(editedAtEnd(`${source}\n`)).toBe(`${source} more\n`)
  })

  it('stays in the cell of a table when another cell is changed', () => {
    const source = '| a | b |\n| --- | --- |\n| <u>c</u><br>d <mark>e</mark> | f |\n'
    const { session, blocks } = openMarkdown(source)
    const changed = blocks.map((block) => {
      const content = structuredClone(block.content) as unknown as { rows: { cells: { content: Inline[] }[] }[] }
      const cell = content.rows[1]?.cells[1]
      if (cell) cell.content = [text('g')]
      return { ...block, content } as unknown as Block
    })

    expect(markdownOf(changed, session)).toBe(source.replace('| f |', '| g |'))
  })

  it.each(['a <u>b</u> c', 'x<sup>2</sup>', '<mark>**a** b</mark>', '<kbd>Ctrl</kbd>', '<ins>a</ins>'])(
    'is text with that style, no chip: %s',
    (source) => {
      expect(JSON.stringify(openMarkdown(source).blocks)).not.toMatch(/mdRaw|mdIsland/)
    },
  )
})

describe('styles within styles', () => {
  it.each(['**a *b***', '*a **b** c*', '~~a **b**~~', '**a** **b**', '*a* **b *c* d** e', '**a b *c***d'])(
    'are opened as text and written alike: %s',
    async (source) => {
      const { blocks, session } = openMarkdown(`${source}\n`)

      expect(blocks.map(({ type }) => type)).toEqual(['paragraph'])
      expect(await htmlOf(regenerated(blocks, session))).toBe(await htmlOf(source))
    },
  )

  const STYLES = [
    'bold',
    'italic',
    'strike',
    'marked',
    'underline',
    'inserted',
    'raised',
    'lowered',
    'keyboard',
  ] as const
  const styles = fc.uniqueArray(fc.constantFrom(...STYLES), { maxLength: 3 })
  const words = fc.constantFrom('a', 'b c', ' d', 'e ', ' ', '中文', '(f)', '1.5', 'g,', '，', 'x_y', '*', '<', '`')
  const piece = fc
    .tuple(words, styles)
    .map(([value, names]) => text(value, Object.fromEntries(names.map((name) => [name, true]))))
  const lines = fc.array(piece, { minLength: 1, maxLength: 6 })

  /** Every visible character with its styles. */
  const seen = (content: readonly Inline[]): readonly string[] =>
    content.flatMap((inline) =>
      inline.type === 'text'
        ? [...inline.text.replaceAll(/[\s\u00a0]/g, '')].map(
            (character) => `${character} ${Object.keys(inline.styles).toSorted().join()}`,
          )
        : ['chip'],
    )
  const opened = (markdown: string): readonly Inline[] =>
    openMarkdown(markdown).blocks.flatMap(({ content }) => (isInlines(content) ? content : [text('island')]))

  it('are read back character by character, whatever stands beside them', () => {
    fc.assert(
      fc.property(lines, (content) => {
        expect(seen(opened(written(content)))).toEqual(seen(content))
      }),
      { numRuns: 1_000, seed: 20_261_126 },
    )
  })

  it('are written the same when the page is opened again', () => {
    fc.assert(
      fc.property(lines, (content) => {
        // The editor has texts of the same styles as one.
        const names = content.map((inline) =>
          inline.type === 'text' ? Object.keys(inline.styles).toSorted().join() : '',
        )
        fc.pre(names.every((own, at) => own !== names[at + 1]))
        const once = written(content)
        const { blocks, session } = openMarkdown(once)

        expect(regenerated(blocks, session).trim()).toBe(once.trim())
      }),
      { numRuns: 300, seed: 20_261_126 },
    )
  })
})

describe('spaces at the beginning of a line', () => {
  it.each([
    ['  a', '&nbsp;&nbsp;a'],
    ['a\n    b', 'a\n&nbsp;&nbsp;&nbsp;&nbsp;b'],
    ['\ta', '&nbsp;&nbsp;&nbsp;&nbsp;a'],
    ['a   \n   ', 'a'],
    ['   ', ''],
    // Left over where a line was parted.
    [' a\n b', 'a\nb'],
  ])('are seen by readers: %j', (typed, markdown) => {
    expect(written([text(typed)])).toBe(markdown)
  })

  it('are the same when the page is opened and changed again', () => {
    const source = '&nbsp;&nbsp;a\n&nbsp; b\n'

    expect(editedAtEnd(source)).toBe('&nbsp;&nbsp;a\n&nbsp; b more\n')
    expect(regenerated(openMarkdown(source).blocks, openMarkdown(source).session)).toBe(source)
  })

  it('in a cell are seen, too, but for those around a line break, which nobody typed', () => {
    const table = (cell: string): Block => ({
      ...paragraph([]),
      type: 'table',
      content: { type: 'tableContent', headerRows: 1, rows: [{ cells: [[text('a')]] }, { cells: [[text(cell)]] }] },
    })

    expect(writeBlocks([table('  b\n  c')], new Map())).toContain('| &nbsp;&nbsp;b<br>&nbsp;&nbsp;c |')
    const source = '| a |\n| --- |\n| b <br> c |\n'
    expect(openMarkdown(source).blocks.map(({ type }) => type)).toEqual(['table'])
    expect(regenerated(openMarkdown(source).blocks, openMarkdown(source).session)).toContain('| b<br>c |')
  })
})
