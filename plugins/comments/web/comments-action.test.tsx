// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { seenBesideShare } from '#tests/support/opened-menu.tsx'
import { CommentsAction } from './comments-action.tsx'

it.each([
  [
    'the entry of a page that may be commented comes together with the others',
    { mayComment: true, threads: [] },
    ['action', 'share'],
  ],
  ['a page without comments that cannot be commented has no entry', { mayComment: false, threads: [] }, ['share']],
])('%s', async (_case, answer, expected) => {
  const entry = <CommentsAction itemId={1} pageId={2} openDialog={() => undefined} />

  expect(await seenBesideShare(entry, 'comment.list', () => answer)).toEqual([expected])
})
