// @vitest-environment jsdom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { lose } from '#tests/support/page-work.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { ReadersTab } from './readers-tab.tsx'

it('[ERR-06] a form stays when a later look at what is stored does not reach the server', async () => {
  stubMatchMedia()
  const look = vi.fn<() => unknown>().mockReturnValueOnce({ isForReaders: false }).mockImplementation(lose)
  const tab = (
    <Themed>
      <ReadersTab itemId={1} isArchived={false} />
    </Themed>
  )
  const { place } = await mounted(tab, { 'tryIt.allowance': look, 'tryIt.allow': () => ({}) })
  const box = () => place.querySelector<HTMLInputElement>('input[type=checkbox]')
  await until(box)

  await act(async () => box()?.click())
  // The second look is tried twice.
  await until(() => look.mock.calls.length === 3)
  await until(() => place.querySelector('[role=alert]') ?? box()?.getAttribute('aria-disabled') === 'false')

  expect(place.querySelector('[role=alert]')).toBe(null)
  expect(box()).not.toBe(null)
})

it('in an archived item readers can be left out, and are not let in again', async () => {
  stubMatchMedia()
  let isForReaders = true
  const tab = (
    <Themed>
      <ReadersTab itemId={1} isArchived />
    </Themed>
  )
  const { place } = await mounted(tab, {
    'tryIt.allowance': () => ({ isForReaders }),
    'tryIt.allow': () => ((isForReaders = false), {}),
  })
  const box = () => place.querySelector<HTMLInputElement>('input[type=checkbox]')
  await until(() => box()?.getAttribute('aria-disabled') === 'false')

  await act(async () => box()?.click())
  await until(() => box()?.checked === false)

  await until(() => box()?.getAttribute('aria-disabled') === 'true')
})
