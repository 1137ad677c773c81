import type { Mixture } from './mixtures.ts'

const refused = (operation: string, mixes: string, input: Mixture['input']): Mixture => ({
  ...{ operation, mixes, input },
  ends: 'refused',
})

/** Calls that answer in a thread of another page. */
export const COMMENT_MIXTURES: readonly Mixture[] = [
  refused('comment.add', 'my page, their thread', (mine, theirs) => ({
    pageId: mine.pageId,
    threadId: theirs.commentId,
    text: 'changed',
  })),
  refused('comment.add', 'their page, my thread', (mine, theirs) => ({
    pageId: theirs.pageId,
    threadId: mine.commentId,
    text: 'changed',
  })),
]
