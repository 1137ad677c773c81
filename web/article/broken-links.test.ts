// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { isBroken, knowItem, markBrokenLinks } from './broken-links.ts'

const ITEM = { itemId: 7, itemDomain: 'Docs', pageIds: new Set([1, 2]) }

it.each(['/7/3', '/7/3#part', '/7/3?x=1', '/docs/3', '/7/0'])('%s leads to no page of the item', (path) => {
  expect(isBroken(path, ITEM)).toBe(true)
})

it.each(['/7/1', '/docs/2', '/7', '/8/3', '/page/3', '/7/3/4', 'https://example.org/7/3', '', '/server/7/3'])(
  'of %s nothing is said',
  (path) => {
    expect(isBroken(path, ITEM)).toBe(false)
  },
)

it('an article is marked once its item is known, and without a mark again when the page is there', () => {
  document.body.innerHTML =
    '<div class="article"><a href="/7/1">1</a><a href="/7/3">3</a><a href="https://example.org/7/3">x</a></div>'
  const article = document.querySelector<HTMLElement>('.article')
  const marked = () => [...document.querySelectorAll('.broken-link')].map((link) => link.textContent)
  if (!article) throw new Error('no article')

  markBrokenLinks(article)
  expect(marked()).toEqual([])
  knowItem(ITEM, 'Not there')
  expect(marked()).toEqual(['3'])
  expect(document.querySelector('.broken-link')?.getAttribute('title')).toBe('Not there')
  knowItem({ ...ITEM, pageIds: new Set([1, 2, 3]) }, 'Not there')

  expect(marked()).toEqual([])
  expect(document.querySelector('[title]')).toBeNull()
})
