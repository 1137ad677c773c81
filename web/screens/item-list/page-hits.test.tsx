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
