// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { lose } from '#tests/support/page-work.tsx'
import { PageHits } from './page-hits.tsx'

it('without a connection the search in the list of items says so, and does not wait without end', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))

  const { place } = await mounted(<PageHits keyword="quokka" />, { 'item.search': lose })

  await until(() => place.querySelector('[role=alert]'))
  expect(place.querySelector('[role=alert]')?.textContent).toContain('The server could not be reached')
  expect(place.querySelector('.skeleton')).toBe(null)
})

it('says that no page contains the words, and where they are when only plugins find them', async () => {
  const hit = { path: '/1/3#comment-5', titleParts: [], contentParts: [], itemName: '', authorName: 'Mei', at: null }
  const pages = { 'item.search': () => ({ itemId: 0, itemName: '', pages: [] }) }
  const sources = [{ id: 'comments', title: 'Comment', hits: [hit] }]
  const said = async (found: readonly object[] | typeof lose) => {
    const finder = typeof found === 'function' ? found : () => ({ sources: found })
    const { place } = await mounted(<PageHits keyword="quokka" />, { ...pages, 'page.findElsewhere': finder })
    await until(() => place.querySelector('.no-tile'))
    return [place.querySelector('h2')?.textContent, place.querySelector('.no-tile')?.textContent]
  }

  expect(await said(sources)).toEqual(['Found for “quokka”', '“quokka” is in no page, but here:'])
  const nothing = ['Found for “quokka”', 'No page contains “quokka”.']
  expect(await said([{ ...sources[0], hits: [] }])).toEqual(nothing)
  expect(await said(lose)).toEqual(nothing)
})

it('what plugins find is listed below the pages, with its source, who wrote it, when and where', async () => {
  const hit = {
    ...{ path: '/1/3#comment-5', titleParts: [{ text: 'Refunds', isHit: false }] },
    contentParts: [
      { text: 'Are there ', isHit: false },
      { text: 'quokka', isHit: true },
      { text: 's?', isHit: false },
    ],
    ...{ itemName: 'Handbook', authorName: 'Mei', at: '2026-03-01T09:30:00.000Z' },
  }
  const { place } = await mounted(<PageHits keyword="quokka" />, {
    'item.search': () => ({ itemId: 0, itemName: '', pages: [] }),
    'page.findElsewhere': () => ({ sources: [{ id: 'comments', title: 'Comment', hits: [hit] }] }),
  })

  await until(() => place.querySelector('li'))

  const link = place.querySelector<HTMLAnchorElement>('[aria-label="Comment"] a')
  expect(link?.getAttribute('href')).toBe('/1/3#comment-5')
  expect(link?.textContent).toMatch(/^Comment · Mei · Mar 1, 2026, .* · HandbookRefundsAre there quokkas\?$/)
  expect(link?.querySelector('mark')?.textContent).toBe('quokka')
})
