import { expect, it, onTestFinished, vi } from 'vitest'
import { MarkdownRenderer } from './markdown-renderer.ts'
import { ThreadedRenderer } from './threaded-renderer.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

it('makes the same of a text as a renderer without a thread, for as many as ask at once', async () => {
  const texts = Array.from({ length: 20 }, (_, index) => `# 接口 ${index}\n\n| a | b |\n|---|---|\n| 1 | \`x\` |\n`)
  const threaded = new ThreadedRenderer(quiet)
  const direct = new MarkdownRenderer()

  const articles = await Promise.all(texts.map((text) => threaded.render(text)))

  expect(articles).toEqual(await Promise.all(texts.map((text) => direct.render(text))))
})

it('shows a text that takes too long as it was typed, and renders the next one', async () => {
  const warnings: string[] = []
  const log = { ...quiet, warn: (message: string) => warnings.push(message) }
  // Footnotes that name one another take as long as the square of their number: minutes, here.
  const endless = Array.from({ length: 60_000 }, (_, index) => `[^${index}]: <b> [^${index + 1}]`).join('\n\n')
  const renderer = new ThreadedRenderer(log)
  await renderer.render('*first*')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())

  const rendering = Promise.all([renderer.render(endless), renderer.render('*next*')])
  await vi.advanceTimersByTimeAsync(9_999)
  expect(warnings).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  const [shown, next] = await rendering

  expect(shown.html).toMatch(/^<pre><code>\[\^0\]: &lt;b&gt; \[\^1\]\n/)
  expect(shown.headings).toEqual([])
  expect(shown.isAsTyped).toBe(true)
  expect(warnings).toHaveLength(1)
  expect(next.html).toContain('<em>next</em>')
}, 60_000)
