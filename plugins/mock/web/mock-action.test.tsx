// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { Refused } from '#tests/support/mounted.tsx'
import { seenBesideShare } from '#tests/support/opened-menu.tsx'
import { shownToasts } from '#web/parts/toast-store.ts'
import { MockAction } from './mock-action.tsx'

const entry = <MockAction itemId={1} pageId={2} openDialog={() => undefined} />

it('the entry of a page with a mock comes together with the others', async () => {
  expect(await seenBesideShare(entry, 'mock.infoByPageId', () => ({ uniqueKey: 'a-key' }))).toEqual([
    ['action', 'share'],
  ])
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
  expect(await seenBesideShare(entry, 'mock.infoByPageId', answer)).toEqual([['share']])
  expect(shownToasts()).toEqual([])
})
