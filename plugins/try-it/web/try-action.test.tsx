// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { seenBesideShare } from '#tests/support/opened-menu.tsx'
import { TryAction } from './try-action.tsx'

it.each([
  ['the entry of a page that may be tried comes together with the others', { mayTry: true }, ['action', 'share']],
  ['a page that cannot be tried has no entry', { mayTry: false }, ['share']],
])('%s', async (_case, answer, expected) => {
  const entry = <TryAction itemId={1} pageId={2} openDialog={() => undefined} />

  expect(await seenBesideShare(entry, 'tryIt.mayTry', () => answer)).toEqual([expected])
})
