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

it('renders footnotes as the plugin does, whatever stands around them', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      // More deeply nested ones are text here.
      fc.pre((text.match(/\^\[/g)?.length ?? 0) <= 8)

      expect(ours.render(text)).toBe(theirs.render(text))
    }),
    { numRuns: 2_000 },
  )
})

/** How many entries of lists are copied while a text is parsed. */
function copiesMade(text: string): number {
  const concat = vi.spyOn(Array.prototype, 'concat')
  try {
    ours.parse(text, {})
    return concat.mock.contexts.reduce<number>((sum, list) => sum + (list as readonly unknown[]).length, 0)
  } finally {
    concat.mockRestore()
  }
}

it('copies what is rendered a few times however many footnotes there are', () => {
  const [few, many] = [copiesMade('^[a]'.repeat(300)), copiesMade('^[a]'.repeat(3_000))]

  expect(many).toBeLessThan(15 * few + 3_000)
})

it('takes footnotes that are nested more deeply for text', () => {
  const html = ours.render(`${'^['.repeat(5_000)}a${']'.repeat(5_000)}`)

  expect(html).toContain('^[^[^[')
})
