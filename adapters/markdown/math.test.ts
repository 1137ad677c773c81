import Markdown from 'markdown-it'
import { expect, it } from 'vitest'
import { math } from './math.ts'

const markdown = new Markdown().use(math)

/** Counts the lines that are read, by the calls that extract them from a text. */
function linesRead(text: string): number {
  const { State } = markdown.block
  let count = 0
  class Counting extends State {
    constructor(...given: ConstructorParameters<typeof State>) {
      super(...given)
      // Every read of a line asks for its end.
      this.eMarks = new Proxy(this.eMarks, {
        get(marks, key, receiver): unknown {
          count += 1
          return Reflect.get(marks, key, receiver)
        },
      })
    }
  }
  const counting = new Markdown().use(math)
  counting.block.State = Counting
  counting.parse(text, {})
  return count
}

it.each([
  ['in one paragraph', '$$a\n'],
  ['each in a paragraph', '$$ x\n\n'],
  ['behind other text', 'a $$ b\n'],
  ['in one quote', '> $$ x\n'],
])('reads each line a few times however many formulas are open, %s', (_, line) => {
  const [few, many] = [linesRead(line.repeat(300)), linesRead(line.repeat(3_000))]

  // Ten times the lines; searching for each end separately would take a hundred times as long.
  expect(many / few).toBeLessThan(15)
})

it.each([
  ['$$\nx\n$$\n', '<pre class="math math-block">x</pre>\n'],
  ['$$x$$\n', '<pre class="math math-block">x</pre>\n'],
  ['> $$\n> x\n> $$\n', '<blockquote>\n<pre class="math math-block">x</pre>\n</blockquote>\n'],
  ['> $$\n> x\n\n$$\n', '<blockquote>\n<p>$$\nx</p>\n</blockquote>\n<p>$$</p>\n'],
  ['- $$\n  x\n  y $$ \n- b\n', '<ul>\n<li>\n<pre class="math math-block">x\ny</pre>\n</li>\n<li>b</li>\n</ul>\n'],
  ['$$ a\n', '<p>$$ a</p>\n'],
])('renders %j', (text, html) => {
  expect(markdown.render(text)).toBe(html)
})
