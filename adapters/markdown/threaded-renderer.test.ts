import { expect, it } from 'vitest'
import { heldByFile } from '#tests/support/held-by-file.ts'
import { FixedClock } from '#tests/support/services.ts'
import { MarkdownRenderer } from './markdown-renderer.ts'
import { RememberingRenderer } from './remembering-renderer.ts'
import { limitMs, ThreadedRenderer } from './threaded-renderer.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
// Footnotes that refer to each other take quadratic time: minutes, here.
const endless = (count: number): string =>
  Array.from({ length: count }, (_, index) => `[^${index}]: <b> [^${index + 1}]`).join('\n\n')
const ENDLESS = endless(60_000)
const LONG = `# long\n\n${'word '.repeat(5_000)}`

it('returns the same as a renderer without a thread, for any number of concurrent requests', async () => {
  const texts = Array.from({ length: 40 }, (_, index) => `# 接口 ${index}\n\n| a | b |\n|---|---|\n| 1 | \`x\` |\n`)
  const threaded = heldByFile(new ThreadedRenderer(quiet))
  const direct = new MarkdownRenderer()
  await threaded.render('*first*')

  const articles = await Promise.all(texts.map((text) => threaded.render(text)))

  expect(articles).toEqual(await Promise.all(texts.map((text) => direct.render(text))))
})

it('shows a text that takes too long as typed, and renders the next one', async () => {
  const warnings: string[] = []
  const log = { ...quiet, warn: (message: string) => warnings.push(message) }
  const renderer = heldByFile(new ThreadedRenderer(log, '', () => 400))
  await renderer.render(LONG)

  const shown = await renderer.render(ENDLESS)

  expect(shown.html).toMatch(/^<pre><code>\[\^0\]: &lt;b&gt; \[\^1\]\n/)
  expect(shown.headings).toEqual([])
  expect(shown.isAsTyped).toBe(true)
  expect(warnings).toHaveLength(1)
  expect((await renderer.render(`${LONG}*next*`)).html).toContain('<em>next</em>')
})

it('gives a text a second of the processor for each 100 KB, and ten seconds at most', () => {
  const limits = [1, 100_000, 100_001, 950_000, 5_000_000].map((length) => limitMs('a'.repeat(length)))

  expect(limits).toEqual([1_000, 1_000, 2_000, 10_000, 10_000])
})

it('renders a short text while a long one is being rendered for ever', async () => {
  const renderer = heldByFile(new ThreadedRenderer(quiet, '', () => 2_000))
  await renderer.render(LONG)
  await renderer.render('*first*')
  const shown: string[] = []

  const endlessly = renderer.render(ENDLESS).then(() => shown.push('endless'))
  await renderer.render('*short*').then(({ html }) => shown.push(html))

  expect(shown).toEqual(['<p><em>short</em></p>\n'])
  await endlessly
})

it('renders a short text before longer ones that came earlier', async () => {
  const renderer = heldByFile(new ThreadedRenderer(quiet))
  await renderer.render('*first*')
  const shown: string[] = []
  const asked = Array.from({ length: 60 }, (_, index) => `${index} ${'*a* '.repeat(2_000)}`)

  const rendering = asked.map((text) => renderer.render(text).then(() => shown.push('longer')))
  await renderer.render('*short*').then(() => shown.push('short'))

  expect(shown.length).toBeLessThan(10)
  await Promise.all(rendering)
})

it('shows a text as typed that waited a second for others, and renders it at the next request', async () => {
  const renderer = new RememberingRenderer(heldByFile(new ThreadedRenderer(quiet, '', () => 2_000)), new FixedClock())
  await renderer.render(LONG)
  const late = `${LONG}*late*`

  const endlessly = renderer.render(ENDLESS)
  const rendering = renderer.render(late)
  expect((await rendering).html).toMatch(/^<pre><code>/)

  await endlessly
  expect((await renderer.render(late)).html).toContain('<em>late</em>')
})

it('eventually renders a text that will be stored, however long others take before it', async () => {
  const renderer = new RememberingRenderer(heldByFile(new ThreadedRenderer(quiet, '', () => 2_000)), new FixedClock())
  await renderer.render(LONG)

  const endlessly = renderer.render(ENDLESS)
  const rendering = renderer.render(`${LONG}*late*`, 'long')
  await endlessly

  expect((await rendering).html).toContain('<em>late</em>')
})

it('restarts short texts that turn out to be slow in the other thread', async () => {
  const renderer = heldByFile(new ThreadedRenderer(quiet, '', limitMs, 0))
  await renderer.render(LONG)
  // Together they take several of the steps in which a thread is measured, each of which gives up one of them.
  const slow = Array.from({ length: 5 }, (_, index) => `${index} ${'**a*'.repeat(3_900)}`)
  const direct = new MarkdownRenderer()

  const rendered = await Promise.all(slow.map((text) => renderer.render(text)))

  expect(rendered).toEqual(await Promise.all(slow.map((text) => direct.render(text))))
})
