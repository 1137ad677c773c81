// @vitest-environment jsdom
import { act, Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { mounted, Refused, until } from '#tests/support/mounted.tsx'
import { MenuItem } from '#web/parts/menu.tsx'
import { shownToasts } from '#web/parts/toast-store.ts'
import { MockAction } from './mock-action.tsx'

async function opened(answer: () => unknown) {
  const asked = vi.fn(answer)
  const { place } = await mounted(
    <Suspense fallback="waiting">
      <MockAction itemId={1} pageId={2} openDialog={() => undefined} />
      <MenuItem>share</MenuItem>
    </Suspense>,
    { 'mock.infoByPageId': asked },
  )
  const shown = () => [...place.querySelectorAll('button')].map(({ textContent }) => textContent)
  return { place, asked, shown }
}

it('the entry of a page with a mock comes together with the others', async () => {
  const kept = Promise.withResolvers<unknown>()
  const { place, asked, shown } = await opened(() => kept.promise)
  await until(() => asked.mock.calls.length === 1)
  expect([place.textContent, shown()]).toEqual(['waiting', []])

  await act(async () => kept.resolve({ uniqueKey: 'a-key' }))
  await until(() => shown().length > 0)

  expect(shown()).toEqual(['action', 'share'])
  expect(asked).toHaveBeenCalledOnce()
})

it.each([
  ['has no mock', () => ({ uniqueKey: '' })],
  [
    'refuses to say',
    () => {
      throw new Refused('notAllowed')
    },
  ],
])('a page that %s has no entry, and nothing is said', async (_, answer) => {
  const { asked, shown } = await opened(answer)
  await until(() => shown().length > 0)

  expect(shown()).toEqual(['share'])
  expect(shownToasts()).toEqual([])
  expect(asked).toHaveBeenCalledOnce()
})
