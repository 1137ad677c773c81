import { expect, it } from 'vitest'
import { MarkdownRenderer } from './markdown-renderer.ts'
import { RememberingRenderer } from './remembering-renderer.ts'

it('gives the same article again', async () => {
  const renderer = new RememberingRenderer(new MarkdownRenderer())
  const article = await renderer.render('# again')

  expect(await renderer.render('# again')).toBe(article)
})

it('renders a text once for all who ask at the same time', async () => {
  const renderer = new RememberingRenderer(new MarkdownRenderer())

  const [one, other] = await Promise.all([renderer.render('# once'), renderer.render('# once')])

  expect(one).toBe(other)
})

it('forgets the article not used for longest when the room is used up', async () => {
  const small = new RememberingRenderer(new MarkdownRenderer(), 300)
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
  const renderer = new RememberingRenderer({
    render: () => ((tries += 1) === 1 ? Promise.reject(new Error('not now')) : Promise.resolve(article)),
  })

  await expect(renderer.render('a')).rejects.toThrow('not now')
  expect(await renderer.render('a')).toBe(article)
})
