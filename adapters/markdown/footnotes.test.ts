import Markdown from 'markdown-it'
import footnote from 'markdown-it-footnote'
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { footnotes } from './footnotes.ts'

const ours = new Markdown({ html: true }).use(footnotes)
const theirs = new Markdown({ html: true }).use(footnote)

const piece = fc.constantFrom(
  ...['text', ' ', '\n\n', '\n', '^[', ']', '[', '[^1]', '[^two]', '[^none]', '*', '`', '(a)', '![a](b)', '> ', '- '],
  ...[
    '[^1]: one\n\n',
    '[^two]: two\n\n    more of it\n\n',
    '\n\n[^1]:\n\n    ```\n    code\n    ```\n\n',
    '^[a *note*]',
  ],
)

type Parsed = ReturnType<typeof ours.parse>[number]

const isUse = ({ type, children }: Parsed): boolean => type === 'footnote_ref' || (children ?? []).some(isUse)

/** Whether an inline footnote contains another one: the plugin gives both the same number. */
function hasNested(text: string): boolean {
  const parsed: { footnotes?: { list?: readonly { readonly tokens?: readonly Parsed[] }[] } } = {}
  ours.parse(text, parsed)
  return (parsed.footnotes?.list ?? []).some(({ tokens }) => tokens?.some(isUse))
}

it('renders footnotes as the plugin does, whatever surrounds them', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      // More deeply nested ones are text here.
      fc.pre((text.match(/\^\[/g)?.length ?? 0) <= 8 && !hasNested(text))

      expect(ours.render(text)).toBe(theirs.render(text))
    }),
    { numRuns: 2_000 },
  )
})

it('gives each footnote a number of its own, however they are nested', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = ours.render(pieces.join(''))
      const ids = Array.from(html.matchAll(/ id="(fn[^"]*)"/g), ([, id]) => id)
      const [uses, footnotesShown] = [/ id="fnref\d/g, / id="fn\d/g].map((one) => html.match(one)?.length ?? 0)

      expect(new Set(ids).size).toBe(ids.length)
      expect(uses).toBe(html.match(/class="footnote-backref"/g)?.length ?? 0)
      expect(footnotesShown).toBeLessThanOrEqual(uses ?? 0)
    }),
    { numRuns: 2_000 },
  )
})

it('keeps the text of a footnote that is used within another', () => {
  const html = ours.render('a^[b ^[c] and [^two]][^two]\n\n[^two]: told once\n')

  expect(html).toMatch(/<li id="fn1" [^>]*><p>b .*<li id="fn2" [^>]*><p>c .*<li id="fn3" [^>]*><p>told once /s)
})

/** The number of list entries copied while a text is parsed. */
function copiesMade(text: string): number {
  const concat = vi.spyOn(Array.prototype, 'concat')
  try {
    ours.parse(text, {})
    return concat.mock.contexts.reduce<number>((sum, list) => sum + (list as readonly unknown[]).length, 0)
  } finally {
    concat.mockRestore()
  }
}

it('copies rendered tokens only a few times however many footnotes there are', () => {
  const [few, many] = [copiesMade('^[a]'.repeat(300)), copiesMade('^[a]'.repeat(3_000))]

  expect(many).toBeLessThan(15 * few + 3_000)
})

it('treats footnotes that are nested more deeply as text', () => {
  const html = ours.render(`${'^['.repeat(5_000)}a${']'.repeat(5_000)}`)

  expect(html).toContain('^[^[^[')
})
