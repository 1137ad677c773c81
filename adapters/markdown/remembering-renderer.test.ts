import { describe, expect, it, vi } from 'vitest'
import type { Article } from '#core/ports/rendering.ts'
import { FixedClock } from '#tests/support/services.ts'
import { MarkdownRenderer } from './markdown-renderer.ts'
import { RememberingRenderer } from './remembering-renderer.ts'

it('returns the same article again', async () => {
  const renderer = new RememberingRenderer(new MarkdownRenderer(), new FixedClock())
  const article = await renderer.render('# again')

  expect(await renderer.render('# again')).toBe(article)
})

it('renders a text once for all who request it at the same time', async () => {
  const renderer = new RememberingRenderer(new MarkdownRenderer(), new FixedClock())

  const [one, other] = await Promise.all([renderer.render('# once'), renderer.render('# once')])

  expect(one).toBe(other)
})

it('drops the least recently used article when it is full', async () => {
  const small = new RememberingRenderer(new MarkdownRenderer(), new FixedClock(), 300)
  const first = await small.render('a'.repeat(50))
  const second = await small.render('b'.repeat(50))
  await small.render('a'.repeat(50))

  await small.render('c'.repeat(50))

  expect(await small.render('a'.repeat(50))).toBe(first)
  expect(await small.render('b'.repeat(50))).not.toBe(second)
})

it('tries a text again that could not be rendered', async () => {
  const article = { html: '<p>there</p>', headings: [] }
  let tries = 0
  const render = () => ((tries += 1) === 1 ? Promise.reject(new Error('not now')) : Promise.resolve(article))
  const renderer = new RememberingRenderer({ render }, new FixedClock())

  await expect(renderer.render('a')).rejects.toThrow('not now')
  expect(await renderer.render('a')).toBe(article)
})

describe('a text that could not be rendered', () => {
  const MINUTE_MS = 60_000
  const asTyped: Article = { html: '<pre>there</pre>', headings: [], isAsTyped: true }
  const article: Article = { html: '<p>there</p>', headings: [] }

  /** A renderer that returns these one after the other, and the last one from then on. */
  function renderings(...given: readonly Article[]) {
    const render = vi.fn<() => Promise<Article>>()
    for (const tried of given) render.mockResolvedValueOnce(tried)
    render.mockResolvedValue(given.at(-1) ?? article)
    const clock = new FixedClock()
    const renderer = new RememberingRenderer({ render }, clock)
    return { render, clock, show: () => renderer.render('there') }
  }

  it('is tried again a minute later, and not again after a success', async () => {
    const { render, clock, show } = renderings(asTyped, article)
    expect(await show()).toBe(asTyped)
    clock.advance(MINUTE_MS - 1)
    expect(await show()).toBe(asTyped)
    expect(render).toHaveBeenCalledTimes(1)

    clock.advance(1)
    expect(await show()).toBe(article)
    clock.advance(365 * 24 * 60 * MINUTE_MS)
    expect(await show()).toBe(article)
    expect(render).toHaveBeenCalledTimes(2)
  })

  it('is tried less and less often, but at least once an hour', async () => {
    const { render, clock, show } = renderings(asTyped)
    const pauses: number[] = []
    for (let minute = 0, last = 0; pauses.length < 8; minute += 1) {
      const before = render.mock.calls.length
      await show()
      if (render.mock.calls.length > before && minute > 0) {
        pauses.push(minute - last)
        last = minute
      }
      clock.advance(MINUTE_MS)
    }

    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })
})
